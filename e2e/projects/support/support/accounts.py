"""Who may log in."""

import hmac
from typing import Any
from uuid import UUID


def verify(username: str, password: str) -> dict[str, Any] | None:
    """Returns the claims of somebody of a firm: `2/7/agent` is agent 7 of firm 2."""
    if not hmac.compare_digest(password, "tickets"):
        return None
    firm, number, *roles = username.split("/")
    remote = {"remote": True, "office": False}
    return {
        "sub": UUID(int=int(number)),
        "firm_id": int(firm),
        "roles": roles,
        "remote": next((remote[role] for role in roles if role in remote), None),
    }
