"""Claims: each of its own type, or no user."""

import datetime
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from fastapi import HTTPException
from hypothesis import given
from hypothesis import strategies as st

from rowhouse_runtime.claims import (
    as_bool,
    as_datetime,
    as_int,
    as_int_text,
    as_str,
    as_str_list,
    as_uuid,
    optional,
    read_claim,
)

KEY = "6f1f6f0c-5f0e-4a52-9d52-0b8a3d1c7f10"
MOMENT = datetime.datetime(2024, 5, 1, 10, tzinfo=datetime.UTC)
READERS: list[Callable[[object], object]] = [
    as_bool,
    as_datetime,
    as_int,
    as_int_text,
    as_str,
    as_str_list,
    as_uuid,
]


@pytest.mark.parametrize(
    ("read", "value", "expected"),
    [
        (as_str, "", ""),
        (as_str, "ä", "ä"),
        (as_str_list, [], []),
        (as_str_list, ["a", "b"], ["a", "b"]),
        (as_uuid, KEY, UUID(KEY)),
        (as_uuid, KEY.upper(), UUID(KEY)),
        (as_int, -(2**63), -(2**63)),
        (as_int_text, "7", 7),
        (as_int_text, "-7", -7),
        (as_bool, False, False),
        (as_datetime, 1714557600, MOMENT),
        (as_datetime, 1714557600.5, MOMENT.replace(microsecond=500_000)),
        (as_datetime, "2024-05-01T10:00:00Z", MOMENT),
        (as_datetime, "2024-05-01T12:00:00+02:00", MOMENT),
    ],
)
def test_value_has_its_type(
    read: Callable[[object], object], value: object, expected: object
) -> None:
    found = read_claim({"claim": value}, read, "claim")
    assert found == expected
    assert type(found) is type(expected)
    assert read_claim({"a": {"b": value}}, optional(read), "a", "b") == expected


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (as_str, 1),
        (as_str, "a\0b"),
        (as_str, "\ud800"),
        (as_str_list, "a"),
        (as_str_list, ["a", None]),
        (as_str_list, {"a": 1}),
        (as_uuid, KEY.replace("-", "")),
        (as_uuid, f"{{{KEY}}}"),
        (as_uuid, ""),
        (as_int, True),
        (as_int, 1.0),
        (as_int, "1"),
        (as_int, 2**63),
        (as_int_text, 7),
        (as_int_text, "07"),
        (as_int_text, " 7"),
        (as_int_text, "7_0"),
        (as_int_text, "\u0667"),
        (as_int_text, "9" * 5000),
        (as_bool, 0),
        (as_bool, "true"),
        (as_datetime, True),
        (as_datetime, float("inf")),
        (as_datetime, float("nan")),
        (as_datetime, 10**300),
        (as_datetime, 10**400),
        (as_datetime, "2024-05-01"),
        (as_datetime, "2024-05-01T10:00:00"),
    ],
)
def test_another_type_is_401(read: Callable[[object], object], value: object) -> None:
    for reader in (read, optional(read)):
        with pytest.raises(HTTPException) as error:
            read_claim({"claim": value}, reader, "claim")
        assert error.value.status_code == 401
        assert error.value.headers == {"WWW-Authenticate": "Bearer"}


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize(
    "claims", [{}, {"a": None}, {"a": {}}, {"a": {"b": None}}, {"a": "b"}, {"a": ["b"]}]
)
def test_missing_claim(
    read: Callable[[object], object], claims: dict[str, Any]
) -> None:
    with pytest.raises(HTTPException) as error:
        read_claim(claims, read, "a", "b")
    assert (error.value.status_code, error.value.detail) == (
        401,
        "The token has no valid a.b",
    )
    assert read_claim(claims, optional(read), "a", "b") is None


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_any_value_is_read_or_401(value: object) -> None:
    for read in READERS:
        try:
            read_claim({"claim": value}, read, "claim")
        except HTTPException as error:
            assert error.status_code == 401
