"""The operators of the filter language: one row of one table each."""

import datetime
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import AwareDatetime, Field, NaiveDatetime
from sqlalchemy import (
    ARRAY,
    JSON,
    BindParameter,
    ColumnElement,
    Enum,
    String,
    Text,
    any_,
    case,
    cast,
    func,
    literal,
    literal_column,
    or_,
    type_coerce,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql import JSONB

from . import ranges
from .columns import plain_type
from .schemas import AsStored, Base64Bytes

MAX_FILTER_VALUES = 1000
"""The maximum number of values of an `in` or `not_in`."""

Column = ColumnElement[Any]


@dataclass(frozen=True, slots=True)
class Shape:
    """What the value of a condition looks like."""

    of: Callable[[Any], Any]
    """Its type, from that of the field."""
    is_list: bool = False
    """Whether it is a list, each item of which is a parameter of the statement."""


@dataclass(frozen=True, slots=True)
class Operator:
    """How a condition compares a field with a value."""

    name: str
    applies_to: Callable[[Any], bool]
    """Whether fields of a type support the operator."""
    value: Shape
    clause: Callable[[Any, Any], ColumnElement[bool]]
    """The SQL for a column and a value."""


def operators_of(kind: Any) -> list[Operator]:
    """The operators that apply to fields of a type."""
    return [each for each in OPERATORS.values() if each.applies_to(kind)]


def plain_kind(annotation: Any) -> Any:
    """The type of a field's values, without null and values only in responses."""
    if get_origin(annotation) is postgresql.Range:
        # Of a field, Pydantic leaves out what the annotation says beside the type.
        of_ends: Any = ranges.Range
        return of_ends[plain_kind(*get_args(annotation))]
    if get_origin(annotation) is Annotated:
        inner, *metadata = get_args(annotation)
        is_wider = any(isinstance(each, AsStored) for each in metadata)
        kind = plain_kind(inner)
        return kind if is_wider or _range(kind) else annotation
    if get_origin(annotation) in {Union, UnionType}:
        # The rest is None.
        return plain_kind(get_args(annotation)[0])
    if annotation is datetime.datetime:
        # Its column has a time zone: of others, the type is NaiveDatetime.
        return AwareDatetime
    return Base64Bytes if annotation is bytes else annotation


class RelatedRows:
    """The type of a field that stands for related rows, which can only exist."""


def _rows(kind: Any) -> bool:
    return kind is RelatedRows


def _any(kind: object) -> bool:
    return kind is not RelatedRows


def _ordered(kind: Any) -> bool:
    base = _class_of(kind)
    return issubclass(base, _ORDERED_TYPES) and base is not bool


def _text(kind: Any) -> bool:
    # No enum of texts: in the database, it has its own type.
    return kind is str


def _list(kind: Any) -> bool:
    return get_origin(kind) is list


def _range(kind: Any) -> bool:
    if get_origin(kind) is not Annotated:
        return False
    return get_origin(get_args(kind)[0]) is postgresql.Range


def _several(kind: Any) -> Any:
    return Annotated[list[kind], Field(max_length=MAX_FILTER_VALUES)]


def _two(kind: Any) -> Any:
    return Annotated[list[kind], Field(min_length=2, max_length=2)]


_ONE = Shape(lambda kind: kind)
_SEVERAL = Shape(_several, is_list=True)
_TWO = Shape(_two, is_list=True)
_YES_OR_NO = Shape(lambda _: bool)


def _is_null(field: Column, value: object) -> ColumnElement[bool]:
    if not isinstance(plain_type(field.type), JSON):
        return field.is_(None) if value else field.is_not(None)
    # In a response, both SQL's NULL and a JSON null are null.
    null = or_(field.is_(None), func.jsonb_typeof(field) == "null")
    return null if value else ~null


def _shown(field: Column) -> Column:
    """A column without JSON's null, which is less than anything else in JSON."""
    if not isinstance(plain_type(field.type), JSON):
        return field
    return func.nullif(field, literal_column("'null'::jsonb"))


def _contains(field: Column, value: Any) -> ColumnElement[bool]:
    """Whether a string has a part, a list has all items, or a range contains one."""
    if isinstance(value, postgresql.Range):
        return field.contains(value)
    if not isinstance(value, list):
        return _as_text(field).contains(value, autoescape=True)
    has_all: ColumnElement[bool] = _as_list(field).contains(_bound(field, value))
    return has_all


def _bound(field: Column, value: Any) -> BindParameter[Any]:
    """A value, or a list of values, of the column's type.

    PostgreSQL compares some types with no type that SQLAlchemy finds for a value.
    """
    return literal(value, field.type)


def _as_text(field: Column) -> Column:
    """A column whose values are texts in the API, with PostgreSQL's LIKE."""
    kind = plain_type(field.type)
    if isinstance(kind, JSONB):
        text: Column = type_coerce(field, JSONB)[()].astext
        # Another program may have stored a number or a list, which has a text as well.
        return case((func.jsonb_typeof(field) == "string", text))
    is_text = isinstance(kind, String) and not isinstance(kind, Enum)
    return field if is_text else cast(field, Text)


def _overlaps(field: Any, value: Any) -> ColumnElement[bool]:
    """Whether a list has one of several items, or two ranges overlap."""
    if isinstance(value, postgresql.Range):
        is_shared: ColumnElement[bool] = field.overlaps(value)
        return is_shared
    items = _as_list(field)
    has_one: ColumnElement[bool]
    if isinstance(items.type, JSONB):
        # One parameter, however many items there are.
        lists = literal([[each] for each in value], ARRAY(field.type, dimensions=1))
        has_one = items.bool_op("@>")(any_(lists))
    else:
        has_one = items.overlap(value)
    return has_one


def _as_list(field: Column) -> Any:
    """A list column with the operators of its type in PostgreSQL."""
    item: Any = getattr(plain_type(field.type), "item_type", None)
    # SQLAlchemy's generic types, and those of a project, do not have them.
    return type_coerce(field, JSONB() if item is None else postgresql.ARRAY(item))


# To a type checker, those of Pydantic are no classes.
_ORDERED_TYPES: tuple[Any, ...] = (
    int,
    float,
    str,
    Decimal,
    AwareDatetime,
    NaiveDatetime,
    datetime.date,
    datetime.time,
    datetime.timedelta,
)

# The comment of a row says which rows it finds: those whose field …
_ROWS: list[Operator] = [
    # is the value
    Operator("eq", _any, _ONE, lambda field, value: field == _bound(field, value)),
    # is another value
    Operator(
        "neq",
        _any,
        _ONE,
        lambda field, value: _shown(field) != _bound(field, value),
    ),
    # is one of the values
    Operator(
        "in", _any, _SEVERAL, lambda field, value: field.in_(_bound(field, value))
    ),
    # is none of the values
    Operator(
        "not_in",
        _any,
        _SEVERAL,
        lambda field, value: _shown(field).not_in(_bound(field, value)),
    ),
    # is null (`true`), or is not (`false`)
    Operator("is_null", _any, _YES_OR_NO, _is_null),
    # is greater
    Operator("gt", _ordered, _ONE, lambda field, value: field > _bound(field, value)),
    # is greater, or the same
    Operator("gte", _ordered, _ONE, lambda field, value: field >= _bound(field, value)),
    # is less
    Operator(
        "lt",
        _ordered,
        _ONE,
        lambda field, value: _shown(field) < _bound(field, value),
    ),
    # is less, or the same
    Operator(
        "lte",
        _ordered,
        _ONE,
        lambda field, value: _shown(field) <= _bound(field, value),
    ),
    # is one of the two, or between them
    Operator(
        "between",
        _ordered,
        _TWO,
        lambda field, value: field.between(*(_bound(field, each) for each in value)),
    ),
    # contains the text, all of the items, or all of the range
    Operator(
        "contains",
        lambda kind: _text(kind) or _list(kind) or _range(kind),
        _ONE,
        _contains,
    ),
    # has one of the items, or a part of the range
    Operator("overlaps", lambda kind: _list(kind) or _range(kind), _ONE, _overlaps),
    # contains the text, in any case
    Operator(
        "icontains",
        _text,
        _ONE,
        lambda field, value: _as_text(field).icontains(value, autoescape=True),
    ),
    # starts with the text
    Operator(
        "starts_with",
        _text,
        _ONE,
        lambda field, value: _as_text(field).startswith(value, autoescape=True),
    ),
    # ends with the text
    Operator(
        "ends_with",
        _text,
        _ONE,
        lambda field, value: _as_text(field).endswith(value, autoescape=True),
    ),
    # has rows that the user can see, or has none
    Operator(
        "exists",
        _rows,
        _YES_OR_NO,
        lambda exists, value: exists if value else ~exists,
    ),
]

OPERATORS = {row.name: row for row in _ROWS}
"""All operators by their names."""


def _class_of(kind: Any) -> type[Any]:
    if get_origin(kind) is Literal:
        first: object = get_args(kind)[0]
        return type(first)
    return kind if inspect.isclass(kind) else object
