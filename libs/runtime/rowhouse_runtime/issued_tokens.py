"""Verifies tokens of another server with the public keys that it publishes."""

import asyncio
import logging
import os
import time
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from http.client import HTTPException as HttpError
from http.client import HTTPResponse
from typing import Any
from urllib.request import Request, urlopen

import jwt
from fastapi import HTTPException, status
from fastapi.security import HTTPAuthorizationCredentials
from pydantic import BaseModel, ConfigDict, ValidationError

from .tokens import INVALID_TOKEN, check_end, unauthorized

logger = logging.getLogger(__name__)

RENEWAL_SECONDS = 60
"""Keys are not fetched more often than this, whatever the tokens contain."""
RETRY_SECONDS = 1
"""The same, until the first keys are there."""
LIFETIME_SECONDS = 600
"""Keys are fetched again after this time: the server may have withdrawn one."""
TIMEOUT_SECONDS = 5
"""The maximum time for fetching keys, however slow the server is."""
SKEW_SECONDS = 10
"""How far the server's clock may be ahead: a new token is valid at once."""
_MAX_BYTES = 1 << 20
_UNUSABLE = (jwt.PyJWTError, ValueError, TypeError)
"""What a key raises that cannot be read.

PyJWT before 2.15 lets Python's own errors through.
"""

_Keys = dict[str | None, dict[str, list[jwt.PyJWK]]]
"""By their ids, which several may share, and by the algorithms that they may check."""


class RemoteKeys:
    """The keys of a JSON Web Key Set (RFC 7517): fetched when needed, and kept."""

    def __init__(self, *, url_env: str, algorithms: Collection[str]) -> None:
        """Describes the keys.

        Args:
            url_env: Name of the environment variable with the URL of the key set.
            algorithms: The algorithms that tokens may be signed with.
        """
        self._url_env = url_env
        self._algorithms = algorithms
        self._keys: _Keys = {}
        self._fetched = self._tried = float("-inf")
        self._renewal: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """Where the keys are.

        Raises:
            RuntimeError: The environment variable has no such URL.
        """
        url = os.environ.get(self._url_env, "")
        if not url.startswith(("https://", "http://")):
            state = "no URL" if url else "not set"
            msg = (
                f"The environment variable {self._url_env} is {state}. It should hold "
                "the URL of the key set that tokens are checked with"
            )
            raise RuntimeError(msg)
        return url

    async def find(self, kid: str | None, algorithm: str) -> list[jwt.PyJWK]:
        """Returns the keys that a token may mean: those for its algorithm.

        Args:
            kid: The key's id. A token without one is checked with the only key.
            algorithm: What the token says that it is signed with.

        Raises:
            HTTPException: 503, when there are no keys, and none can be fetched.
        """
        is_known = kid in self._keys if kid is not None else bool(self._keys)
        now = time.monotonic()
        if not is_known or now - self._fetched > LIFETIME_SECONDS:
            renewal = self._renew()
            # Old keys are used meanwhile, so that a slow server delays nobody. After a
            # long time without requests, a key may have been withdrawn long ago.
            was_idle = now - self._tried > 2 * LIFETIME_SECONDS
            if renewal and (not is_known or was_idle):
                # Shielded: other requests wait for it even if this one is cancelled.
                await asyncio.shield(renewal)
        if not self._keys:
            raise HTTPException(
                status.HTTP_503_SERVICE_UNAVAILABLE,
                "The keys that tokens are checked with cannot be fetched",
                headers={"Retry-After": str(RETRY_SECONDS)},
            )
        if kid is None and len(self._keys) == 1:
            (fitting,) = self._keys.values()
        else:
            fitting = self._keys.get(kid, {})
        return fitting.get(algorithm, [])

    def _renew(self) -> asyncio.Task[None] | None:
        """Starts to fetch the keys, unless that was tried a moment ago.

        Returns:
            What is under way: one renewal at a time.
        """
        if self._renewal is None or self._renewal.done():
            pause = RENEWAL_SECONDS if self._keys else RETRY_SECONDS
            if time.monotonic() - self._tried < pause:
                return None
            self._renewal = asyncio.create_task(self._replace(self.url))
        return self._renewal

    async def _replace(self, url: str) -> None:
        """Fetches the keys. If this fails, the existing keys stay in use."""
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                self._keys = await asyncio.to_thread(self._fetch, url)
        except (OSError, HttpError, ValueError) as error:
            reason = str(error) or type(error).__name__
            logger.warning("No keys could be fetched from %s: %s", url, reason)
        else:
            self._fetched = time.monotonic()
        finally:
            self._tried = time.monotonic()

    def _fetch(self, url: str) -> _Keys:
        request = Request(url, headers={"Accept": "application/json"})  # noqa: S310
        with urlopen(request, timeout=TIMEOUT_SECONDS) as response:  # noqa: S310
            found = _KeySet.model_validate_json(_read(response))
        keys: _Keys = {}
        for each in found.keys:
            try:
                key = _Key.model_validate(each)
            except ValidationError:
                continue  # Not a key that tokens can use.
            for algorithm, usable in self._usable(key).items():
                keys.setdefault(key.kid, {}).setdefault(algorithm, []).append(usable)
        if not keys:
            msg = f"it has no key for {', '.join(self._algorithms)}"
            raise ValueError(msg)
        return keys

    def _usable(self, key: "_Key") -> dict[str, jwt.PyJWK]:
        """A key, for each algorithm that it can verify."""
        usable: dict[str, jwt.PyJWK] = {}
        for algorithm in self._algorithms:
            if key.use in {None, "sig"} and key.alg in {None, algorithm}:
                try:
                    usable[algorithm] = jwt.PyJWK(key.model_dump(), algorithm)
                except _UNUSABLE:
                    continue  # The key has another type.
        return usable


def _read(response: HTTPResponse) -> bytes:
    """Reads the body. Stops if it arrives too slowly, which ends the thread."""
    end = time.monotonic() + TIMEOUT_SECONDS
    body = b""
    while len(body) < _MAX_BYTES and (part := response.read1(_MAX_BYTES - len(body))):
        body += part
        if time.monotonic() > end:
            raise TimeoutError
    return body


class _Key(BaseModel):
    """A key of a set, with the members that its type needs."""

    model_config = ConfigDict(extra="allow")

    kid: str | None = None
    use: str | None = None
    alg: str | None = None


class _KeySet(BaseModel):
    keys: list[Any]


class IssuedTokens:
    """Reads the tokens of another server."""

    def __init__(
        self,
        *,
        url_env: str,
        algorithms: Collection[str],
        issuer: str,
        audience: str | Sequence[str],
    ) -> None:
        """Describes the tokens.

        Args:
            url_env: Name of the environment variable with the URL of the key set.
            algorithms: The algorithms that are accepted: of key pairs only.
            issuer: The `iss` of every token.
            audience: Its `aud`, or several of which one must be there.
        """
        self.keys = RemoteKeys(url_env=url_env, algorithms=algorithms)
        self._issuer = issuer
        self._audience = audience

    async def decode(
        self, credentials: HTTPAuthorizationCredentials | None
    ) -> dict[str, Any]:
        """Returns the payload of the token that a request sends.

        Raises:
            HTTPException: 401, when there is no token or it is not valid; 503, when
                there are no keys to check it with.
        """
        if credentials is None:
            raise unauthorized("Not authenticated")
        token = credentials.credentials
        try:
            header = jwt.get_unverified_header(token)
            algorithm = str(header.get("alg"))
            keys = await self.keys.find(header.get("kid"), algorithm)
            return self._checked(token, keys, algorithm)
        except INVALID_TOKEN:
            raise unauthorized("Invalid or expired token") from None

    def _checked(
        self, token: str, keys: Sequence[jwt.PyJWK], algorithm: str
    ) -> dict[str, Any]:
        """The payload, by the first of the keys that has signed it.

        Raises:
            PyJWTError: No key has, or the payload is not valid.
        """
        for key in keys:
            with suppress(jwt.InvalidSignatureError):
                payload = jwt.decode(  # pyright: ignore[reportUnknownMemberType]
                    token,
                    key,
                    algorithms=[algorithm],
                    issuer=self._issuer,
                    audience=self._audience,
                    leeway=SKEW_SECONDS,
                    options={"require": ["exp", "iss", "aud"]},
                )
                check_end(payload)
                if payload["exp"] <= time.time():  # Its end needs no leeway.
                    raise jwt.ExpiredSignatureError
                return payload
        raise jwt.InvalidKeyError

    @asynccontextmanager
    async def lifespan(self, _app: object) -> AsyncGenerator[None]:
        """Checks at startup that the URL of the keys is known."""
        _ = self.keys.url
        yield
