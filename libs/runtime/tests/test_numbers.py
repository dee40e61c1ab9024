"""Numbers of a request arrive with the value that they were written with."""

from decimal import Decimal

import pytest
from pydantic import TypeAdapter

from rowhouse_runtime.numbers import read_json


@pytest.mark.parametrize(
    "text",
    [
        "1.0",
        "9007199254740992.0",
        "9007199254740993.0",
        "-9007199254740993.0",
        "9.007199254740993e15",
        "9223372036854775807.0",
    ],
)
def test_a_whole_number_with_a_fraction_is_that_integer(text: str) -> None:
    assert TypeAdapter(int).validate_python(read_json(text)) == Decimal(text)


@pytest.mark.parametrize("text", ["0.10", "9007199254740993.5", "-1.005", "1e-7"])
def test_a_decimal_has_each_digit(text: str) -> None:
    decimal = TypeAdapter(Decimal).validate_python(read_json(text))
    assert decimal.as_tuple() == Decimal(text).as_tuple()
