"""Creates, changes, reads and deletes rows with SQLAlchemy's unit of work."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from typing import Any, TypeVar, cast

from pydantic import BaseModel
from sqlalchemy import JSON, Column, ColumnElement, Select, bindparam, inspect, null
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import (
    Mapper,
    RelationshipDirection,
    RelationshipProperty,
    object_mapper,
)
from sqlalchemy.orm.attributes import flag_modified, set_committed_value

from .columns import is_nullable, plain_type
from .documents import taken_apart
from .errors import BODY, conflict, invalid_input
from .permissions import forbid_unless
from .queries import deferred_fields, select_for
from .schemas import RequestModel, left_out

RowT = TypeVar("RowT")


def values_of(body: BaseModel) -> dict[str, Any]:
    """The values of a request, by attribute."""
    return _dumped(body, type(body).model_fields.keys() - left_out(body))


def _dumped(body: BaseModel, names: Collection[str]) -> dict[str, Any]:
    """Some values of a body. Instances of classes of the project become JSON."""
    fields = type(body).model_fields
    return {each: value_of(body, each) for each in fields if each in names}


def value_of(body: BaseModel, name: str) -> Any:
    """The value of a field; of rows that a request makes, a dict each."""
    match getattr(body, name):
        case [RequestModel(), *_] as rows:
            return [values_of(each) for each in cast("list[RequestModel]", rows)]
        case value:
            return taken_apart(value)


def build_row(
    model: type[RowT],
    body: BaseModel | Mapping[str, Any],
    stamp: Mapping[str, Any] | None = None,
    place: tuple[str | int, ...] = BODY,
) -> RowT:
    """Makes a new row of a request; it is stored once the session flushes it.

    Args:
        body: The request, or what hooks have made of its values.
        stamp: Values that are not the request's to say.
        place: Where the request has the values.

    Raises:
        RequestValidationError: 422, when the model refuses a value (`@validates`).
    """
    entity: type = model
    values = values_of(body) if isinstance(body, BaseModel) else {**body}
    try:
        row = model(**{**values, **(stamp or {})})
    except (ValueError, AssertionError) as error:
        raise invalid_input("value_error", str(error), place) from error
    for name in _defaulted_fields(entity) & values.keys():
        _store_null(row, name)
    for name in (_json_fields(entity) - _defaulted_fields(entity)) & values.keys():
        # Left out, it is NULL: SQL for it would make each row an INSERT of its own.
        if getattr(row, name) is None:
            del inspect(row, raiseerr=True).dict[name]
    return row


def change_row(row: object, body: BaseModel | Mapping[str, Any]) -> None:
    """Sets the fields that a request sends, and no others.

    Args:
        body: The request, or what hooks have made of its values.

    Raises:
        RequestValidationError: 422, when the model refuses a value (`@validates`).
    """
    model: type = type(row)
    json_fields = _json_fields(model)
    values = (
        _dumped(body, body.model_fields_set) if isinstance(body, BaseModel) else body
    )
    for name, value in values.items():
        try:
            setattr(row, name, value)
        except (ValueError, AssertionError) as error:
            raise invalid_input("value_error", str(error), (*BODY, name)) from error
        if name in json_fields:
            # To Python, 1 and True are equal.
            flag_modified(row, name)
            _store_null(row, name)


async def refresh_row(
    db: AsyncSession,
    row: object,
    schema: type[BaseModel],
    *,
    may: ColumnElement[bool] | None = None,
) -> None:
    """Reads a row back, so that a response says what is stored.

    Args:
        db: The session that has flushed the row.
        schema: The response. Columns that the mapping defers are read if they are
            fields of it.
        may: What must hold of what the row has become. The SELECT that reads it back
            tells it.

    Raises:
        HTTPException: 403, when that does not hold; 409, when there is no row: a
            trigger has kept it from being stored.
        InvalidRequestError: The same, where `may` is not given.
    """
    model: type = type(row)
    if may is not None:
        # Without a label, SQLAlchemy does not find `NOT flag` in the row.
        statement = _select_again(model, schema).add_columns(may.label(None))
        state = inspect(row, raiseerr=True)
        key = {f"key_{at}": value for at, value in enumerate(state.identity or ())}
        found = (await db.execute(statement, key)).unique().one_or_none()
        if found is None:
            raise conflict()
        forbid_unless(found[1] is True)
    else:
        await db.refresh(row)
        fields = deferred_fields(model, schema)
        if fields:
            await db.refresh(row, fields)


@cache
def _select_again(model: type[Any], schema: type[BaseModel]) -> Select[Any]:
    """A SELECT by key that replaces the values that the session has read before."""
    mapper: Mapper[Any] = inspect(model)
    key = enumerate(mapper.primary_key)
    is_row = (column == bindparam(f"key_{at}") for at, column in key)
    again = select_for(model, schema).where(*is_row)
    return again.execution_options(populate_existing=True)


async def delete_row(db: AsyncSession, row: object) -> None:
    """Deletes a row, with what the model says is deleted along with it.

    Rows that refer to it otherwise are left to the foreign keys in the database:
    SQLAlchemy would set their keys to NULL.
    """
    await delete_rows(db, [row])


async def delete_rows(db: AsyncSession, rows: Iterable[object]) -> None:
    """The same for several rows."""
    for row in rows:
        await db.delete(row)
    for deleted in db.deleted:
        for relationship in _undeleted(object_mapper(deleted)):
            nothing: Any = [] if relationship.uselist else None
            set_committed_value(deleted, relationship.key, nothing)
    await db.flush()


@cache
def _undeleted(mapper: Mapper[Any]) -> list[RelationshipProperty[Any]]:
    """The relationships to rows that a delete leaves alone.

    These are to rows with a foreign key, without a cascade.

    Raises:
        TypeError: One has no collection that could be left empty.
    """
    found: list[RelationshipProperty[Any]] = []
    for relationship in mapper.relationships:
        is_left = (
            relationship.direction is RelationshipDirection.ONETOMANY
            and not relationship.cascade.delete
            and not relationship.viewonly
        )
        if not is_left:
            continue
        if relationship.lazy not in {"dynamic", "write_only"}:
            found.append(relationship)
        elif not relationship.passive_deletes:
            msg = (
                f"{relationship} is {relationship.lazy}: give it passive_deletes='all',"
                " so that a delete leaves the rows alone that refer to the deleted one"
            )
            raise TypeError(msg)
    return found


def _store_null(row: object, name: str) -> None:
    """Stores None as SQL's NULL, also in a JSON column and in one with a default.

    The model's validators and events have seen None by then: `MutableDict` takes
    nothing else for NULL.
    """
    if getattr(row, name) is None:
        set_committed_value(row, name, null())
        flag_modified(row, name)


@cache
def _json_fields(model: type) -> frozenset[str]:
    """The fields that are JSON, whose None SQLAlchemy would store as a JSON null."""
    mapper: Mapper[Any] = inspect(model)
    return frozenset(
        attribute.key
        for attribute in mapper.column_attrs
        if isinstance(plain_type(attribute.columns[0].type), JSON)
    )


@cache
def _defaulted_fields(model: type) -> frozenset[str]:
    """The fields of whose None SQLAlchemy would make the default of a new row."""
    mapper: Mapper[Any] = inspect(model)
    return frozenset(
        attribute.key
        for attribute in mapper.column_attrs
        if is_nullable(model, attribute.key)
        and isinstance(column := attribute.columns[0], Column)
        and (column.default or column.server_default) is not None
    )
