"""What can be done with tickets and opening hours."""

from sqlalchemy.ext.asyncio import AsyncSession

from desk_api.desk.schemas.opening_hours import OpeningHoursCloseEarlyRequest
from desk_api.desk.schemas.ticket import TicketEscalateRequest

from .models import OpeningHours, Ticket


def escalate(
    ticket: Ticket,
    *,
    db: AsyncSession,
    body: TicketEscalateRequest,
) -> Ticket:
    """Says how urgent a ticket is."""
    ticket.urgency = body.urgency
    return ticket


def close_early(
    hours: OpeningHours,
    *,
    db: AsyncSession,
    body: OpeningHoursCloseEarlyRequest,
) -> OpeningHours:
    """Closes a branch at another time."""
    hours.closes = body.at
    return hours
