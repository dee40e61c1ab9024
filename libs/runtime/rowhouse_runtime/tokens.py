"""Signed tokens: JSON Web Tokens with one algorithm and one secret."""

import datetime
import json
import math
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

import jwt
from fastapi import HTTPException, status

MIN_SECRET_BYTES = {"HS256": 32, "HS384": 48, "HS512": 64}
"""The algorithms, and the minimum length of the secret of each (RFC 7518)."""

INVALID_TOKEN = (jwt.PyJWTError, RecursionError)
"""What decoding an invalid token raises: its JSON may nest too deep."""


@dataclass(eq=False, kw_only=True)
class Tokens:
    """Creates and reads the tokens of an API."""

    key_env: str
    """Name of the environment variable with the signing secret."""
    algorithm: str = "HS256"
    """The only algorithm that is used and accepted."""
    lifetime: int = 1800
    """Seconds for which a token is valid."""

    @property
    def secret(self) -> str:
        """The signing secret.

        Raises:
            RuntimeError: The environment variable is unset, or its value is too short,
                or no secret.
        """
        secret = os.environ.get(self.key_env, "")
        _check_secret(secret, self.key_env, self.algorithm)
        return secret

    def encode(self, payload: Mapping[str, Any]) -> str:
        """Creates a token with a payload. An `exp` in the payload is kept.

        A UUID becomes its text, a datetime the seconds since 1970.
        """
        claims = {"exp": int(time.time()) + self.lifetime, **payload}
        if "sub" in claims:
            claims["sub"] = str(claims["sub"])  # A key that is a UUID or an integer.
        return jwt.encode(  # pyright: ignore[reportUnknownMemberType]
            claims,
            self.secret,
            algorithm=self.algorithm,
            json_encoder=_ClaimsEncoder,
        )

    def seconds_left(self, token: str) -> int:
        """For how many seconds a token of this API is still valid."""
        end: float = self.decode(token)["exp"]
        return math.ceil(end - time.time())

    def decode(self, token: str | None) -> dict[str, Any]:
        """Returns the payload of a token.

        Raises:
            HTTPException: 401, when there is no token or it is not valid.
        """
        secret = self.secret
        if token is None:
            raise unauthorized("Not authenticated")
        try:
            return jwt.decode(  # pyright: ignore[reportUnknownMemberType]
                token,
                secret,
                algorithms=[self.algorithm],
                options={
                    "require": ["exp"],
                    "verify_aud": False,  # The payload's author chose it.
                },
            )
        except INVALID_TOKEN:
            raise unauthorized("Invalid or expired token") from None


@cache
def _check_secret(secret: str, key_env: str, algorithm: str) -> None:
    """Checks a secret, once for all requests.

    Raises:
        RuntimeError: It is too short, or no secret.
    """
    required = MIN_SECRET_BYTES[algorithm]
    if len(secret.encode()) < required:
        state = "too short" if secret else "not set"
        msg = (
            f"The environment variable {key_env} is {state}. It should "
            f"hold the secret that signs the tokens, of at least {required} bytes"
        )
        raise RuntimeError(msg)
    try:
        jwt.get_algorithm_by_name(algorithm).prepare_key(secret)
    except jwt.InvalidKeyError as error:
        msg = f"The environment variable {key_env} holds no secret: {error}"
        raise RuntimeError(msg) from error


class _ClaimsEncoder(json.JSONEncoder):
    """Converts values of a user's row that JSON does not have."""

    def default(self, o: object) -> object:
        """Returns the JSON value of a Python value."""
        match o:
            case UUID():
                return str(o)
            case datetime.datetime() if o.tzinfo is not None:
                return o.timestamp()
            case _:
                return super().default(o)


def unauthorized(detail: str) -> HTTPException:
    """A 401 that asks for a bearer token."""
    return HTTPException(
        status.HTTP_401_UNAUTHORIZED,
        detail,
        headers={"WWW-Authenticate": "Bearer"},
    )
