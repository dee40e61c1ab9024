"""A cursor comes back as what it was, or is refused."""

import base64
import datetime
import json
import uuid
from decimal import Decimal
from typing import Any

import pytest
from fastapi.exceptions import RequestValidationError
from hypothesis import given
from hypothesis import strategies as st

from rowhouse_runtime.cursors import (
    decode_cursor,
    encode_cursor,
    search_digest,
)

from .models import Level

DIGEST = search_digest("things")
TYPES: dict[type, st.SearchStrategy[Any]] = {
    str: st.text(
        st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=50
    ),
    int: st.integers(-(2**63), 2**63 - 1),
    float: st.floats(allow_nan=False),
    bool: st.booleans(),
    bytes: st.binary(max_size=50),
    Decimal: st.decimals(-(10**20), 10**20, allow_nan=False),
    uuid.UUID: st.uuids(),
    datetime.datetime: st.datetimes() | st.datetimes(timezones=st.just(datetime.UTC)),
    datetime.date: st.dates(),
    datetime.time: st.times(),
    datetime.timedelta: st.timedeltas(),
    Level: st.sampled_from(Level),
}
typed_values = st.lists(
    st.sampled_from(list(TYPES)).flatmap(
        lambda kind: st.tuples(st.just(kind), st.none() | TYPES[kind]),
    ),
    max_size=5,
)


def forged(content: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(content).encode()).decode()


@given(typed_values)
def test_values_come_back(pairs: list[tuple[type, Any]]) -> None:
    values = [value for _, value in pairs]
    cursor = encode_cursor(DIGEST, values)
    types: list[type[Any]] = [kind for kind, _ in pairs]
    assert decode_cursor(cursor, DIGEST, types) == values
    assert cursor.isascii()
    assert cursor.replace("-", "").replace("_", "").isalnum()


@pytest.mark.parametrize("value", [float("nan"), Decimal("NaN")])
def test_nan_comes_back(value: float | Decimal) -> None:
    (found,) = decode_cursor(encode_cursor(DIGEST, [value]), DIGEST, [type(value)])
    assert found != found


def test_value_of_an_unknown_type_comes_back() -> None:
    cursor = encode_cursor(DIGEST, ["a", 1])
    assert decode_cursor(cursor, DIGEST, [object, object]) == ["a", 1]


def test_digest_is_short_and_of_any_value() -> None:
    assert len(search_digest("things")) == 18
    assert search_digest(b"\xff") != search_digest(b"\xfe")


@given(st.text() | st.binary().map(lambda data: base64.b64encode(data).decode()))
def test_garbage_is_refused(cursor: str) -> None:
    with pytest.raises(RequestValidationError):
        decode_cursor(cursor, DIGEST, [int])


anything = st.text(st.characters())  # Half surrogate pairs as well.
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | anything,
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(json_values | st.tuples(st.just(1), st.just(DIGEST), json_values).map(list))
def test_forged_content_is_refused_or_typed(content: object) -> None:
    try:
        number, text = decode_cursor(forged(content), DIGEST, [int, str])
    except RequestValidationError:
        return
    assert number is None or type(number) is int
    assert text is None or type(text) is str


@pytest.mark.parametrize(
    "content",
    [
        [2, DIGEST, [1]],
        [1, DIGEST, []],
        [1, DIGEST, [1, 2]],
        [1, DIGEST, ["x"]],
        [1, DIGEST],
        1,
        [1, DIGEST, "1"],
        [1, DIGEST, {"1": 1}],
        [1, DIGEST, ["\ud800"]],
    ],
)
def test_wrong_version_count_and_type_are_refused(content: object) -> None:
    with pytest.raises(RequestValidationError, match="one that a page returned"):
        decode_cursor(forged(content), DIGEST, [int])


def test_cursor_with_more_in_it_is_refused() -> None:
    cursor = encode_cursor(DIGEST, [1])
    assert decode_cursor(cursor, DIGEST, [int]) == [1]
    # Four characters more need no other padding.
    for changed in (f"{cursor}?", f"{cursor[:5]}????{cursor[5:]}"):
        with pytest.raises(RequestValidationError, match="one that a page returned"):
            decode_cursor(changed, DIGEST, [int])


def test_deep_cursor_is_refused() -> None:
    deep = base64.urlsafe_b64encode(b"[" * 200_000).decode()
    with pytest.raises(RequestValidationError, match="one that a page returned"):
        decode_cursor(deep, DIGEST, [int])


@pytest.mark.parametrize("value", ["1e1001", "1e-1001", "x", [], {}])
def test_monstrous_decimals_are_refused(value: object) -> None:
    with pytest.raises(RequestValidationError):
        decode_cursor(forged([1, DIGEST, [value]]), DIGEST, [Decimal])


def test_other_search_is_refused() -> None:
    with pytest.raises(RequestValidationError, match="another sort or filter"):
        decode_cursor(encode_cursor("other", [1]), DIGEST, [int])


@pytest.mark.parametrize(
    ("cursor", "message"),
    [
        ("?", "Cursor should be one that a page returned"),
        (
            encode_cursor("other", [1]),
            "Cursor belongs to a search with another sort or filter",
        ),
    ],
)
def test_refusal_names_the_field(cursor: str, message: str) -> None:
    with pytest.raises(RequestValidationError) as refusal:
        decode_cursor(cursor, DIGEST, [int])
    assert refusal.value.errors() == [
        {"type": "invalid_cursor", "loc": ("body", "cursor"), "msg": message}
    ]
