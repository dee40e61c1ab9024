"""A route beside the generated ones."""

from fastapi import APIRouter
from sqlalchemy import select

from firms.models import Ticket
from firms_api.auth.dependencies import CurrentUser
from firms_api.db.session import Db
from firms_api.desk.access.ticket import readable

router = APIRouter(prefix="/tickets", tags=["tickets"])


@router.get("/urgent")
async def urgent_tickets(db: Db, current_user: CurrentUser) -> list[str]:
    """The titles of a user's urgent tickets; no ticket's key is in the way."""
    statement = select(Ticket).where(readable(current_user), Ticket.urgency > 5)
    return [ticket.title for ticket in await db.scalars(statement)]
