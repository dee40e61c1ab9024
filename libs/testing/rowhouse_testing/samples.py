"""Valid values for columns and for fields.

Each takes a number: different numbers give different values, as far as the type has
them, so that unique columns stay unique.
"""

import datetime
import string
from decimal import Decimal
from typing import Any, get_origin
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    JSON,
    Column,
    DateTime,
    Interval,
    Numeric,
    String,
    TypeDecorator,
    Uuid,
)
from sqlalchemy import Enum as EnumType
from sqlalchemy.dialects.postgresql import (
    DATERANGE,
    DOMAIN,
    NUMRANGE,
    TSRANGE,
    TSTZRANGE,
    Range,
)
from sqlalchemy.dialects.postgresql.ranges import AbstractSingleRange
from sqlalchemy.types import TypeEngine

from .fields import Field
from .json_values import in_json
from .patterns import matching_text
from .values import column_type, value_of

LONGEST = 200
# Shorter texts hold more numbers in base 36, such as the two characters of a country.
_FEW_CHARACTERS = 5
_DIGITS = string.digits + string.ascii_lowercase
_ENDS: dict[Any, Any] = {
    NUMRANGE: Decimal,
    DATERANGE: datetime.date,
    TSTZRANGE: datetime.datetime,
    TSRANGE: datetime.datetime,
}


def column_value(column: Column[Any], number: int) -> Any:
    """A value for a column.

    Raises:
        TypeError: The column's type is not known here.
    """
    try:
        return _typed_value(column.type, column.name, number)
    except (KeyError, NotImplementedError):
        msg = f"No value is known for the column {column} of type {column.type!r}"
        raise TypeError(msg) from None


def _typed_value(kind: TypeEngine[Any], name: str, number: int) -> Any:
    match kind:
        case Interval():
            return value_of(datetime.timedelta, number)
        case TypeDecorator():
            return _typed_value(kind.impl_instance, name, number)
        case EnumType():
            members = enum_members(kind)
            return members[number % len(members)]
        case DateTime(timezone=False):
            return value_of(datetime.datetime, number).replace(tzinfo=None)
        case JSON():
            return {}
        case Uuid(as_uuid=False):
            return str(value_of(UUID, number))
        case ARRAY():
            return [_typed_value(kind.item_type, name, number)]
        case Numeric():
            value = _number(number, kind)
            return value if kind.asdecimal else float(value)
        case String():
            return _text(name, number, 0, kind.length or LONGEST)
        case DOMAIN():
            return _typed_value(kind.data_type, name, number)
        case AbstractSingleRange():
            end = _ENDS.get(type(kind), int)
            lower, upper = value_of(end, number), value_of(end, number + 1)
            if isinstance(kind, TSRANGE):
                return Range(lower.replace(tzinfo=None), upper.replace(tzinfo=None))
            return Range(lower, upper)
        case _:
            return value_of(column_type(kind) or kind.python_type, number)


def _has_own_texts(kind: TypeEngine[Any]) -> bool:
    """Whether a column whose values are texts takes only some."""
    return isinstance(kind, Uuid) or column_type(kind) is not None


def enum_members(kind: EnumType) -> list[Any]:
    """The Python values of an enum column."""
    return list(kind.enum_class or kind.enums)


def sample(field: Field, name: str, number: int, column: Column[Any] | None) -> Any:
    """A valid value of a field, in JSON.

    Args:
        field: The field, with its constraints.
        number: Makes the value one of its own.
        column: The column that it is written to, if there is one.

    Raises:
        ValueError: None was found.
    """
    kind = None if column is None else column.type
    value = _likely(field, name, number, kind)
    if field.error(value) is None:
        return value
    msg = f"No value was found for {name}: {field.type} {field.limits}"
    raise ValueError(msg)


def _likely(field: Field, name: str, number: int, kind: TypeEngine[Any] | None) -> Any:
    """A value in JSON of the type, within the constraints."""
    if field.enum:
        return field.enum[number % len(field.enum)]
    if isinstance(kind, DOMAIN):
        return _likely(field, name, number, kind.data_type)
    if isinstance(kind, EnumType):
        return in_json(enum_members(kind)[number % len(enum_members(kind))])
    if field.item is not None:
        fewest, most = (field.limits.get(f"{end}_length") for end in ("min", "max"))
        count = max(fewest or 0, 1 if most is None else min(1, most))
        inner = getattr(kind, "item_type", None)
        return [_likely(field.item, name, number + at, inner) for at in range(count)]
    if field.base in {int, float, Decimal}:
        return field.dump(_limited(field, number, kind))
    if kind is not None and field.base is str and _has_own_texts(kind):
        return str(_typed_value(kind, name, number))
    if field.base is str or field.texts is not None:
        longest = getattr(kind, "length", None) or LONGEST
        return _limited_text(field, name, number, longest)
    if field.base is bytes:
        return in_json(_limited_text(field, name, number, LONGEST).encode())
    if kind is not None and get_origin(field.base) is Range:
        return field.dump(_typed_value(kind, name, number))
    if field.base is datetime.datetime and kind is not None:
        text = str(example(field, number)).removesuffix("Z")
        return f"{text}Z" if getattr(kind, "timezone", False) else text
    return example(field, number)


def example(field: Field, number: int) -> Any:
    """A value in JSON of the type, without constraints."""
    if field.texts is not None:
        return _limited_text(Field(field.type, texts=field.texts), "", number, LONGEST)
    return field.dump(value_of(field.base, number))


def in_column(field: Field, value: Any, column: Column[Any]) -> Any:
    """A field's value as its column holds it, in Python."""
    if value is None or field.document is not None:
        return value
    match column.type:
        case EnumType():
            known = {in_json(each): each for each in enum_members(column.type)}
            return known.get(value, value)
        case String():
            return str(value)
        case DateTime(timezone=False):
            return field.parse(value).replace(tzinfo=None)
        case _:
            return field.parse(value)


def _limited_text(field: Field, name: str, number: int, longest: int) -> str:
    shortest = field.limits.get("min_length", 0)
    longest = min(longest, field.limits.get("max_length", LONGEST))
    pattern = field.limits.get("pattern", field.texts)
    if pattern is None:
        return _text(name, number, shortest, longest)

    def accepts(text: str) -> bool:
        return field.base is bytes or field.error(text) is None

    return matching_text(pattern, shortest, longest, number, accepts)


def _text(name: str, number: int, shortest: int, longest: int) -> str:
    """Ends with the number, which makes the string unique."""
    # The length alone decides: a number in one base may look like another in the other.
    digits = _in_base_36(number) if longest <= _FEW_CHARACTERS else str(number)
    text = f"{name}-{digits}".rjust(shortest, "x")
    return text[max(0, len(text) - longest) :]


def _in_base_36(number: int) -> str:
    rest, digit = divmod(number, 36)
    return (_in_base_36(rest) if rest else "") + _DIGITS[digit]


def _number(number: int, kind: Numeric[Any]) -> Decimal:
    """A number that the column holds as it is: with all of its digits in reach."""
    scale, precision = kind.scale or 0, kind.precision or 10
    if not _is_shifted(kind):
        return Decimal(number % 10 ** max(precision - scale, 1))
    return Decimal(number % (10**precision - 1) + 1).scaleb(-scale)


def _is_shifted(kind: Numeric[Any]) -> bool:
    """Whether no digit stands right before the point: Numeric(4, 4), Numeric(5, -2)."""
    scale = kind.scale or 0
    return scale < 0 or (kind.precision is not None and scale >= kind.precision)


def _limited(field: Field, number: int, kind: TypeEngine[Any] | None) -> Any:
    """A number between the bounds, if possible with a fraction."""
    limits = field.limits
    low = limits.get("gt", limits.get("ge"))
    high = limits.get("lt", limits.get("le"))
    if field.base is int:
        least = None if low is None else int(low) + ("gt" in limits)
        most = None if high is None else int(high) - ("lt" in limits)
        if least is not None and most is not None:
            return least + number % (most - least + 1)
        return number + (least or 0) if most is None else most - number
    if isinstance(kind, Numeric) and _is_shifted(kind):
        value = _number(number, kind)
        return float(value) if field.base is float else value
    value = Decimal(number) + Decimal("0.25")
    if isinstance(kind, Numeric) and kind.precision is not None:
        scale = kind.scale or 0
        value = round(value % 10 ** max(kind.precision - scale, 1), min(scale, 2))
    places: int = limits.get("decimal_places", 2)
    if "max_digits" in limits:
        digits: int = limits["max_digits"]
        places = min(places, digits - 1)
        value %= 10 ** (digits - places)
    value = round(value, min(places, 2))
    if low is not None and high is not None:
        span = Decimal(str(high)) - Decimal(str(low))
        value = Decimal(str(low)) + span * (number % 97 + 1) / 100
    elif low is not None:
        value += Decimal(str(low))
    elif high is not None:
        value = Decimal(str(high)) - value
    return float(value) if field.base is float else value
