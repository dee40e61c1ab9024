"""Values of columns and of fields are valid, and differ as far as the type has them."""

import datetime
from decimal import Decimal
from enum import Enum
from ipaddress import IPv4Address, IPv4Network
from typing import Any, Union

import pytest
from pydantic import BaseModel
from pydantic import Field as Body
from rowhouse_runtime.schemas import Base64Bytes
from sqlalchemy import (
    ARRAY,
    JSON,
    Boolean,
    Column,
    DateTime,
    Float,
    Integer,
    Interval,
    LargeBinary,
    Numeric,
    String,
    Time,
    TypeDecorator,
    Uuid,
)
from sqlalchemy import Enum as EnumType
from sqlalchemy.dialects.postgresql import (
    CIDR,
    DATERANGE,
    DOMAIN,
    INET,
    INT4RANGE,
    MACADDR,
    MACADDR8,
    NUMRANGE,
    TSRANGE,
    TSTZRANGE,
    Range,
)
from sqlalchemy.types import TypeEngine
from tests.models import Opaque

from rowhouse_testing import Field
from rowhouse_testing.samples import (
    column_value,
    in_column,
    sample,
)

LOCAL = datetime.datetime(2024, 1, 8, 0, 0, 7), datetime.datetime(2024, 1, 9, 0, 0, 8)

HOME = {"number": 7, "street": {"streetName": "High Street"}}

ADDRESS = {"number": 1, "street": {"streetName": "text-7", "built": "1900-01-01"}}


class Size(Enum):
    """The members have other values than names."""

    SMALL = "s"
    LARGE = "l"


class Code(TypeDecorator[str]):
    """A type of the project."""

    impl = String(5)
    cache_ok = True


class Street(BaseModel):
    """A part of a document."""

    name: str = Body(alias="streetName")
    built: datetime.date = datetime.date(1900, 1, 1)


class Address(BaseModel):
    """A document."""

    number: int
    street: Street


def stored(kind: TypeEngine[Any], number: int) -> Any:
    """The value of a column of a type."""
    return column_value(Column("name", kind), number)


def whole(lower: object, upper: object) -> dict[str, object]:
    """A range in JSON."""
    return {"lower": lower, "upper": upper, "bounds": "[)", "empty": False}


def sent(field: Field, number: int, kind: TypeEngine[Any] | None = None) -> Any:
    """The value of a field, for a column of a type or for none."""
    column = None if kind is None else Column[Any]("name", kind)
    return sample(field, "name", number, column)


@pytest.mark.parametrize(
    ("kind", "number", "value"),
    [
        (Numeric(), 123_456, Decimal(123_456)),
        (Numeric(), 10**10 + 7, Decimal(7)),
        (Numeric(1), 17, Decimal(7)),
        (Numeric(4), 1007, Decimal(1007)),
        (Numeric(4, 0), 10_007, Decimal(7)),
        (Numeric(4, 2), 107, Decimal(7)),
        (Numeric(3, 2), 17, Decimal(7)),
        (Numeric(2, 2), 98, Decimal("0.99")),
        (Numeric(2, 2), 99, Decimal("0.01")),
        (Numeric(3, -2), 7, Decimal(800)),
        (Numeric(scale=-2), 7, Decimal(800)),
        (Numeric(asdecimal=False), 7, 7.0),
        (Numeric(2, 2, asdecimal=False), 7, 0.08),
        (JSON(), 7, {}),
        # Few characters hold more numbers in base 36.
        (String(5), 36, "me-10"),
        (String(6), 36, "ame-36"),
        (Code(), 7, "ame-7"),
        (DOMAIN("short", String(5)), 7, "ame-7"),
        (EnumType(Size), 7, Size.LARGE),
        (EnumType("a", "b", name="word"), 7, "b"),
        (DateTime(), 7, datetime.datetime(2024, 1, 8, 0, 0, 7)),
        (Interval(), 7, datetime.timedelta(seconds=7)),
        (Uuid(as_uuid=False), 7, "00000000-0000-0000-0000-000000000007"),
        (INET(), 300, IPv4Address("10.0.1.44")),
        (CIDR(), 300, IPv4Network("10.0.1.44/32")),
        (INT4RANGE(), 7, Range(7, 8)),
        (NUMRANGE(), 7, Range(Decimal(7), Decimal(8))),
        (DATERANGE(), 7, Range(datetime.date(2024, 1, 8), datetime.date(2024, 1, 9))),
        (TSRANGE(), 7, Range(*LOCAL)),
        (TSTZRANGE(), 7, Range(*(end.replace(tzinfo=datetime.UTC) for end in LOCAL))),
        (ARRAY(Integer), 7, [7]),
        (ARRAY(String(5)), 7, ["ame-7"]),
        (Boolean(), 9, True),
        (Boolean(), 8, False),
        (Float(), 7, 7.5),
        (LargeBinary(), 7, b"7"),
        (Time(), 67, datetime.time(1, 7)),
        (Time(), 24 * 60 + 7, datetime.time(0, 7)),
        (MACADDR(), 70_007, "08:00:2b:00:11:77"),
        (MACADDR8(), 70_007, "08:00:2b:ff:fe:00:11:77"),
    ],
)
def test_values_of_columns(kind: TypeEngine[Any], number: int, value: object) -> None:
    found = stored(kind, number)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("field", "kind", "number", "value"),
    [
        (Field(int), None, 7, 7),
        (Field(int, gt=4, lt=6), None, 7, 5),
        (Field(int, ge=5, le=5), None, 7, 5),
        (Field(int, ge=10, lt=50), None, 7, 17),
        (Field(int, gt=10, le=50), None, 47, 18),
        (Field(int, le=50), None, 7, 43),
        (Field(int, lt=50), None, 7, 42),
        (Field(int, ge=3), None, 7, 10),
        (Field(int, gt=3), None, 7, 11),
        # A number that is none of these is made from others until one is.
        (Field(int | None), None, 7, 7),
        (Field(Union[int, str]), None, 7, 7),  # noqa: UP007
        (Field(float), None, 7, 7.25),
        (Field(Decimal), None, 7, "7.25"),
        (Field(Decimal, ge=1, le=3), None, 7, "1.16"),
        (Field(Decimal, ge=1, le=3), None, 97, "1.02"),
        (Field(Decimal, ge=0.5), None, 7, "7.75"),
        (Field(Decimal, le=9), None, 7, "1.75"),
        (Field(Decimal, max_digits=4, decimal_places=1), None, 1007, "7.2"),
        (Field(Decimal, max_digits=4, decimal_places=3), None, 17, "7.25"),
        (Field(Decimal, max_digits=3), None, 107, "7.25"),
        (Field(Decimal, max_digits=2), None, 107, "7.2"),
        (Field(Decimal, max_digits=1), None, 107, "7"),
        (Field(Decimal), Numeric(6, 4), 107, "7.25"),
        (Field(Decimal), Numeric(4, 1), 1007, "7.20"),
        (Field(Decimal), Numeric(4), 1007, "1007.00"),
        (Field(Decimal), Numeric(2, 2), 7, "0.08"),
        (Field(float), Numeric(2, 2, asdecimal=False), 7, 0.08),
        (Field(bool), Integer(), 7, True),
        (Field(str), String(5), 7, "ame-7"),
        (Field(str), DOMAIN("short", String(5)), 7, "ame-7"),
        (Field(str, max_length=3), String(5), 7, "e-7"),
        (Field(str, min_length=8), None, 7, "xxname-7"),
        (Field(str, enum=["a", "b"]), None, 7, "b"),
        (Field(str), EnumType(Size), 7, "l"),
        (Field(Base64Bytes), None, 7, "bmFtZS03"),
        (Field(datetime.datetime), None, 7, "2024-01-08T00:00:07Z"),
        (Field(datetime.datetime), DateTime(), 7, "2024-01-08T00:00:07"),
        (Field(datetime.date), DateTime(), 7, "2024-01-08"),
        (Field(Range[int]), INT4RANGE(), 7, whole(7, 8)),
        (
            Field(Range[datetime.datetime]),
            TSRANGE(),
            7,
            whole("2024-01-08T00:00:07", "2024-01-09T00:00:08"),
        ),
        (Field(dict), None, 7, {"number": 7}),
        (Field(Range[int]), None, 7, whole(7, 8)),
        (Field(Range[Decimal]), NUMRANGE(), 7, whole("7", "8")),
        (Field(Decimal), Numeric(3, 2), 17, "7.25"),
        (Field(str, pattern="^$"), None, 7, ""),
        (Field(list[int], max_length=5), None, 7, [7]),
        (Field(list[str]), None, 7, ["name-7"]),
        (Field(list[int]), None, 7, [7]),
        (Field(list[int], min_length=3), None, 7, [7, 8, 9]),
        (Field(list[int], max_length=0), None, 7, []),
        (Field(list[str]), ARRAY(EnumType("a", "b", name="word")), 7, ["b"]),
        (
            Field(list[str], min_length=2),
            ARRAY(EnumType("a", "b", "c", name="word")),
            7,
            ["b", "c"],
        ),
    ],
)
def test_values_of_fields(
    field: Field, kind: TypeEngine[Any] | None, number: int, value: object
) -> None:
    found = sent(field, number, kind)
    assert found == value
    assert type(found) is type(value)
    assert field.error(found) is None


def test_a_text_of_a_pattern_is_the_same_each_time() -> None:
    field = Field(str, pattern="^[a-z]{9}$")
    assert sent(field, 7) == sent(field, 7) != sent(field, 8)


def test_type_that_says_nothing_is_named() -> None:
    with pytest.raises(TypeError, match=r"^No value .* the column name of type Opaque"):
        stored(Opaque(), 7)


def test_constraint_on_no_number_that_no_value_keeps_to_is_named() -> None:
    latest = datetime.date.max
    with pytest.raises(ValueError, match=r"^No value was found for name: .*'gt':"):
        sent(Field(datetime.date, gt=latest), 7)


@pytest.mark.parametrize("length", range(1, 9))
def test_texts_of_any_length_differ(length: int) -> None:
    count = min(36**length, 2000)
    kind = String(length)
    assert len({stored(kind, number) for number in range(count)}) == count
    assert len({sent(Field(str), number, kind) for number in range(count)}) == count


@pytest.mark.parametrize(("digits", "count"), [(1, 10), (2, 10), (3, 10), (4, 100)])
def test_numbers_of_a_few_digits_differ(digits: int, count: int) -> None:
    field = Field(Decimal, max_digits=digits)
    assert len({sent(field, number) for number in range(count)}) == count


@pytest.mark.parametrize(
    ("field", "kind", "value", "expected"),
    [
        (Field(str), String(), None, None),
        (Field(dict, document=Address), JSON(), HOME, HOME),
        (Field(Size), EnumType(Size), "l", Size.LARGE),
        (Field(str), EnumType(Size), "other", "other"),
        (Field(int), String(), 7, "7"),
        (Field(datetime.datetime), DateTime(), "2024-01-08T00:00:07Z", LOCAL[0]),
        (Field(Decimal), Numeric(), "7.5", Decimal("7.5")),
    ],
)
def test_what_a_column_holds_of_a_request(
    field: Field, kind: TypeEngine[Any], value: object, expected: object
) -> None:
    assert in_column(field, value, Column("name", kind)) == expected
