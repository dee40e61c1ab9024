"""Creates a row, or changes the one that has its unique key."""

from collections.abc import Collection
from typing import Any, TypeVar

from pydantic import BaseModel
from sqlalchemy import ColumnElement, and_, inspect, literal_column
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapper

from .errors import BODY, conflict, invalid_input

RowT = TypeVar("RowT")


def check_path(body: BaseModel, **path: object) -> None:
    """Makes sure that a request has the key that its path names.

    Args:
        path: The variables of the path, by the names of the fields.

    Raises:
        RequestValidationError: 422.
    """
    for name, value in path.items():
        if getattr(body, name) != value:
            key = type(body).model_fields[name].alias or name
            message = "Input should be the value in the path"
            raise invalid_input("other_key", message, (*BODY, key))


async def upsert_row(
    db: AsyncSession,
    row: RowT,
    *,
    key: Collection[str],
    fields: Collection[str],
    changeable: Collection[ColumnElement[bool]] = (),
    version: str | None = None,
    kept: ColumnElement[bool] | None = None,
) -> tuple[RowT, bool]:
    """Stores a new row, or changes the one with the same unique key: in one statement.

    Of several requests at once, one creates the row, and the others change it.

    Args:
        row: A mapped instance that is in no session.
        key: The attributes of the unique key.
        fields: Those that change.
        changeable: The conditions for the rows that may be changed.
        version: The attribute that counts the versions of a row.
        kept: The condition for rows that are not deleted softly. The unique index of
            the key may be one of these alone.

    Returns:
        The row as it is stored, and whether it is new.

    Raises:
        HTTPException: 409, when the key is that of a row that may not be changed.
    """
    model: type[RowT] = type(row)
    mapper: Mapper[Any] = inspect(model)
    columns: dict[str, Any] = {
        attribute.key: attribute.columns[0] for attribute in mapper.column_attrs
    }
    given: dict[str, Any] = inspect(row, raiseerr=True).dict
    values = {columns[name]: given[name] for name in columns if name in given}
    if version is not None:
        values[columns[version]] = 1
    statement = insert(model).values(values)
    changed: dict[Any, Any] = {
        columns[name]: statement.excluded[columns[name].key] for name in fields
    }
    if version is not None:
        changed[columns[version]] = columns[version] + 1
    for column in columns.values():
        # SQLAlchemy leaves these out of the UPDATE.
        update = getattr(column, "onupdate", None)
        if update is not None and column not in changed:
            changed[column] = update.arg(None) if update.is_callable else update.arg
    upsert = statement.on_conflict_do_update(
        index_elements=[columns[name] for name in key],
        index_where=kept,
        set_=changed,
        where=and_(*changeable) if changeable else None,
    )
    # Only a row that was there before has been locked.
    is_new: ColumnElement[bool] = literal_column("xmax = 0")
    stored = await db.execute(
        upsert.returning(model, is_new), execution_options={"populate_existing": True}
    )
    # The model may load a collection by a join.
    found = stored.unique().one_or_none()
    if found is None:
        names = [columns[name].name for name in key]
        what = f"A row with this {' and '.join(names)} exists already"
        raise conflict(what, "unique", names)
    return found[0], found[1]
