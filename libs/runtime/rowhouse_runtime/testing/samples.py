"""Valid values for columns and for fields.

Each takes a number: different numbers give different values, as far as the type has
them, so that unique columns stay unique.
"""

import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from sqlalchemy import (
    JSON,
    Column,
    DateTime,
    Interval,
    Numeric,
    String,
    Time,
    TypeDecorator,
)
from sqlalchemy import Enum as EnumType
from sqlalchemy.dialects.postgresql import INET, MACADDR
from sqlalchemy.types import TypeEngine

from .fields import Field, example
from .json_values import in_json
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
            return datetime.timedelta(seconds=number)
        case TypeDecorator():
            return _typed_value(kind.impl_instance, name, number)
        case EnumType():
            return enum_members(kind)[0]
        case DateTime(timezone=False):
            return (_START + datetime.timedelta(seconds=number)).replace(tzinfo=None)
        case Time(timezone=True):
            return datetime.time(number % 24, tzinfo=datetime.UTC)
        case JSON():
            return {}
        case Numeric():
            digits = (kind.precision or 10) - (kind.scale or 0)
            value = number % 10 ** max(digits, 1)
            return Decimal(value) if kind.asdecimal else float(value)
        case String():
            return _text(name, number, 0, kind.length or _LONGEST)
        case INET():
            return example("inet", number)
        case MACADDR():
            return example("macaddr", number)
        case _:
            return _plain_value(kind.python_type, number)


def _plain_value(kind: Any, number: int) -> Any:  # noqa: ANN401
    values: dict[Any, Any] = {
        bool: True,
        int: number,
        float: float(number),
        bytes: str(number).encode(),
        UUID: UUID(int=number),
        datetime.datetime: _START + datetime.timedelta(seconds=number),
        datetime.date: _START.date() + datetime.timedelta(days=number),
        datetime.time: datetime.time(number % 24),
        list: [],
    }
    if kind not in values:
        raise NotImplementedError(kind)
    return values[kind]


def enum_members(kind: EnumType) -> list[Any]:
    """What a column of an enum holds, in Python."""
    return list(kind.enum_class or kind.enums)


def sample(field: Field, name: str, number: int, column: Column[Any] | None) -> Any:  # noqa: ANN401
    """A valid value of a field, in JSON.

    Args:
        field: The field, with its constraints.
        name: Its name.
        number: Makes the value one of its own.
        column: The column that it is written to, if there is one.
    """
    kind = None if column is None else column.type
    if field.enum:
        return field.enum[number % len(field.enum)]
    if isinstance(kind, EnumType):
        return in_json(enum_members(kind)[number % len(enum_members(kind))])
    if field.type == "str":
        longest = getattr(kind, "length", None) or _LONGEST
        return _constrained_text(field, name, number, longest)
    if field.is_number:
        return field.dump(_constrained_number(field, number, kind))
    if field.type in {"datetime", "time"} and isinstance(kind, DateTime | Time):
        text = str(example(field.type, number)).removesuffix("Z")
        return f"{text}Z" if kind.timezone else text
    if field.item is not None:
        count = max(field.min_length or 0, min(1, field.max_length or 1))
        return [example(field.item, number + at) for at in range(count)]
    return example(field.type, number)


def in_column(field: Field, value: Any, column: Column[Any]) -> Any:  # noqa: ANN401
    """A field's value as its column holds it, in Python."""
    kind: TypeEngine[Any] = column.type
    if value is None:
        return None
    match kind:
        case EnumType():
            known = {in_json(member): member for member in enum_members(kind)}
            return known.get(value, value)
        case String():
            return str(value)
        case DateTime(timezone=False):
            return field.parse(value).replace(tzinfo=None)
        case Time(timezone=True):
            return field.parse(value).replace(tzinfo=datetime.UTC)
        case _:
            return field.parse(value)


def _constrained_text(field: Field, name: str, number: int, longest: int) -> str:
    shortest = field.min_length or 0
    longest = min(longest, _LONGEST if field.max_length is None else field.max_length)
    if field.pattern is not None:
        return matching_text(field.pattern, shortest, longest, number)
    return _text(name, number, shortest, longest)


def _text(name: str, number: int, shortest: int, longest: int) -> str:
    """The number last, for it makes the text unique."""
    text = f"{name}-{number}"
    return text.rjust(shortest, "x")[max(0, len(text.rjust(shortest, "x")) - longest) :]


def _constrained_number(
    field: Field, number: int, kind: TypeEngine[Any] | None
) -> int | float | Decimal:
    """A number between the bounds; one with a fraction, where there can be one."""
    low = field.ge if field.gt is None else field.gt
    high = field.le if field.lt is None else field.lt
    if field.type == "int":
        least = None if low is None else int(low) + (field.gt is not None)
        most = None if high is None else int(high) - (field.lt is not None)
        if least is not None and most is not None:
            return least + number % (most - least + 1)
        if most is not None:
            return most - number
        return number + (least or 0)
    value = Decimal(number) + Decimal("0.25")
    if isinstance(kind, Numeric) and kind.precision is not None:
        scale = kind.scale or 0
        value %= 10 ** max(kind.precision - scale, 1)
        value = round(value, scale) if scale < 2 else value
    places = 2 if field.decimal_places is None else field.decimal_places
    if field.max_digits is not None:
        value %= 10 ** max(field.max_digits - places, 1)
    value = round(value, min(places, 2))
    if low is not None and high is not None:
        span = Decimal(str(high)) - Decimal(str(low))
        value = Decimal(str(low)) + span * (number % 97 + 1) / 100
    elif low is not None:
        value += Decimal(str(low))
    elif high is not None:
        value = Decimal(str(high)) - value
    return float(value) if field.type == "float" else value
