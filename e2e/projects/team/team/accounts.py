"""Who is in the team."""

import hmac
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import Depends, Header, HTTPException, status
from sqlalchemy import select

from team.models import Member
from team_api.db.session import Db

ADA = UUID("6f1f6f0c-5f0e-4a52-9d52-0b8a3d1c7f10")


def verify(username: str, password: str) -> dict[str, Any] | None:
    """Returns the claims of a member, or none."""
    if not hmac.compare_digest(password, "notes"):
        return None
    if username == "nobody":
        return {"sub": "nobody"}
    return {
        "sub": ADA,
        "number": 7,
        "roles": ["writer"],
        "since": datetime(2024, 5, 1, tzinfo=UTC),
        "app": {"trusted": True},
    }


async def member_of_request(
    db: Db,
    x_user: Annotated[str | None, Header()] = None,
) -> AsyncGenerator[Member]:
    """Finds the member that the header names, or responds with 401."""
    member = await db.scalar(select(Member).where(Member.name == (x_user or "")))
    if member is None:
        raise HTTPException(status.HTTP_401_UNAUTHORIZED, "Not authenticated")
    yield member


CurrentMember = Annotated[Member, Depends(member_of_request, scope="function")]
