"""What can be done with tickets beyond reading and writing them."""

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from support.models import Status, Ticket
from support_api.auth.user import CurrentUser
from support_api.support.access.ticket import readable


def close(ticket: Ticket) -> dict[str, str]:
    """Closes a ticket."""
    ticket.status = Status.CLOSED
    return {"status": "closed"}


async def move(ticket: Ticket, *, current_user: CurrentUser) -> dict[str, str]:
    """Leaves a ticket to another agent."""
    ticket.agent_id = None
    return {"moved": ticket.title}


async def count(*, db: AsyncSession, current_user: CurrentUser) -> dict[str, int]:
    """Counts the tickets that the user may see."""
    own = select(func.count()).select_from(Ticket).where(readable(current_user))
    return {"count": await db.scalar(own) or 0}
