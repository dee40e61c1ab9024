"""Single rows, or the 404 that says there is none."""

from collections.abc import Mapping
from typing import Any, TypeVar

from fastapi import HTTPException, status
from sqlalchemy import CursorResult, Result
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.sql.selectable import TypedReturnsRows

RowT = TypeVar("RowT")


async def get_object_from_query_or_404(
    db: AsyncSession,
    statement: TypedReturnsRows[RowT],
    detail: str = "Not found",
    *,
    parameters: Mapping[str, Any] | None = None,
) -> RowT:
    """Returns the first object that a statement yields.

    Args:
        db: The request's session.
        statement: A SELECT, or an INSERT, UPDATE or DELETE with RETURNING.
        detail: What the answer says when there is no row.
        parameters: Values of the statement's bind parameters.

    Raises:
        HTTPException: 404, when there is no row.
    """
    result = await db.execute(statement, parameters)
    found = result.scalars().first()
    if found is None:
        raise HTTPException(status.HTTP_404_NOT_FOUND, detail)
    return found


def assert_rowcount(
    result: Result[*tuple[Any, ...]],
    expected: int = 1,
    status_code: int = status.HTTP_404_NOT_FOUND,
    detail: str = "Not found",
) -> None:
    """Makes sure that a statement affected as many rows as it should.

    Args:
        result: The result of an INSERT, UPDATE or DELETE.
        expected: How many rows it should have affected.
        status_code: The status of the answer when it did not.
        detail: What that answer says.

    Raises:
        HTTPException: The number of rows differs.
    """
    affected = result.rowcount if isinstance(result, CursorResult) else None
    if affected != expected:
        raise HTTPException(status_code, detail)
