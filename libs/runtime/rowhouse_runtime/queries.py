"""Reads single rows, or responds with 404."""

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, TypeVar

from fastapi import HTTPException, status
from pydantic import BaseModel
from sqlalchemy import (
    ColumnElement,
    CursorResult,
    Result,
    Select,
    inspect,
    select,
)
from sqlalchemy.exc import StatementError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapper, load_only, undefer
from sqlalchemy.sql.selectable import TypedReturnsRows

from .database_errors import is_unknown_value
from .permissions import forbid_unless

RowT = TypeVar("RowT")


def select_for(model: type[RowT], schema: type[BaseModel]) -> Select[RowT]:
    """A SELECT of a model's rows, with all that a response shows of them.

    Args:
        schema: The response. Columns that the mapping defers are loaded if they are
            fields of it: nothing is loaded later, when a response is built.
    """
    entity: type = model
    fields = deferred_fields(entity, schema)
    return select(model).options(*(undefer(getattr(model, name)) for name in fields))


def select_only(
    model: type[RowT],
    schema: type[BaseModel],
    *,
    embedded: Collection[str] = (),
    keys: Collection[str] = (),
) -> Select[RowT]:
    """A SELECT of a model's rows, with what a response shows of them and no more.

    It is for rows that only the response reads: in an async session, no other columns
    can be loaded later. All are loaded if code of the model may read any: for a field
    that is no column, such as a property, and on SQLAlchemy's event `load`.

    Args:
        schema: The response.
        embedded: The fields that show related rows, and no attribute of this one.
        keys: The columns by which these are found.
    """
    entity: type = model
    mapper: Mapper[Any] = inspect(entity)
    shown = [name for name in schema.model_fields if name not in embedded]
    fields = [*dict.fromkeys([*shown, *keys])]
    reads_itself = not all(name in mapper.column_attrs for name in fields) or any(
        each.class_manager.dispatch.load for each in mapper.self_and_descendants
    )
    if reads_itself:
        return select_for(model, schema)
    return select(model).options(load_only(*(getattr(model, name) for name in fields)))


@cache
def deferred_fields(model: type, schema: type[BaseModel]) -> list[str]:
    """The fields of a response whose columns are not loaded with their row."""
    mapper: Mapper[Any] = inspect(model)
    deferred = {column.key for column in mapper.column_attrs if column.deferred}
    return [name for name in schema.model_fields if name in deferred]


def lock_for_update(statement: Select[RowT]) -> Select[RowT]:
    """Makes a SELECT of one model's rows lock them against other writers.

    Rows that refer to them can still be inserted meanwhile.
    """
    return _locked(statement, key_share=True)


def lock_for_delete(statement: Select[RowT]) -> Select[RowT]:
    """Makes a SELECT of one model's rows lock them against all but readers."""
    return _locked(statement, key_share=False)


def _locked(statement: Select[RowT], *, key_share: bool) -> Select[RowT]:
    # `of`, as the rows of an outer join, which eager loading and `with_polymorphic`
    # add, cannot be locked. The model would name the tables of its subclasses, too.
    mapper: Mapper[Any] = inspect(statement.column_descriptions[0]["entity"])
    locked = statement.with_for_update(of=mapper.tables, key_share=key_share)
    # The session may have read the row already, before it was locked.
    return locked.execution_options(populate_existing=True)


async def get_object_from_query_or_404(
    db: AsyncSession,
    statement: TypedReturnsRows[RowT],
    detail: str = "Not found",
    *,
    parameters: Mapping[str, Any] | None = None,
    sole: bool = False,
    may: ColumnElement[bool] | None = None,
    unlocked: Select[RowT] | None = None,
) -> RowT:
    """Returns the first object that a statement yields.

    Args:
        statement: A SELECT, or an INSERT, UPDATE or DELETE with RETURNING.
        detail: What the response says when there is no row.
        parameters: Values of the statement's bind parameters.
        sole: Whether several rows are as good as none, since a key means one row.
        may: What must hold of a row that may be used, where others are visible as
            well. The SELECT tells it with the row.
        unlocked: The same SELECT without a lock, where policies of the database keep
            locks from rows that may not be changed.

    Raises:
        HTTPException: 404, when there is no row; 403, when it may not be used.
    """
    sent: TypedReturnsRows[*tuple[Any, ...]] = statement
    if may is not None and isinstance(statement, Select):
        # Without a label, SQLAlchemy does not find `NOT flag` in the row.
        sent = statement.add_columns(may.label(None))
    try:
        result = await db.execute(sent, parameters)
    except StatementError as error:
        if isinstance(statement, Select) and is_unknown_value(error):
            # A value that the column cannot hold matches no row.
            raise HTTPException(status.HTTP_404_NOT_FOUND, detail) from error
        raise
    found = result.unique().fetchmany(2)
    if not found and unlocked is not None:
        visible = await db.execute(unlocked, parameters)
        forbid_unless(visible.first() is None)
    if not found or (sole and len(found) > 1):
        raise HTTPException(status.HTTP_404_NOT_FOUND, detail)
    row: RowT = found[0][0]
    if may is not None:
        forbid_unless(found[0][1] is True)
    return row


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
        status_code: The status of the response when it did not.
        detail: What that response says.

    Raises:
        HTTPException: The number of rows differs.
    """
    affected = result.rowcount if isinstance(result, CursorResult) else None
    if affected != expected:
        raise HTTPException(status_code, detail)
