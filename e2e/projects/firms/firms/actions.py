"""What can be done with tickets beyond reading and writing them."""

from sqlalchemy.ext.asyncio import AsyncSession

from firms.models import Comment, Device, Photo, Profile, Ticket
from firms_api.auth.user import CurrentUser
from firms_api.desk.schemas.comment import CommentCountRequest, CommentMoveRequest
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


def move(comment: Comment, *, body: CommentMoveRequest) -> dict[str, str]:
    """Moves a comment to another ticket."""
    comment.ticket_id = body.to
    return {"moved": str(body.to)}


def count(*, body: CommentCountRequest) -> dict[str, int | None]:
    """Says what it was asked about."""
    return {"expense": body.expense, "device": body.device}
