"""Tokens: one algorithm, one secret, always an end."""

import datetime
import hmac
import json
import time
import uuid
from typing import Any

import jwt
import pytest
from fastapi import HTTPException
from hypothesis import given
from hypothesis import strategies as st
from jwt.utils import base64url_encode

from rowhouse_runtime.tokens import Tokens

SECRET = "s" * 32
tokens = Tokens(key_env="TOKENS_TEST_SECRET", lifetime=60)


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets the secret."""
    monkeypatch.setenv("TOKENS_TEST_SECRET", SECRET)


def test_payload_comes_back_with_an_end() -> None:
    payload: dict[str, Any] = {"sub": "7", "roles": ["a"], "aud": "somebody"}
    found = tokens.decode(tokens.encode(payload))
    assert payload == {"sub": "7", "roles": ["a"], "aud": "somebody"}
    assert found == {**payload, "exp": pytest.approx(time.time() + 60, abs=5)}


def test_own_end_stands() -> None:
    end = int(time.time()) + 5000
    token = tokens.encode({"exp": end})
    assert tokens.decode(token) == {"exp": end}
    assert 4990 < tokens.seconds_left(token) <= 5000


@pytest.mark.parametrize("key", [uuid.UUID(int=7), 7])
def test_subject_may_be_any_key(key: object) -> None:
    payload = {"sub": key}
    assert tokens.decode(tokens.encode(payload))["sub"] == str(key)
    assert payload == {"sub": key}


def signed(payload: dict[str, Any], key: str = SECRET, algorithm: str = "HS256") -> str:
    return jwt.encode(payload, key, algorithm=algorithm)  # pyright: ignore[reportUnknownMemberType]


def test_claims_may_be_what_rows_have() -> None:
    key, day = uuid.uuid4(), datetime.datetime(2024, 2, 29, tzinfo=datetime.UTC)
    found = tokens.decode(tokens.encode({"firm": key, "since": day}))
    assert (found["firm"], found["since"]) == (str(key), day.timestamp())
    for unknown in (object(), day.replace(tzinfo=None)):
        name = type(unknown).__name__
        with pytest.raises(TypeError, match=f"type {name} is not JSON serializable"):
            tokens.encode({"what": unknown})


def test_tokens_are_valid_for_half_an_hour_by_default() -> None:
    usual = Tokens(key_env="TOKENS_TEST_SECRET")
    assert 1790 < usual.seconds_left(usual.encode({})) <= 1800


LATER = {"exp": 2**33}
HEADER = json.dumps({"alg": "HS256"})


def written(header: str, payload: str) -> str:
    """A token of two JSON texts, signed with the secret."""
    parts = (base64url_encode(text.encode()) for text in (header, payload))
    content = b".".join(parts)
    signature = hmac.digest(SECRET.encode(), content, "sha256")
    return f"{content.decode()}.{base64url_encode(signature).decode()}"


@pytest.mark.parametrize(
    "token",
    [
        None,
        "",
        "garbage",
        "a.b.c",
        "ä.ö.ü",
        signed(LATER)[:-2] + "AA",
        signed({"exp": 1}),
        signed({"sub": "7"}),
        signed({"exp": "soon"}),
        signed({**LATER, "nbf": 2**33}),
        signed(LATER, key="t" * 32),
        signed(LATER, key=SECRET * 2, algorithm="HS512"),
        signed(LATER, key="", algorithm="none"),
        # As PyJWT's encoder would not write them.
        written('{"a":' * 5000, json.dumps(LATER)),
        written(HEADER, f'{{"exp": {2**33}, "a": {"[" * 5000}'),
        *(written(HEADER, f'{{"exp": {end}}}') for end in ("1e400", "[]", "{}", "NaN")),
        written(HEADER, f'{{"exp": {2**33}, "nbf": 1e400}}'),
    ],
)
def test_other_tokens_are_401(token: str | None) -> None:
    with pytest.raises(HTTPException) as error:
        tokens.decode(token)
    assert error.value.status_code == 401
    assert error.value.headers == {"WWW-Authenticate": "Bearer"}


def test_401_tells_a_wrong_token_from_none() -> None:
    for token, detail in (
        (None, "Not authenticated"),
        ("x", "Invalid or expired token"),
    ):
        with pytest.raises(HTTPException) as error:
            tokens.decode(token)
        assert error.value.detail == detail


@given(st.text())
def test_any_text_is_401(token: str) -> None:
    with pytest.raises(HTTPException) as error:
        tokens.decode(token)
    assert error.value.status_code == 401


@pytest.mark.parametrize(
    ("algorithm", "required"), [("HS256", 32), ("HS384", 48), ("HS512", 64)]
)
def test_secret_must_be_there_and_long_enough(
    monkeypatch: pytest.MonkeyPatch, algorithm: str, required: int
) -> None:
    strict = Tokens(key_env="TOKENS_TEST_SECRET", algorithm=algorithm)
    monkeypatch.setenv("TOKENS_TEST_SECRET", "ä" * (required // 2))
    assert strict.decode(strict.encode({"a": 1}))["a"] == 1
    monkeypatch.setenv("TOKENS_TEST_SECRET", "s" * (required - 1))
    for use in (lambda: strict.encode({}), lambda: strict.decode(None)):
        with pytest.raises(
            RuntimeError, match=f"TOKENS_TEST_SECRET is too short.*{required}"
        ):
            use()
    monkeypatch.delenv("TOKENS_TEST_SECRET")
    with pytest.raises(RuntimeError, match="TOKENS_TEST_SECRET is not set"):
        strict.decode("x")


@pytest.mark.parametrize(
    "key",
    [
        f"-----BEGIN PUBLIC KEY-----\n{'A' * 60}\n-----END PUBLIC KEY-----",
        f"ssh-rsa {'A' * 60}",
    ],
)
def test_secret_is_no_key_of_a_pair(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    monkeypatch.setenv("TOKENS_TEST_SECRET", key)
    with pytest.raises(RuntimeError, match="TOKENS_TEST_SECRET holds no secret"):
        _ = tokens.secret
