"""Tells the policies of a database who the user is."""

from collections.abc import Mapping
from typing import Any

from pydantic_core import to_json
from sqlalchemy import Connection, event, func, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session, SessionTransaction

USER_SETTING = "rowhouse.user"
"""The setting of a transaction that policies read: the user's attributes, as JSON."""


async def tell_user(db: AsyncSession, user: Mapping[str, Any]) -> AsyncSession:
    """Begins each transaction of a session by telling the database who the user is.

    The setting ends with its transaction: a connection that goes back to the pool
    knows no user.

    Args:
        user: What policies ask of a user, by name.

    Returns:
        The session.
    """
    setting = to_json(dict(user)).decode()
    statement = select(func.set_config(USER_SETTING, setting, True))

    def tell(_: Session, __: SessionTransaction, connection: Connection) -> None:
        connection.execute(statement)

    event.listen(db.sync_session, "after_begin", tell)
    if db.in_transaction():
        # It already sent a statement to find the user.
        await db.execute(statement)
    return db
