"""Which values of a request no column can hold.

JSON can carry them, and the Python type accepts them. They are refused here, as the
client's mistake, with their place. What else a column cannot hold, the database says.
"""

import datetime
import math
from decimal import Decimal
from typing import Any, TypeVar, cast

from pydantic_core import PydanticCustomError
from sqlalchemy.dialects.postgresql import Range

MAX_NESTING = 100
"""The maximum depth of lists and objects inside a value."""

_MAX_EXPONENT = 1000
"""The driver would write out all zeros of a larger one."""

T = TypeVar("T")


def check_storable(value: T) -> T:
    """Returns the value as it is when a database can store it.

    Raises:
        PydanticCustomError: It, or something inside it, cannot be stored.
    """
    _check(value, 0)
    return value


def _check(value: Any, depth: int) -> None:
    match value:
        case str():
            _check_text(value)
        case list() | dict():
            if depth == MAX_NESTING:
                raise PydanticCustomError(
                    "too_deep",
                    "Value should nest at most {limit} levels deep",
                    {"limit": MAX_NESTING},
                )
            if isinstance(value, dict):
                value = [*value, *value.values()]
            for each in cast("list[Any]", value):
                _check(each, depth + 1)
        case float() if not math.isfinite(value):
            raise PydanticCustomError(
                "finite_number", "Input should be a finite number"
            )
        case Decimal() if abs(value.adjusted()) > _MAX_EXPONENT:
            raise PydanticCustomError(
                "decimal_out_of_range", "Input should be of a sensible magnitude"
            )
        case datetime.time() if value.tzinfo is not None:
            # The driver would leave it out.
            raise PydanticCustomError("time_offset", "Input should have no offset")
        case Range():
            ends = cast("Any", value)
            _check([ends.lower, ends.upper], depth)
        case _:
            pass


def _check_text(value: str) -> None:
    if "\x00" in value:
        raise PydanticCustomError(
            "text_nul", "Text should not contain the character U+0000"
        )
    try:
        value.encode()
    except UnicodeEncodeError:
        raise PydanticCustomError(
            "text_surrogate", "Text should not contain half a surrogate pair"
        ) from None
