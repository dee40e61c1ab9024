"""What can be done with tickets beyond reading and writing them."""

from sqlalchemy.ext.asyncio import AsyncSession

from firms.models import Device, Photo, Profile, Ticket
from firms_api.auth.user import CurrentUser
from firms_api.desk.schemas.ticket import TicketPeekRequest


async def close(
    ticket: Ticket, *, db: AsyncSession, current_user: CurrentUser
) -> dict[str, bool]:
    """Closes a ticket."""
    ticket.is_open = False
    return {"is_open": False}


async def peek(
    ticket: Ticket,
    *,
    db: AsyncSession,
    body: TicketPeekRequest,
    current_user: CurrentUser,
) -> dict[str, bool]:
    """Says whether a word is in a ticket."""
    return {"found": body.word in ticket.title}


async def rename(
    device: Device, *, db: AsyncSession, current_user: CurrentUser
) -> dict[str, str]:
    """Takes a device's name from its number."""
    device.name = f"Device {device.number}"
    return {"name": device.name}


def greet(profile: Profile) -> dict[str, str]:
    """Greets a user by name."""
    return {"greeting": f"Hello, {profile.name}"}


def blur(photo: Photo) -> dict[str, bool]:
    """Forgets what a photo shows."""
    photo.firm_id = photo.device_number = photo.ticket_id = None
    return {"blurred": True}
