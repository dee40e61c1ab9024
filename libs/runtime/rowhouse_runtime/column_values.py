"""Which Python values a column accepts."""

import datetime
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pydantic_core import PydanticCustomError
from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Enum,
    Float,
    Integer,
    Numeric,
    SmallInteger,
    String,
)
from sqlalchemy.dialects.postgresql import Range
from sqlalchemy.dialects.postgresql.ranges import AbstractSingleRange
from sqlalchemy.types import TypeEngine

from .columns import without_domain
from .storable import check_storable

# By class, where each is a subclass of the next.
_BITS: Mapping[type[Integer], int] = {SmallInteger: 16, BigInteger: 64, Integer: 32}


def holds(column: Column[Any], value: object) -> bool:
    """Whether a column can hold a value, as far as its type says.

    Types that are not SQLAlchemy's own may take anything.
    """
    if value is None:
        return bool(column.nullable)
    try:
        check_storable(value)
    except PydanticCustomError:
        return False
    return _takes(without_domain(column.type), value)


def _takes(kind: TypeEngine[Any], value: object) -> bool:
    match kind:
        case Enum():
            is_member = kind.enum_class is not None and isinstance(
                value, kind.enum_class
            )
            return is_member or value in kind.enums
        case Integer():
            return _is_int(value) and _fits(kind, value)
        case Float():
            return _is_number(value)
        case Numeric():
            return _is_number(value) and _has_room(kind, value)
        case String():
            length = kind.length
            return isinstance(value, str) and (length is None or len(value) <= length)
        case DateTime():
            return isinstance(value, datetime.datetime) and (
                kind.timezone or value.tzinfo is None
            )
        case AbstractSingleRange():
            return isinstance(value, Range)
        case _:
            return _is_instance(kind, value)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return _is_int(value) or isinstance(value, float | Decimal)


def _fits(kind: Integer, value: Any) -> bool:
    bits = next(bits for each, bits in _BITS.items() if isinstance(kind, each))
    return bool(-(2 ** (bits - 1)) <= value < 2 ** (bits - 1))


def _has_room(kind: Numeric[Any], value: Any) -> bool:
    if kind.precision is None:
        return True
    # From here on, PostgreSQL rounds to a digit more than there is room for. Operators
    # of decimals would round as well, to 28 digits or an error.
    limit = Decimal(f"{'9' * kind.precision}.5e{-(kind.scale or 0)}")
    return Decimal(str(value)).copy_abs() < limit


def _is_instance(kind: TypeEngine[Any], value: object) -> bool:
    try:
        expected: type = kind.python_type
    except NotImplementedError:
        return True
    return isinstance(value, expected)
