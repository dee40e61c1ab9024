"""What can be done with seats beyond reading and writing them."""

from sqlalchemy.ext.asyncio import AsyncSession

from theatre.api.seating.schemas.seat import SeatReserveRequest
from theatre.models import Seat


async def reserve(seat: Seat, *, db: AsyncSession, body: SeatReserveRequest) -> Seat:
    """Keeps a seat for somebody."""
    seat.reserved_for = body.name
    return seat
