"""Who may log in."""

import hmac


def verify_credentials(username: str, password: str) -> dict[str, str] | None:
    """Returns the payload of the one who knows the password, or none."""
    known = hmac.compare_digest(password, "sesame")
    return {"sub": username} if known else None
