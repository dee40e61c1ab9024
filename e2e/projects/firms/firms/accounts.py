"""Who may log in."""

import hmac
from typing import Any
from uuid import UUID


def verify(username: str, password: str) -> dict[str, Any] | None:
    """Returns the claims of one who works for a firm: `2/7` is number 7 of firm 2.

    Number 7 is the mechanic.
    """
    if not hmac.compare_digest(password, "tickets"):
        return None
    firm, number = username.split("/")
    role = "mechanic" if number == "7" else None
    return {"sub": UUID(int=int(number)), "firm_id": int(firm), "role": role}
