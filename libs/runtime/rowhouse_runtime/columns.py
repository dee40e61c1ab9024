"""The columns of a mapped class by the names of its attributes."""

from enum import Enum
from functools import cache
from typing import Any

from sqlalchemy import Column, TypeDecorator, inspect
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql import DOMAIN
from sqlalchemy.orm import ColumnProperty, InstrumentedAttribute, Mapper
from sqlalchemy.types import TypeEngine


@cache
def column(model: type, field: str | Enum) -> InstrumentedAttribute[Any]:
    """The column attribute that a field names.

    Args:
        model: A mapped class.
        field: The attribute's name, or a member of an enum whose value is the name.

    Raises:
        ValueError: The class has no such column attribute.
    """
    name = field_name(field)
    mapper: Mapper[Any] = inspect(model)
    if name not in mapper.column_attrs:
        msg = f"{model.__name__} has no column attribute {name!r}"
        raise ValueError(msg)
    attribute: InstrumentedAttribute[Any] = getattr(model, name)
    return attribute


def field_name(field: str | Enum) -> str:
    """The name of a field, which may be given as a member of an enum."""
    return str(field.value) if isinstance(field, Enum) else field


@cache
def is_nullable(model: type, field: str) -> bool:
    """Whether the column may be NULL."""
    mapper: Mapper[Any] = inspect(model)
    attribute: ColumnProperty[Any] = mapper.column_attrs[field]
    return any(getattr(part, "nullable", True) for part in attribute.columns)


@cache
def python_type(model: type, field: str) -> type:
    """The Python type of the column's values, or `object` if it is unknown."""
    try:
        kind: type = without_domain(column(model, field).type).python_type
    except NotImplementedError:
        return object
    return kind


_POSTGRESQL = postgresql.dialect()  # type: ignore[no-untyped-call]


def is_settable(column: Column[Any]) -> bool:
    """Whether a statement can set a column: it is not generated or of the system."""
    always = column.identity is not None and bool(column.identity.always)
    return column.computed is None and not always and not column.system


def without_domain(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    """The type that a domain restricts, which may be a domain itself."""
    return without_domain(kind.data_type) if isinstance(kind, DOMAIN) else kind


@cache
def plain_type(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    """The type in PostgreSQL, without domains and Python's TypeDecorators."""
    plain = stored_type(kind)
    while isinstance(plain, DOMAIN):
        plain = stored_type(plain.data_type)
    return plain


def stored_type(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    """The type in PostgreSQL, without Python's TypeDecorators.

    A type can be another one there, by `with_variant` or `load_dialect_impl`.
    """
    stored: TypeEngine[Any] = kind.dialect_impl(_POSTGRESQL)
    while isinstance(stored, TypeDecorator):
        stored = stored.impl_instance
    return stored
