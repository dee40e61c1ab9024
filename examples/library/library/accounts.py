"""Who may log in: a member of a branch, with the card and its PIN."""

import hashlib
import hmac
import secrets
from typing import Any

from anyio.to_thread import run_sync
from sqlalchemy import select

from _generated.db.session import database
from library.models import Member


def hash_pin(pin: str, salt: str | None = None) -> str:
    """Hashes a PIN for storage."""
    salt = salt or secrets.token_hex(16)
    key = hashlib.scrypt(pin.encode(), salt=salt.encode(), n=2**14, r=8, p=1)
    return f"{salt}:{key.hex()}"


async def verify(username: str, password: str) -> dict[str, Any] | None:
    """Returns the claims of a member, or none.

    Args:
        username: The number of the branch and the card: ``1/A-100``.
        password: The PIN.
    """
    branch, _, card = username.partition("/")
    if not (branch.isascii() and branch.isdigit() and len(branch) < 9):
        return None
    own = (Member.branch_id == int(branch), Member.card == card)
    async with database.session() as db:
        member = await db.scalar(select(Member).where(*own))
    # As slow for a card that nobody has as for a wrong PIN.
    stored = (member and member.pin_hash) or f"{secrets.token_hex(16)}:"
    # Hashing takes its time on purpose: in a thread, it does not hold up the others.
    given = await run_sync(hash_pin, password, stored.partition(":")[0])
    if member is None or not hmac.compare_digest(stored, given):
        return None
    return {"sub": member.id, "branch_id": member.branch_id, "role": member.role}
