"""Who sends a request: here, whoever a proxy in front says."""

from typing import Annotated, Any

from fastapi import Header, HTTPException, status


async def user_of_request(
    x_user: Annotated[str | None, Header()] = None,
) -> dict[str, Any]:
    """Returns the user that the header names, or responds with 401."""
    if x_user is None:
        raise HTTPException(status.HTTP_401_UNAUTHORIZED, "Not authenticated")
    return {"sub": x_user}
