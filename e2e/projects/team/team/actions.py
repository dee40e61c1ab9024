"""What can be done with notes beyond reading and writing them."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from team.models import Member, Note
from team_api.desk.auth.user import CurrentUser as DeskUser
from team_api.portal.auth.user import CurrentUser as PortalUser


async def mine_of_desk(
    *, db: AsyncSession, current_user: DeskUser
) -> dict[str, object]:
    """Counts the notes of the current user, and tells who that is."""
    own = select(func.count()).where(Note.author_id == current_user.sub)
    since = current_user.since
    return {
        "count": await db.scalar(own),
        "next_number": current_user.number + 1,
        "since": since and since.isoformat(),
        "can_write": "writer" in current_user.roles and current_user.trusted,
    }


async def sign_as_member(
    note: Note, *, db: AsyncSession, current_user: Member
) -> dict[str, str]:
    """Puts the name of the current user below a note."""
    note.text = f"{note.text} {current_user.name}"[:200]
    return {"signed_by": current_user.name}


async def mine_of_portal(
    *, db: AsyncSession, current_user: PortalUser
) -> dict[str, object]:
    """Counts the notes of the current user, and tells who that is."""
    own = select(func.count()).where(Note.author_id == current_user.sub)
    return {
        "count": await db.scalar(own),
        "roles": current_user.roles,
        "email": current_user.email,
    }
