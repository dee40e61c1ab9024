"""Who may log in."""

import hmac


def verify(username: str, password: str) -> dict[str, object] | None:
    """Returns the claims of one who works for a company: `2/ann`, or `2/manager`."""
    if not hmac.compare_digest(password, "orders"):
        return None
    company, name = username.split("/")
    role = "manager" if name == "manager" else None
    return {"sub": name, "company_id": int(company), "role": role}
