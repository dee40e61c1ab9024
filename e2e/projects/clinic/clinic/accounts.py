"""Who may log in; a real clinic would look them up."""

import hmac
from typing import Any


def verify_staff(username: str, password: str) -> dict[str, Any] | None:
    """Returns the payload of a member of staff, or none."""
    known = username == "doctor" and hmac.compare_digest(password, "scalpel")
    return {"sub": username, "role": "staff"} if known else None


async def verify_accountant(username: str, password: str) -> dict[str, Any] | None:
    """Returns the payload of an accountant, or none."""
    known = username == "accountant" and hmac.compare_digest(password, "abacus")
    return {"sub": username, "role": "accountant"} if known else None
