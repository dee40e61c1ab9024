"""Verifies tokens of another server with the public keys that it publishes."""

import asyncio
import logging
import os
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import jwt
from fastapi import HTTPException, status
from fastapi.security import HTTPAuthorizationCredentials

from .tokens import INVALID_TOKEN, unauthorized

logger = logging.getLogger(__name__)

RENEWAL_SECONDS = 60
"""Keys are not fetched more often than this, whatever the tokens contain."""
RETRY_SECONDS = 1
"""After a failure, keys are not fetched again for this time."""
LIFETIME_SECONDS = 600
"""Keys are fetched again after this time: the server may have withdrawn one."""
TIMEOUT_SECONDS = 5
"""The maximum time for fetching keys."""
SKEW_SECONDS = 10
"""How far the server's clock may be ahead: a new token is valid at once."""


class RemoteKeys:
    """The keys of a JSON Web Key Set (RFC 7517): fetched when needed, and kept."""

    def __init__(self, *, url_env: str) -> None:
        """Describes the keys.

        Args:
            url_env: Name of the environment variable with the URL of the key set.
        """
        self._url_env = url_env
        self._fetching = asyncio.Lock()
        self._failed = float("-inf")

    @cached_property
    def client(self) -> jwt.PyJWKClient:
        """Fetches and keeps the keys. It follows no redirect.

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
        return jwt.PyJWKClient(
            url,
            lifespan=LIFETIME_SECONDS,
            cooldown_duration=RENEWAL_SECONDS,
            timeout=TIMEOUT_SECONDS,
        )

    async def find(self, kid: str) -> jwt.PyJWK:
        """Returns a key by its id.

        Raises:
            PyJWKClientError: The server has no such key.
            HTTPException: 503, when the keys cannot be fetched.
        """
        if (known := self._known(kid)) is not None:
            return known
        async with self._fetching:
            if time.monotonic() - self._failed < RETRY_SECONDS:
                raise _unreachable()
            try:
                return await asyncio.to_thread(self.client.get_signing_key, kid)
            except (jwt.PyJWKClientConnectionError, OSError, ValueError) as error:
                self._failed = time.monotonic()
                logger.warning("No keys from %s: %s", self.client.uri, error)
                raise _unreachable() from error

    def _known(self, kid: str) -> jwt.PyJWK | None:
        """A key that is kept, which takes no thread."""
        kept = self.client.jwk_set_cache and self.client.jwk_set_cache.get()
        return self.client.match_kid(kept.keys, kid) if kept else None


def _unreachable() -> HTTPException:
    return HTTPException(
        status.HTTP_503_SERVICE_UNAVAILABLE,
        "The keys that tokens are checked with cannot be fetched",
        headers={"Retry-After": str(RETRY_SECONDS)},
    )


@dataclass(eq=False, kw_only=True)
class IssuedTokens:
    """Reads the tokens of another server."""

    url_env: str
    """Name of the environment variable with the URL of the key set."""
    algorithms: Sequence[str]
    """The algorithms that are accepted: of key pairs only."""
    issuer: str
    """The `iss` of every token."""
    audience: str | Sequence[str]
    """Its `aud`, or several of which one must be there."""

    @cached_property
    def keys(self) -> RemoteKeys:
        """The keys that tokens are checked with."""
        return RemoteKeys(url_env=self.url_env)

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
            kid = jwt.get_unverified_header(token).get("kid")
            if not isinstance(kid, str):
                raise jwt.InvalidKeyError
            # The algorithm is that of the key, never that of the token alone.
            key = await self.keys.find(kid)
            return jwt.decode(  # pyright: ignore[reportUnknownMemberType]
                token,
                key,
                algorithms=self.algorithms,
                issuer=self.issuer,
                audience=self.audience,
                leeway=SKEW_SECONDS,
                options={"require": ["exp", "iss", "aud"]},
            )
        except INVALID_TOKEN:
            raise unauthorized("Invalid or expired token") from None

    @asynccontextmanager
    async def lifespan(self, _app: object) -> AsyncGenerator[None]:
        """Checks at startup that the URL of the keys is known."""
        _ = self.keys.client
        yield
