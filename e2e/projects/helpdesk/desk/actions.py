"""What can be done with a ticket."""

from sqlalchemy.ext.asyncio import AsyncSession

from desk_api.desk.schemas.ticket import TicketEscalateRequest

from .models import Ticket


def escalate(
    ticket: Ticket,
    *,
    db: AsyncSession,
    body: TicketEscalateRequest,
) -> Ticket:
    """Says how urgent a ticket is."""
    ticket.urgency = body.urgency
    return ticket
