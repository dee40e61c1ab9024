"""Handlers that flush at once, and do what they may not, when a text says so.

They are called like functions of SQLAlchemy, which they may be.
"""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from firms.models import Comment, Ticket
from handled_api.auth.user import CurrentUser
from handled_api.handled.schemas.comment import CommentCreateRequest


async def insert(
    body: CommentCreateRequest, *, db: AsyncSession, current_user: CurrentUser
) -> Comment:
    """Makes a comment."""
    firm_id = 2 if body.text == "steal" else current_user.firm_id
    row = Comment(
        firm_id=firm_id,
        ticket_id=body.ticket_id,
        text=body.text,
        answers_id=body.answers_id,
    )
    if body.text == "relate":
        row.ticket = await db.get_one(Ticket, body.ticket_id)
        return row
    db.add(row)
    await db.flush()
    return row


async def update(row: Comment, *, values: dict[str, Any], db: AsyncSession) -> None:
    """Changes a comment."""
    row.text = values.get("text", row.text)
    if row.text == "relate":
        row.ticket = await db.get_one(Ticket, values["ticket_id"])
        return
    for name, value in values.items():
        setattr(row, name, value)
    if row.text == "steal":
        row.firm_id = 2
    await db.flush()
