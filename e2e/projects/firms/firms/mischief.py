"""Hooks that do what they may not, when a purpose says so."""

from typing import Any
from uuid import UUID

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncSession

from firms.models import Device, Expense, Part, Ticket
from firms_api.auth.user import CurrentUser

WRONG: dict[str, dict[str, Any]] = {
    "steal": {"firm_id": 2},
    "keep": {"firm_id": 1},
    "unknown": {"refnd": 1},
    "related": {"ticket": None},
    "negative": {"refund": -1},
    "lengthy": {"reference": "r" * 21},
    "null": {"reference": None},
    "text": {"refund": "many"},
    "huge": {"refund": 2**40},
    "nowhere": {"ticket_id": UUID(int=1)},
    "long": {"purpose": "p" * 101},
    "number": {"purpose": 1},
}


def disturb(values: dict[str, Any]) -> None:
    """Sets what is wrong."""
    values |= WRONG.get(values.get("purpose", ""), {})


def give_away(values: dict[str, Any], *, row: Expense) -> None:
    """Gives an expense to another firm, or to nobody else, before it is changed."""
    firms = {"give": 2, "leave": row.firm_id}
    row.firm_id = firms.get(values.get("purpose", ""), row.firm_id)


def move(row: Expense) -> None:
    """Moves an expense to another firm."""
    if row.purpose == "move":
        row.firm_id = 2


def move_part(row: Part) -> None:
    """Moves a part to another firm, where its place or its wear asks for it."""
    if row.place == "gone" or (row.place == "worn" and row.is_worn):
        row.firm_id = 2


@event.listens_for(Ticket, "before_insert")
@event.listens_for(Ticket, "before_update")
def stray(_: object, __: object, ticket: Ticket) -> None:
    """Moves a ticket to another firm, as a trigger of its table may."""
    if ticket.title == "stray":
        ticket.firm_id = 2


async def lend(device: Device, *, db: AsyncSession, current_user: CurrentUser) -> None:
    """Gives a device to another firm."""
    device.firm_id = 2
