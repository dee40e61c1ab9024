"""Columns, as the database has them."""

from functools import cache
from typing import Any

from sqlalchemy import Column, TypeDecorator
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql import DOMAIN
from sqlalchemy.orm import Mapper
from sqlalchemy.types import TypeEngine

_POSTGRESQL = postgresql.dialect()  # type: ignore[no-untyped-call]


def is_settable(column: Column[Any]) -> bool:
    """Whether a statement can set a column: it is not generated or of the system."""
    always = column.identity is not None and bool(column.identity.always)
    return column.computed is None and not always and not column.system


def is_writable(column: Column[Any], mapper: Mapper[Any]) -> bool:
    """Whether neither the database nor the mapping sets a column."""
    mapped = {mapper.version_id_col, mapper.polymorphic_on}
    return is_settable(column) and column not in mapped


@cache
def plain_type(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    """The type in PostgreSQL, without domains and Python's TypeDecorators."""
    plain: TypeEngine[Any] = kind.dialect_impl(_POSTGRESQL)
    while isinstance(plain, TypeDecorator | DOMAIN):
        inner = plain.data_type if isinstance(plain, DOMAIN) else plain.impl_instance
        plain = inner.dialect_impl(_POSTGRESQL)
    return plain
