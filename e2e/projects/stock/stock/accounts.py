"""Who works where."""

from typing import Any


def verify(username: str, password: str) -> dict[str, Any] | None:
    """Knows everybody by the number of the shop: `2` works for shop 2."""
    if password != "stock" or not username.isdigit():  # noqa: S105
        return None
    return {
        "sub": f"00000000-0000-4000-8000-{int(username):012d}",
        "shop_id": int(username),
    }
