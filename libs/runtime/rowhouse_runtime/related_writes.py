"""Writes rows that belong to others: makes them with a new row, and links some."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from fastapi.exceptions import RequestValidationError
from sqlalchemy import ColumnElement, Select, Table, delete, insert, select
from sqlalchemy.exc import IntegrityError, StatementError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.sql.schema import Column

from .database_errors import http_error, is_unknown_value
from .errors import BODY, ConflictError, Place, conflict
from .permissions import check_rows
from .references import Visible, check_new_references
from .rows import build_row

_ABSENT = frozenset({"reference", "unique"})


async def add_rows(
    db: AsyncSession,
    model: type[Any],
    items: Sequence[Mapping[str, Any]],
    stamp: Mapping[str, Any],
    *,
    name: str,
    visible: Visible | None = None,
    may: ColumnElement[bool] | None = None,
) -> None:
    """Stores rows that a request makes with another one.

    They are checked together: one statement for each foreign key, one INSERT for those
    that set the same columns, one for what may be made.

    Args:
        db: The session that has flushed the other row.
        items: The values of each row.
        stamp: Values that are not the request's to say.
        name: The field of the request, for the place of errors.
        may: What must hold of each row.

    Raises:
        RequestValidationError: 422, when the model or the database refuses a value.
        HTTPException: 409, when a row refers to none that the user sees; 403, when one
            may not be made.
    """
    rows = [
        build_row(model, item, stamp, (*BODY, name, index))
        for index, item in enumerate(items)
    ]
    if not rows:
        return
    try:
        await check_new_references(db, rows, visible or {}, field=name, own=stamp)
        db.add_all(rows)
        await db.flush()
    except StatementError as error:
        refusal = http_error(error, (*BODY, name))
        if isinstance(refusal, RequestValidationError):
            raise refusal from error
        raise
    if may is not None:
        await check_rows(db, rows, may)


async def replace_links(
    db: AsyncSession,
    between: type[Any] | Table,
    to: InstrumentedAttribute[Any] | Column[Any],
    keys: Collection[Any],
    own: Mapping[str, Any],
    *,
    name: str,
    linked: Sequence[ColumnElement[bool]],
    seen: Select[Any],
) -> None:
    """Links a row with others. Links to rows that the user does not see are left alone.

    Args:
        db: The session that has flushed the row.
        between: The table between, or its model.
        to: Its column with the key of the other row.
        keys: The keys of the others.
        own: The values of a new row between, but for that key.
        name: The field of the request, for errors.
        linked: What holds of the rows between that link this row.
        seen: A SELECT of the keys of all rows that the user sees.

    Raises:
        RequestValidationError: 422, when no row can have a key.
        HTTPException: 409, when the user sees no row with a key.
    """
    wanted = {*keys}
    absent = conflict(f"No row has this {to.key}", "reference", [name])
    if wanted - await _seen(db, seen, keys, name):
        raise absent
    former = {*await db.scalars(select(to).where(*linked, to.in_(seen)))}
    if former - wanted:
        await db.execute(delete(between).where(*linked, to.in_(former - wanted)))
    added = [{**own, to.key: each} for each in keys if each not in former]
    if not added:
        return
    try:
        await db.execute(insert(between), added)
    except IntegrityError as error:
        # The link is there and hidden, or the other row is just being deleted.
        refusal = http_error(error)
        is_told = isinstance(refusal, ConflictError) and refusal.code in _ABSENT
        raise absent if is_told else error from error


async def _seen(
    db: AsyncSession, seen: Select[Any], keys: Collection[Any], name: str
) -> set[Any]:
    """Those of the keys that rows have which the user sees."""
    [key] = seen.selected_columns
    try:
        return {*await db.scalars(seen.where(key.in_(keys)))}
    except StatementError as error:
        if not is_unknown_value(error):
            raise
        place = (*BODY, name, *await _refused_at(db, seen, keys))
        raise http_error(error, place) or error from error


async def _refused_at(
    db: AsyncSession, seen: Select[Any], keys: Collection[Any]
) -> Place:
    """Where the first key is that the column cannot hold."""
    [key] = seen.selected_columns
    for index, each in enumerate(keys):
        try:
            await db.scalars(seen.where(key == each))
        except StatementError:
            return (index,)
    return ()
