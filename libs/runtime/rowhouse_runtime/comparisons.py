"""What of a column PostgreSQL compares and sorts."""

from functools import cache
from typing import Any

from sqlalchemy import (
    JSON,
    ColumnElement,
    Dialect,
    Text,
    TypeDecorator,
    case,
    cast,
    func,
    literal,
    literal_column,
    type_coerce,
)
from sqlalchemy.dialects.postgresql import ARRAY, DOMAIN, JSONB
from sqlalchemy.types import TypeEngine

from .columns import column, is_nullable, plain_type, stored_type, without_domain

_NO_TEXT_OF_JSONB = (
    r"(^|[^\\])(\\\\)*(\\u0000|\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])"
    r"|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F])"
)
"""A NUL, or half of a surrogate pair."""


@cache
def comparable(model: type, field: str) -> ColumnElement[Any]:
    """The field's column; PostgreSQL compares `jsonb`, but not `json`."""
    attribute = column(model, field)
    kind = plain_type(attribute.type)
    item: Any = getattr(kind, "item_type", None)
    if item is not None and _is_plain_json(plain_type(item)):
        return cast(attribute, ARRAY(JSONB))
    if isinstance(kind, JSON.JSONPathType):
        # PostgreSQL does not compare paths.
        return cast(attribute, Text)
    if not _is_plain_json(kind):
        stored = stored_type(attribute.type)
        if isinstance(stored, DOMAIN):
            # Else values are cast to the domain, which may refuse them.
            return type_coerce(attribute, without_domain(stored))
        return attribute.expression
    # What `jsonb` cannot contain is never equal to a value of a request: no field is a
    # list of lists.
    is_foreign = cast(attribute, Text).regexp_match(_NO_TEXT_OF_JSONB)
    jsonb = case((is_foreign, literal([[]], JSONB)), else_=cast(attribute, JSONB))
    return type_coerce(jsonb, _jsonb_of(attribute.type))


class _DecoratedJsonb(TypeDecorator[Any]):
    """What a decorator makes of values, as `jsonb`."""

    impl = JSONB
    cache_ok = True

    def __init__(self, decorator: TypeDecorator[Any]) -> None:
        super().__init__()
        self.decorator = decorator

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        return self.decorator.process_bind_param(value, dialect)


def _jsonb_of(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    if not isinstance(kind, TypeDecorator):
        return JSONB()
    decorator: TypeDecorator[Any] = kind
    does_nothing: Any = TypeDecorator[Any].process_bind_param
    if type(decorator).process_bind_param is does_nothing:
        return JSONB()
    return _DecoratedJsonb(decorator)


def _is_plain_json(kind: TypeEngine[Any]) -> bool:
    return isinstance(kind, JSON) and not isinstance(kind, JSONB)


@cache
def sortable(model: type, field: str) -> ColumnElement[Any]:
    """What a sort by the field compares. A JSON null is NULL, as it is in answers."""
    compared = comparable(model, field)
    if not is_json(model, field):
        return compared
    return without_json_null(compared)


def without_json_null(field: ColumnElement[Any]) -> ColumnElement[Any]:
    """A value of `jsonb` with NULL in place of JSON's null."""
    return func.nullif(field, literal_column("'null'::jsonb"))


@cache
def is_json(model: type, field: str) -> bool:
    """Whether the column holds JSON."""
    return isinstance(plain_type(column(model, field).type), JSON)


@cache
def sorts_null(model: type, field: str) -> bool:
    """Whether a sort by the field may meet NULL."""
    return is_nullable(model, field) or is_json(model, field)
