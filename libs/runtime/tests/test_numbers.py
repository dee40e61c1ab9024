"""Numbers of a request arrive with the value that they were written with."""

from decimal import Decimal

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from rowhouse_runtime.numbers import ExactFloat, is_exact, read_json


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


@pytest.mark.parametrize(
    "text",
    ["0.10", "9007199254740992.0", "9007199254740993.5", "-1.005", "1e-7"],
)
def test_a_decimal_has_each_digit(text: str) -> None:
    decimal = TypeAdapter(Decimal).validate_python(read_json(text))
    assert decimal.as_tuple() == Decimal(text).as_tuple()


class Named(BaseModel):
    """An object that may be empty."""

    name: str | None = None


def test_a_number_is_no_object() -> None:
    # FastAPI reads a body like this.
    with pytest.raises(ValidationError):
        TypeAdapter(Named).validate_python(read_json("1.5"), from_attributes=True)


def test_bytes_are_read_in_their_encoding() -> None:
    for encoding in ("utf-8", "utf-16", "utf-32"):
        assert read_json('["ä"]'.encode(encoding)) == ["ä"]
    # What no database stores is refused later, and by a better message.
    assert read_json(b'"\xed\xa0\x80"') == "\ud800"


def test_a_whole_number_that_no_column_of_integers_has_keeps_its_text() -> None:
    number = read_json("18446744073709551617.0")
    assert isinstance(number, ExactFloat)
    assert number.text == "18446744073709551617.0"


def test_a_number_beyond_the_range_of_floats_is_infinite() -> None:
    for number in (read_json("1e400"), read_json("-1e400")):
        assert type(number) is float
        with pytest.raises(ValidationError, match="finite number"):
            TypeAdapter(Decimal).validate_python(number)


@pytest.mark.parametrize(
    "text",
    ["1e-400", "1E-400", "1e400", "1e99999999999999999999", "629245319611470.7"],
)
def test_a_number_that_is_rounded_is_not_exact(text: str) -> None:
    assert not is_exact(float(text), text)


@pytest.mark.parametrize("text", ["1.5", "0.1", "99999999999999.9"])
def test_fifteen_digits_are_exact(text: str) -> None:
    assert is_exact(float(text), text)
