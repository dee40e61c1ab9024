"""Which values a database can store.

JSON can carry values that a Python type accepts and PostgreSQL does not: a NUL in a
text, half a surrogate pair, an integer beyond 64 bits in a column of integers, NaN, a
moment before the year 1 in UTC. They are refused here, as the client's mistake, before
they reach the database.
"""

import datetime
import math
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from pydantic import BaseModel
from pydantic_core import PydanticCustomError
from sqlalchemy.dialects.postgresql import Range

from .numbers import ExactFloat, is_exact

MAX_NESTING = 100
"""The maximum depth of lists and objects inside a value."""

_MIN_INT, _MAX_INT = -(2**63), 2**63 - 1
_MAX_DECIMAL_EXPONENT = 1000
_MAX_DOCUMENT_INT = 10**_MAX_DECIMAL_EXPONENT


class CheckedModel(BaseModel):
    """A schema whose validators check that its values can be stored."""


def check_storable(value: Any) -> Any:
    """Returns the value as it is when a database can store it.

    Raises:
        PydanticCustomError: It, or something inside it, cannot be stored.
    """
    check = _CHECKS.get(value.__class__)
    if check is not None:
        check(value)
    elif isinstance(value, BaseModel) and not isinstance(value, CheckedModel):
        # Not in JSON mode, which would turn infinity into null.
        _check_nested(value.model_dump())
    return value


def _check_nested(value: dict[Any, Any] | list[Any]) -> None:
    """Checks everything inside a list or an object, without recursion."""
    pending: list[tuple[Any, int, bool]] = [(value, 1, False)]
    while pending:
        current, depth, is_document = pending.pop()
        kind = current.__class__
        if kind is not dict and kind is not list:
            check = _DOCUMENT_CHECKS.get(kind) if is_document else None
            (check or check_storable)(current)
            continue
        if depth > MAX_NESTING:
            raise PydanticCustomError(
                "too_deep",
                "Value should nest at most {limit} levels deep",
                {"limit": MAX_NESTING},
            )
        if kind is dict:
            is_document = True
            pending.extend([(key, depth, is_document) for key in current])
            current = current.values()
        pending.extend([(item, depth + 1, is_document) for item in current])


def _check_text(value: str) -> None:
    if "\x00" in value:
        raise PydanticCustomError(
            "text_nul", "Text should not contain the character U+0000"
        )
    # Nearly every string passes the first test, which is very fast.
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError:
            raise PydanticCustomError(
                "text_surrogate", "Text should not contain half a surrogate pair"
            ) from None


def is_local_time(value: Any) -> bool:
    """Whether it is a date and time without a time zone, or a list or range of some."""
    if value.__class__ is list:
        return any(map(is_local_time, value))
    if value.__class__ is Range:
        return is_local_time(value.lower) or is_local_time(value.upper)
    return value.__class__ is datetime.datetime and value.tzinfo is None


def _check_moment(value: datetime.datetime) -> None:
    try:
        if value.tzinfo is not None:
            value.astimezone(datetime.UTC)
    except OverflowError:
        raise PydanticCustomError(
            "datetime_out_of_range", "Input should lie in the years 1 to 9999 UTC"
        ) from None


def _check_int(value: int) -> None:
    if not _MIN_INT <= value <= _MAX_INT:
        raise PydanticCustomError("int_out_of_range", "Input should fit in 64 bits")


def _check_document_int(value: int) -> None:
    """Unlike an integer column, a JSON document can have integers above 64 bits."""
    if abs(value) > _MAX_DOCUMENT_INT:
        raise PydanticCustomError(
            "int_out_of_range", "Input should be of a sensible magnitude"
        )


def _check_document_float(value: ExactFloat) -> None:
    """A float column rounds its values. A document is stored unchanged."""
    if not is_exact(value, value.text):
        raise PydanticCustomError(
            "number_too_precise",
            "Input should be a number that 64 bits hold exactly, or a text",
        )


def _check_float(value: float) -> None:
    if not math.isfinite(value):
        raise PydanticCustomError("finite_number", "Input should be a finite number")


def _check_decimal(value: Decimal) -> None:
    if abs(value.adjusted()) > _MAX_DECIMAL_EXPONENT:
        raise PydanticCustomError(
            "decimal_out_of_range", "Input should be of a sensible magnitude"
        )


def _check_ends(value: Range[Any]) -> None:
    check_storable(value.lower)
    check_storable(value.upper)


# By the very type, for each value of each request is looked up here. All others, such
# as a member of an enum, have passed what the schema says of them.
_CHECKS: dict[type, Callable[[Any], None]] = {
    str: _check_text,
    int: _check_int,
    float: _check_float,
    Decimal: _check_decimal,
    datetime.datetime: _check_moment,
    dict: _check_nested,
    list: _check_nested,
    Range: _check_ends,
}
_DOCUMENT_CHECKS: dict[type, Callable[[Any], None]] = {
    int: _check_document_int,
    ExactFloat: _check_document_float,
}
"""The rule for numbers inside of a JSON document."""
