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
from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine

from rowhouse_runtime.cursors import (
    decode_cursor,
    encode_cursor,
    search_digest,
)
from rowhouse_runtime.sealing import Seal, seal_of

from .models import Level

DIGEST = search_digest("things")
TYPES: dict[type, st.SearchStrategy[Any]] = {
    str: st.text(st.characters(exclude_categories=["Cs"]), max_size=50),
    int: st.integers(-(2**63), 2**63 - 1),
    float: st.floats(allow_nan=False),
    bool: st.booleans(),
    bytes: st.binary(max_size=50),
    Decimal: st.decimals(allow_nan=False),
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


@given(typed_values, st.none() | st.builds(Seal, st.text("ab")))
def test_values_come_back(pairs: list[tuple[type, Any]], seal: Seal | None) -> None:
    values = [value for _, value in pairs]
    cursor = encode_cursor(DIGEST, values, seal)
    types: list[type[Any]] = [kind for kind, _ in pairs]
    assert decode_cursor(cursor, DIGEST, types, seal=seal) == values
    assert cursor.isascii()
    assert cursor.replace("-", "").replace("_", "").isalnum()


def test_sealed_cursors_end_with_any_letter() -> None:
    seal = Seal("secret")
    for number in range(1000):
        cursor = encode_cursor(DIGEST, [number], seal)
        assert decode_cursor(cursor, DIGEST, [int], seal=seal) == [number]


@pytest.mark.parametrize("value", [float("nan"), Decimal("NaN")])
def test_nan_comes_back(value: float | Decimal) -> None:
    (found,) = decode_cursor(encode_cursor(DIGEST, [value]), DIGEST, [type(value)])
    assert found != found


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (datetime.date, "infinity"),
        (datetime.date, "10000-01-01"),
        (datetime.datetime, "0044-03-15 00:00:00+00 BC"),
        (datetime.time, "24:00:00"),
        (datetime.timedelta, "2136000000 months 0 days 0 microseconds"),
        (Decimal, Decimal("-Infinity")),
        (Decimal, Decimal("1E+131071")),
    ],
)
def test_values_that_python_has_not_come_back(kind: type, value: object) -> None:
    assert decode_cursor(encode_cursor(DIGEST, [value]), DIGEST, [kind]) == [value]


def test_value_of_an_unknown_type_comes_back() -> None:
    cursor = encode_cursor(DIGEST, ["a", 1])
    assert decode_cursor(cursor, DIGEST, [object, Seal]) == ["a", 1]


def test_digest_is_short_and_of_any_value() -> None:
    assert len(search_digest("things")) == 18
    assert search_digest(b"\xff") != search_digest(b"\xfe")


@given(st.text() | st.binary().map(lambda data: base64.b64encode(data).decode()))
def test_garbage_is_refused(cursor: str) -> None:
    for seal in (None, Seal("secret")):
        with pytest.raises(RequestValidationError):
            decode_cursor(cursor, DIGEST, [int], seal=seal)


@given(st.data())
def test_changed_sealed_cursor_is_refused(data: st.DataObject) -> None:
    cursor = encode_cursor(DIGEST, [12345], Seal("secret"))
    at = data.draw(st.integers(0, len(cursor) - 2))
    letter = data.draw(st.sampled_from("AQgw09-_").filter(lambda x: x != cursor[at]))
    with pytest.raises(RequestValidationError):
        changed = cursor[:at] + letter + cursor[at + 1 :]
        decode_cursor(changed, DIGEST, [int], seal=Seal("secret"))


anything = st.text(st.characters())  # Half surrogate pairs as well.
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | anything,
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(json_values | st.tuples(st.just(1), st.just(DIGEST), json_values).map(list))
def test_forged_content_is_refused_or_typed(content: object) -> None:
    try:
        values = decode_cursor(forged(content), DIGEST, [int, str])
    except RequestValidationError:
        return
    if len(values) == 1:
        values = [None, *values]
    number, text = values
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


def test_decimal_of_the_most_digits_comes_back() -> None:
    (found,) = decode_cursor(forged([1, DIGEST, ["1e262144"]]), DIGEST, [Decimal])
    assert found == Decimal("1e262144")


@pytest.mark.parametrize("value", ["1e262145", "1e-262145", "x", [], {}])
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


URL = "postgresql+asyncpg://user:password@localhost/name"


@pytest.mark.parametrize(
    ("secret", "used"),
    [("s" * 32, "s" * 32), ("ä" * 16, "ä" * 16), ("", "password")],
)
def test_secret_of_the_seal(
    monkeypatch: pytest.MonkeyPatch, secret: str, used: str
) -> None:
    monkeypatch.setenv("CURSOR_SECRET", secret)
    sealed = seal_of(AsyncSession(create_async_engine(URL))).close(b"content")
    assert Seal(used).open(sealed) == b"content"


def test_seals_of_two_secrets_have_nothing_in_common() -> None:
    one, other = (Seal(secret).close(b"content") for secret in ("one", "other"))
    assert not {one[at : at + 4] for at in range(len(one) - 3)} & {
        other[at : at + 4] for at in range(len(other) - 3)
    }


def test_workers_of_two_versions_read_each_others_cursors() -> None:
    sealed = "312a6dd9d7a62436036b58f620c92cac38eb87f8f6f8d3"
    assert Seal("secret").close(b"content").hex() == sealed


def test_short_secret_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CURSOR_SECRET", "s" * 31)
    with pytest.raises(RuntimeError, match="too short"):
        seal_of(AsyncSession(create_async_engine(URL)))


def test_process_without_a_secret_makes_one(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What a client may guess encrypts nothing."""
    monkeypatch.delenv("CURSOR_SECRET", raising=False)
    db = AsyncSession(create_async_engine(URL.replace(":password", "")))
    sealed = seal_of(db).close(b"content")
    assert seal_of(db).open(sealed) == b"content"
    (record,) = caplog.records
    assert (record.name, record.levelname) == ("rowhouse_runtime.sealing", "WARNING")
    assert "CURSOR_SECRET is not set" in caplog.text
    for guess in ("", "None", str(db.get_bind().engine.url)):
        with pytest.raises(ValueError, match=r"^not sealed with this key$"):
            Seal(guess).open(sealed)
