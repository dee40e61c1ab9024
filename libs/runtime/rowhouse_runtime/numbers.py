"""Decimal fractions that floats cannot represent exactly."""

import json
import math
from decimal import Decimal, InvalidOperation
from typing import Any, Self, cast

_SURELY_EXACT = 16
"""Fifteen digits and a point: a float represents these exactly."""


_EXACT_INTEGERS = 2**53
"""Floats represent all integers up to this one."""
_INTEGERS = 2**64
"""No integer column has larger values."""


class ExactFloat(float):
    """A number of a JSON text that remembers how it was written.

    Python reads 0.10 as a float, which has neither its digits nor its precision.
    Pydantic makes a Decimal from the text of a float.
    """

    # Pydantic reads the fields of a model from the attributes of any object in a body,
    # except of one whose class is a builtin: 1.5 would be an empty object.
    __module__ = "builtins"

    text: str

    def __new__(cls, text: str) -> Self:
        """Reads a number."""
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __str__(self) -> str:
        """The number as it was written."""
        return self.text


def read_json(content: bytes | str) -> Any:
    """Parses JSON; numbers with a fraction or an exponent are `ExactFloat`."""
    if isinstance(content, bytes):
        # Like json.loads(), which would create a decoder for each call.
        content = content.decode(json.detect_encoding(content), "surrogatepass")
    return _DECODER.decode(content)


def exact_texts(value: object) -> object:
    """A number or a list of numbers, as they were written."""
    if isinstance(value, list):
        return [exact_texts(item) for item in cast("list[object]", value)]
    return value.text if isinstance(value, ExactFloat) else value


def is_exact(number: float, text: str) -> bool:
    """Whether a number is exactly the one that was written."""
    if len(text) <= _SURELY_EXACT and "e" not in text and "E" not in text:
        return True
    try:
        return Decimal(text) == Decimal(repr(number))
    except InvalidOperation:
        return False


def _read_float(text: str) -> float:
    number = ExactFloat(text)
    # A whole number beyond a float's digits, such as 9007199254740993.0, is an integer.
    if _EXACT_INTEGERS <= abs(number) < _INTEGERS and not is_exact(number, text):
        exact = Decimal(text)
        if exact == exact.to_integral_value():
            return int(exact)
    # As a plain float, infinity is refused wherever it cannot be stored.
    return number if math.isfinite(number) else float(number)


_DECODER = json.JSONDecoder(parse_float=_read_float)
