"""Texts that the API alone can read and write.

The encryption is of the SIV kind, made of hashlib's primitives: a keyed hash of the
content authenticates it and makes the key stream, so that the same content gives the
same text.
"""

from hashlib import blake2b, shake_256

from sqlalchemy.ext.asyncio import AsyncSession

_TAG_BYTES = 16


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
    """The seal of a database: its secret is the password that all workers share."""
    url = db.get_bind().engine.url
    return Seal(str(url.password or url.render_as_string(hide_password=False)))
