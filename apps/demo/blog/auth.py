"""Who may log in."""

from functools import cache
from typing import Any

from anyio.to_thread import run_sync
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError
from sqlalchemy import select

from _generated.db.session import database
from blog.models import Author

_hasher = PasswordHasher()


def hash_password(password: str) -> str:
    """Hashes a password for storage."""
    return _hasher.hash(password)


async def verify_credentials(username: str, password: str) -> dict[str, Any] | None:
    """Returns the payload of an author's token, or None for wrong credentials.

    Args:
        username: The author's email address.
        password: The author's password.
    """
    async with database.session() as db:
        author = await db.scalar(select(Author).where(Author.email == username))
    stored = author.password_hash if author else None
    # Hashing is slow on purpose. In a thread, it does not block other requests.
    if not await run_sync(_verify, stored, password) or author is None:
        return None
    return {"sub": author.id, "role": author.role}


def _verify(stored: str | None, password: str) -> bool:
    """Checks a password. Takes equally long if there is no such author."""
    try:
        return _hasher.verify(stored or _nobody(), password) and stored is not None
    except VerificationError:
        return False


@cache
def _nobody() -> str:
    return hash_password("")
