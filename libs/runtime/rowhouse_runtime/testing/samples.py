"""Valid values for columns and for the fields of a request.

Each takes a number: different numbers give different values, as far as the type has
them, so that unique columns stay unique.
"""

import datetime
from collections.abc import Callable
from decimal import Decimal
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin
from uuid import UUID

import annotated_types
from pydantic import EmailStr
from pydantic.fields import FieldInfo
from sqlalchemy import JSON, Column, Interval, Numeric, String, TypeDecorator
from sqlalchemy import Enum as EnumType
from sqlalchemy.types import TypeEngine

from .patterns import matching_text

_START = datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)
_LONGEST = 200


def column_value(column: Column[Any], number: int) -> Any:  # noqa: ANN401
    """A value for a column.

    Raises:
        TypeError: The column's type is not known here.
    """
    try:
        return _typed_value(column.type, column.name, number)
    except NotImplementedError:
        msg = f"No value is known for the column {column} of type {column.type!r}"
        raise TypeError(msg) from None


def _typed_value(kind: TypeEngine[Any], name: str, number: int) -> Any:  # noqa: ANN401
    match kind:
        case Interval():
            return plain_value(datetime.timedelta, name, number)
        case TypeDecorator():
            return _typed_value(kind.impl_instance, name, number)
        case EnumType():
            members: Any = kind.enum_class or kind.enums
            return next(iter(members))
        case JSON():
            return {}
        case Numeric():
            digits = (kind.precision or 10) - (kind.scale or 0)
            value = number % 10 ** max(digits, 1)
            return Decimal(value) if kind.asdecimal else float(value)
        case String():
            return _text(name, number, 0, kind.length or _LONGEST)
        case _:
            return plain_value(kind.python_type, name, number)


def plain_value(kind: Any, name: str, number: int) -> Any:  # noqa: ANN401
    """A value of a Python type.

    Raises:
        NotImplementedError: The type is not known here.
    """
    values: dict[Any, Any] = {
        bool: True,
        int: number,
        float: float(number),
        Decimal: Decimal(number),
        str: f"{name}-{number}",
        bytes: str(number).encode(),
        UUID: UUID(int=number),
        datetime.datetime: _START + datetime.timedelta(seconds=number),
        datetime.date: _START.date() + datetime.timedelta(days=number),
        datetime.time: datetime.time(number % 24),
        datetime.timedelta: datetime.timedelta(seconds=number),
        dict: {},
        list: [],
        EmailStr: f"{name}{number}@example.com",
        Any: number,
    }
    if kind not in values:
        raise NotImplementedError(kind)
    return values[kind]


def field_value(
    field: FieldInfo,
    name: str,
    number: int,
    column: Column[Any] | None,
) -> Any:  # noqa: ANN401
    """A value for a field of a request.

    Args:
        field: The field, with its constraints.
        name: Its name.
        number: Makes the value one of its own.
        column: The column that it is written to, if there is one.
    """
    fixed = fixed_value(field)
    if fixed is not None:
        return fixed
    kind = _without_none(field.annotation)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(iter(kind))
    if kind is str:
        return _constrained_text(field, name, number, column)
    if get_origin(kind) is list:
        item, *_ = get_args(kind)
        return [plain_value(item, name, number)]
    value = plain_value(get_origin(kind) or kind, name, number)
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return _constrained_number(field, value)
    return value


def fixed_value(field: FieldInfo) -> Any:  # noqa: ANN401
    """The first of a field's fixed values, or none when any value will do."""
    kind = _without_none(field.annotation)
    return get_args(kind)[0] if get_origin(kind) is Literal else None


def _without_none(annotation: Any) -> Any:  # noqa: ANN401
    if get_origin(annotation) in {Union, UnionType}:
        return next(kind for kind in get_args(annotation) if kind is not NoneType)
    return annotation


def _constrained_text(
    field: FieldInfo,
    name: str,
    number: int,
    column: Column[Any] | None,
) -> str:
    shortest, longest = 0, getattr(column is not None and column.type, "length", None)
    longest = longest or _LONGEST
    pattern: str | None = None
    for constraint in field.metadata:
        match constraint:
            case annotated_types.MinLen():
                shortest = constraint.min_length
            case annotated_types.MaxLen():
                longest = min(longest, constraint.max_length)
            case _:
                pattern = getattr(constraint, "pattern", None) or pattern
    if pattern is not None:
        return matching_text(pattern, shortest, longest, number)
    return _text(name, number, shortest, longest)


def _text(name: str, number: int, shortest: int, longest: int) -> str:
    """The number last, for it makes the text unique."""
    text = f"{name}-{number}"
    return text.rjust(shortest, "x")[-longest:]


def _constrained_number(field: FieldInfo, value: Any) -> Any:  # noqa: ANN401
    """Moves a number into its bounds."""
    kind: Callable[[str], Any] = value.__class__
    for constraint in field.metadata:
        match constraint:
            case annotated_types.Ge():
                value = max(value, kind(str(constraint.ge)))
            case annotated_types.Gt():
                value = max(value, kind(str(constraint.gt)) + 1)
            case _:
                pass
    for constraint in field.metadata:
        match constraint:
            case annotated_types.Le():
                value = min(value, kind(str(constraint.le)))
            case annotated_types.Lt():
                value = min(value, kind(str(constraint.lt)) - 1)
            case _:
                pass
    return value
