"""What no database can store is refused; all else passes unchanged."""

import datetime
import time
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import NaiveDatetime, ValidationError
from pydantic_core import PydanticCustomError
from sqlalchemy.dialects.postgresql import Range as PgRange

from rowhouse_runtime.numbers import ExactFloat
from rowhouse_runtime.ranges import Range
from rowhouse_runtime.schemas import UNSET, Base64Bytes, RequestModel
from rowhouse_runtime.storable import MAX_NESTING, check_storable

UTC = datetime.UTC
EAST = datetime.timezone(datetime.timedelta(hours=1))
storable = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"))
    | st.dates()
    | st.times()
    | st.timedeltas()
    | st.uuids()
    | st.binary()
    | st.datetimes(
        min_value=datetime.datetime(2, 1, 1),
        max_value=datetime.datetime(9998, 1, 1),
        timezones=st.timezones(),
    ),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("ab"), inner),
    max_leaves=10,
)


@given(storable)
def test_storable_values_pass(value: object) -> None:
    assert check_storable(value) is value


UNSTORABLE = [
    "\x00",
    "a\udfff",
    float("nan"),
    float("-inf"),
    Decimal("1e1001"),
    Decimal("1e-1001"),
    datetime.datetime(1, 1, 1, tzinfo=EAST),
    PgRange(upper="\x00"),
    PgRange(lower="\x00"),
]


@pytest.mark.parametrize("value", UNSTORABLE)
def test_unstorable_values_are_refused(value: object) -> None:
    for placed in (value, [value], {"a": [1, {"b": value}]}):
        with pytest.raises(PydanticCustomError):
            check_storable(placed)


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        ("\x00", "text_nul", "Text should not contain the character U+0000"),
        (
            "a\udfff",
            "text_surrogate",
            "Text should not contain half a surrogate pair",
        ),
        (2**63, "int_out_of_range", "Input should fit in 64 bits"),
        (
            {"a": 10**1001},
            "int_out_of_range",
            "Input should be of a sensible magnitude",
        ),
        (
            {"a": ExactFloat("0.12345678901234567890")},
            "number_too_precise",
            "Input should be a number that 64 bits hold exactly, or a text",
        ),
        (float("nan"), "finite_number", "Input should be a finite number"),
        (
            Decimal("1e1001"),
            "decimal_out_of_range",
            "Input should be of a sensible magnitude",
        ),
        (
            datetime.datetime.min.replace(tzinfo=EAST),
            "datetime_out_of_range",
            "Input should lie in the years 1 to 9999 UTC",
        ),
    ],
)
def test_refusals_say_what_is_expected(value: object, kind: str, message: str) -> None:
    with pytest.raises(PydanticCustomError) as refused:
        check_storable(value)
    assert (refused.value.type, refused.value.message()) == (kind, message)


@pytest.mark.parametrize(
    "value", [Decimal("1e1000"), Decimal("-1e-1000"), -(2**63), 2**63 - 1]
)
def test_the_largest_numbers_pass(value: object) -> None:
    assert check_storable(value) is value


@pytest.mark.parametrize("zone", ["America/New_York", "Asia/Tokyo"])
def test_the_first_and_the_last_moment_are_those_of_utc_wherever_the_server_is(
    monkeypatch: pytest.MonkeyPatch, zone: str
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        for value in (datetime.datetime.min, datetime.datetime.max):
            check_storable(value.replace(tzinfo=UTC))
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize("value", [2**63, -(2**63) - 1])
def test_integers_have_64_bits_but_in_documents(value: int) -> None:
    for placed in (value, [value], [[value]]):
        with pytest.raises(PydanticCustomError):
            check_storable(placed)
    check_storable({"a": [1, {"b": value}]})


def test_integers_in_documents_have_a_bound() -> None:
    check_storable({"a": 10**1000})
    for value in (10**1000 + 1, -(10**1001)):
        with pytest.raises(PydanticCustomError, match="sensible magnitude"):
            check_storable({"a": [value]})


def test_unstorable_keys_are_refused() -> None:
    for key in ("\x00", "\ud800"):
        with pytest.raises(PydanticCustomError):
            check_storable({"a": {key: 1}})


def test_nesting_is_limited() -> None:
    value: list[Any] = []
    for _ in range(MAX_NESTING - 1):
        value = [value]
    check_storable(value)
    with pytest.raises(PydanticCustomError) as refused:
        check_storable([value])
    assert refused.value.type == "too_deep"
    assert refused.value.message() == "Value should nest at most 100 levels deep"
    for _ in range(100_000):
        value = [value]
    with pytest.raises(PydanticCustomError):
        check_storable(value)


class Body(RequestModel):
    """A body with a field that may be left out, and one that may be null too."""

    title: str = UNSET
    subtitle: str | None = UNSET
    data: Base64Bytes = UNSET


def test_request_refuses_with_the_place() -> None:
    with pytest.raises(ValidationError) as refusal:
        Body.model_validate({"title": "\x00", "subtitle": None, "other": 1})
    assert [(error["loc"], error["type"]) for error in refusal.value.errors()] == [
        (("title",), "text_nul"),
        (("other",), "extra_forbidden"),
    ]


class Meeting(RequestModel):
    """A body with dates and times of both kinds."""

    at: datetime.datetime | None = UNSET
    others: list[datetime.datetime] = UNSET
    local: NaiveDatetime | None = UNSET
    locals: list[NaiveDatetime] = UNSET
    span: Range[datetime.datetime] = UNSET


def test_a_datetime_has_a_time_zone_exactly_when_its_column_has_one() -> None:
    moment, local = "2030-01-31T12:00:00Z", "2030-01-31T12:00:00"
    Meeting.model_validate({"at": moment, "others": [moment], "local": local})
    Meeting.model_validate({"locals": [local]})
    for body in (
        {"at": local},
        {"others": [moment, local]},
        {"local": moment},
        {"locals": [moment]},
        {"span": {"lower": local}},
        {"span": {"upper": local}},
    ):
        with pytest.raises(ValidationError, match=r"time ?zone"):
            Meeting.model_validate(body)
    with pytest.raises(ValidationError) as refused:
        Meeting.model_validate({"at": local})
    (error,) = refused.value.errors()
    assert error["type"] == "timezone_aware"
    assert error["msg"] == "Input should have a time zone, such as a final Z"


def test_unset_is_not_null() -> None:
    assert Body.model_validate({}).model_dump(exclude_unset=True) == {}
    body = Body.model_validate({"subtitle": None})
    assert body.model_dump(exclude_unset=True) == {"subtitle": None}
    with pytest.raises(ValidationError):
        Body.model_validate({"title": None})
    schema = Body.model_json_schema()
    assert "required" not in schema
    assert "default" not in schema["properties"]["title"]


@given(st.binary())
def test_bytes_are_base64_in_json(data: bytes) -> None:
    body = Body(data=data)
    assert Body.model_validate_json(body.model_dump_json(exclude_unset=True)) == body


@pytest.mark.parametrize("text", ["a", "a===", "ä", "YQ", "YQ=?", "\ud800"])
def test_what_is_no_base64_is_refused(text: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Body.model_validate({"data": text})
    (error,) = refused.value.errors()
    assert error["msg"] == "Value error, Input should be base64"


def test_a_number_is_seconds_however_large_it_is() -> None:
    latest = Meeting.model_validate({"at": 253402300799}).at
    assert latest == datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC)
    for number in (253402300800, 1_500_000_000_000, "1500000000000"):
        with pytest.raises(ValidationError):
            Meeting.model_validate({"at": number})
