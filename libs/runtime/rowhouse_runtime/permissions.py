"""Checks what a user may do with a visible row, or responds with 403."""

from collections.abc import Sequence

from fastapi import HTTPException, status
from sqlalchemy import ColumnElement, inspect, literal, select, true, tuple_
from sqlalchemy.ext.asyncio import AsyncSession


def forbid_unless(allowed: bool) -> None:
    """Responds with 403 if no rule allows the request.

    Raises:
        HTTPException: 403.
    """
    if not allowed:
        raise HTTPException(status.HTTP_403_FORBIDDEN, "Not allowed")


async def check_row(db: AsyncSession, row: object, may: ColumnElement[bool]) -> None:
    """Rejects a changed row, unless a rule allows it.

    Args:
        db: The session that has flushed the row, and has not committed it.
        may: What must hold of it.

    Raises:
        HTTPException: 403.
    """
    statement = select(may).select_from(type(row)).where(*is_row(row))
    forbid_unless(await db.scalar(statement) is True)


async def check_rows(
    db: AsyncSession, rows: Sequence[object], may: ColumnElement[bool]
) -> None:
    """Rejects new rows of one model, unless a rule allows each of them.

    Args:
        db: The session that has flushed the rows, and has not committed them.
        may: What must hold of each.

    Raises:
        HTTPException: 403.
    """
    states = [inspect(row, raiseerr=True) for row in rows]
    key = tuple_(*states[0].mapper.primary_key)
    refused = select(literal(1)).select_from(type(rows[0]))
    refused = refused.where(
        key.in_([state.identity for state in states]), may.is_not(true())
    )
    forbid_unless(await db.scalar(refused.limit(1)) is None)


def is_row(row: object) -> list[ColumnElement[bool]]:
    """The conditions that find a row by the primary key that it is stored with.

    Project code may have removed the row from its session, or expired it.
    """
    state = inspect(row, raiseerr=True)
    key = zip(state.mapper.primary_key, state.identity or (), strict=True)
    return [column == value for column, value in key]
