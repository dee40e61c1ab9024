"""Texts that the API alone can read and write.

The encryption is of the SIV kind, made of hashlib's primitives: a keyed hash of the
content authenticates it and makes the key stream, so that the same content gives the
same text.
"""

import os
from hashlib import blake2b, shake_256

from sqlalchemy.ext.asyncio import AsyncSession

_TAG_BYTES = 16
_MIN_SECRET_BYTES = 32
_FIX = (
    "CURSOR_SECRET should hold a random text of at least "
    f"{_MIN_SECRET_BYTES} bytes, the same in every worker: cursors of lists that sort "
    "by what they do not show are encrypted with it"
)


class Seal:
    """Encrypts with a key that is made of a secret."""

    def __init__(self, secret: str) -> None:
        """Makes the key."""
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
        if self._tag(content) != tag:
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

    Raises:
        RuntimeError: The variable is too short, or not set though the database's URL
            has no password. Nothing else is known to the API alone.
    """
    secret = os.environ.get("CURSOR_SECRET", "")
    if secret and len(secret.encode()) < _MIN_SECRET_BYTES:
        raise RuntimeError(f"CURSOR_SECRET is too short. {_FIX}")
    secret = secret or str(db.get_bind().engine.url.password or "")
    if not secret:
        state = "CURSOR_SECRET is not set, and the database's URL has no password."
        raise RuntimeError(f"{state} {_FIX}")
    return Seal(secret)
