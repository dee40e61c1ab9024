"""Creates, changes, reads and deletes rows with SQLAlchemy's unit of work."""

from collections.abc import Collection, Mapping
from enum import Enum
from functools import cache
from typing import Any, TypeVar

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
from .database_errors import BODY, conflict, invalid_input
from .permissions import forbid_unless
from .queries import deferred_fields, load_missing, select_for
from .ranges import dumped
from .schemas import left_out

RowT = TypeVar("RowT")


def values_of(body: BaseModel) -> dict[str, Any]:
    """The values of a request, by attribute."""
    return dumped(body, exclude=left_out(body))


def build_row(
    model: type[RowT],
    body: BaseModel | Mapping[str, Any],
    stamp: Mapping[str, Any] | None = None,
    *,
    own: Collection[str] = (),
) -> RowT:
    """Makes a new row of a request; it is stored once the session flushes it.

    Args:
        model: The mapped class.
        body: The request, or what hooks have made of its values.
        stamp: Values that are not the request's to say.
        own: The attributes that hooks have decided about, and no request.

    Raises:
        RequestValidationError: 422, when the model refuses a value (`@validates`).
    """
    entity: type = model
    values = values_of(body) if isinstance(body, BaseModel) else {**body}
    try:
        row = model(**{**values, **(stamp or {})})
    except (ValueError, AssertionError) as error:
        sent = {name: value for name, value in values.items() if name not in own}
        if own and _is_accepted(model, {**sent, **(stamp or {})}):
            raise
        raise invalid_input("value_error", str(error), BODY) from error
    _check_kind(row, values)
    for name in (_json_fields(entity) | _defaulted_fields(entity)) & values.keys():
        _store_null(row, name)
    return row


def _is_accepted(model: type[object], values: Mapping[str, Any]) -> bool:
    """Whether a model accepts all of the values."""
    try:
        model(**values)
    except (ValueError, AssertionError):
        return False
    return True


def change_row(
    row: object, body: BaseModel | Mapping[str, Any], *, own: Collection[str] = ()
) -> None:
    """Sets the fields that a request sends, and no others.

    Args:
        row: A mapped instance.
        body: The request, or what hooks have made of its values.
        own: The attributes that hooks have decided about, and no request.

    Raises:
        RequestValidationError: 422, when the model refuses a value (`@validates`).
    """
    model: type = type(row)
    values = dumped(body, exclude_unset=True) if isinstance(body, BaseModel) else body
    _check_kind(row, values)
    for name, value in values.items():
        try:
            setattr(row, name, value)
        except (ValueError, AssertionError) as error:
            if name in own:
                raise
            raise invalid_input("value_error", str(error), (*BODY, name)) from error
        if name in _always_written(model):
            flag_modified(row, name)
        if name in _json_fields(model):
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
        row: A mapped instance.
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
    await load_missing(db, row)


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
    await db.delete(row)
    for deleted in db.deleted:
        for relationship in _undeleted(object_mapper(deleted)):
            nothing: Any = [] if relationship.uselist else None
            set_committed_value(deleted, relationship.key, nothing)
    await db.flush()


@cache
def _undeleted(mapper: Mapper[Any]) -> list[RelationshipProperty[Any]]:
    """The relationships to rows that a delete leaves alone.

    These are to rows with a foreign key, and from a row to others of its kind: the row
    may refer to itself, which SQLAlchemy takes for a circle.

    Raises:
        TypeError: One has no collection that could be left empty.
    """
    found: list[RelationshipProperty[Any]] = []
    for relationship in mapper.relationships:
        is_own = relationship.mapper.common_parent(mapper)
        if (
            relationship.direction is RelationshipDirection.MANYTOMANY
            or (
                relationship.direction is RelationshipDirection.MANYTOONE and not is_own
            )
            or (
                not _writes_keys(relationship)
                if relationship.post_update
                else relationship.cascade.delete
            )
            or relationship.viewonly
        ):
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


def _writes_keys(relationship: RelationshipProperty[Any]) -> bool:
    """Whether it is to rows whose foreign key to the row is a part of their own key.

    With `post_update`, SQLAlchemy sets it to NULL, which it refuses for a key.
    """
    return any(column.primary_key for _, column in relationship.synchronize_pairs)


def _check_kind(row: object, values: Mapping[str, Any]) -> None:
    """Rejects a value that would turn a row into one of another class.

    Raises:
        RequestValidationError: 422, as the value is not that of the row's class.
    """
    mapper = object_mapper(row)
    column, kind = mapper.polymorphic_on, mapper.polymorphic_identity
    # Where no class of the family has an identity, SQLAlchemy reads any value.
    if not mapper.polymorphic_map or not isinstance(column, Column):
        return
    name = mapper.get_property_by_column(column).key
    if values.get(name, kind) != kind:
        said = kind.value if isinstance(kind, Enum) else kind
        shown = "null" if said is None else repr(said)
        message = f"Input should be {shown}, as its class is {type(row).__name__}"
        raise invalid_input("value_error", message, (*BODY, name))


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
    """The fields whose None would be stored as a JSON null instead of NULL."""
    mapper: Mapper[Any] = inspect(model)
    return frozenset(
        attribute.key
        for attribute in mapper.column_attrs
        if is_nullable(model, attribute.key)
        and isinstance(plain_type(attribute.columns[0].type), JSON)
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


@cache
def _always_written(model: type) -> frozenset[str]:
    """The fields that are written even where Python finds the new value equal.

    To Python 1 and True are equal, as are 1.0 and 1.00: SQLAlchemy would keep what is
    stored. It needs to know the former values of keys and version counters.
    """
    mapper: Mapper[Any] = inspect(model)
    # The key of a mapping may be another than that of its table, which may have none.
    key = {*mapper.primary_key}
    return frozenset(
        attribute.key
        for attribute in mapper.column_attrs
        if key.isdisjoint(attribute.columns)
        and not any(column.primary_key for column in attribute.columns)
        and mapper.version_id_col not in set(attribute.columns)
    )
