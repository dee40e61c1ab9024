"""Encrypts strings that only the API can read and write.

The encryption is of the SIV kind, made of hashlib's primitives: a keyed hash of the
content authenticates it and makes the key stream, so that the same content gives the
same text.
"""

import logging
import os
from functools import cache
from hashlib import blake2b, shake_256
from secrets import compare_digest, token_hex

from sqlalchemy.ext.asyncio import AsyncSession

from .database_errors import SettingError

_TAG_BYTES = 16
_MIN_SECRET_BYTES = 32

logger = logging.getLogger(__name__)


class Seal:
    """Encrypts with a key that is derived from a secret."""

    def __init__(self, secret: str) -> None:
        """Derives the key."""
        self._key = blake2b(secret.encode(), person=b"rowhouse").digest()

    def close(self, content: bytes) -> bytes:
        """Encrypts."""
        tag = self._tag(content)
        return tag + self._mask(tag, content)

    def open(self, sealed: bytes) -> bytes:
        """Decrypts.

        Raises:
            ValueError: It was not encrypted with this key.
        """
        tag = sealed[:_TAG_BYTES]
        content = self._mask(tag, sealed[_TAG_BYTES:])
        if not compare_digest(self._tag(content), tag):
            raise ValueError("not sealed with this key")
        return content

    def _tag(self, content: bytes) -> bytes:
        return blake2b(content, key=self._key, digest_size=_TAG_BYTES).digest()

    def _mask(self, tag: bytes, content: bytes) -> bytes:
        stream = shake_256(self._key + tag).digest(len(content))
        return bytes(one ^ other for one, other in zip(content, stream, strict=True))


def seal_of(db: AsyncSession) -> Seal:
    """The seal of a database: all workers share its secret.

    It is the environment variable CURSOR_SECRET, or the password of the database.
    Nothing else is known to the API alone: where there is neither, each process has
    a secret of its own.

    Raises:
        SettingError: CURSOR_SECRET is too short.
    """
    secret = os.environ.get("CURSOR_SECRET")
    if not secret:
        password = db.get_bind().engine.url.password
        return Seal(str(password) if password else _secret_of_process())
    if len(secret.encode()) < _MIN_SECRET_BYTES:
        msg = (
            f"CURSOR_SECRET is too short: it needs {_MIN_SECRET_BYTES} random bytes, "
            "the same in every worker"
        )
        raise SettingError(msg)
    return Seal(secret)


@cache
def _secret_of_process() -> str:
    logger.warning(
        "CURSOR_SECRET is not set, and the database's URL has no password: cursors "
        "that this process encrypts hold in this process only"
    )
    return token_hex(_MIN_SECRET_BYTES)
