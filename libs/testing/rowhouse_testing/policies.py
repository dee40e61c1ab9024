"""Checks that the policies of the database know the user."""

import json
from collections.abc import Awaitable, Callable, Sequence

from pydantic_core import to_json
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from .api import Api


async def check_user_session(
    api: Api,
    get_user_db: Callable[..., Awaitable[AsyncSession]],
    attributes: Sequence[str],
    *,
    setting: str,
) -> None:
    """Checks in each transaction which user the database knows.

    Args:
        get_user_db: The dependency that gives requests of users their sessions.
        attributes: The attributes of the user that policies ask for.
        setting: The setting of a transaction that has them.
    """
    user = {name: getattr(api.user, name) for name in attributes}
    async with api.sessions() as session:
        # Finding the user may have started a transaction already.
        await session.execute(select(1))
        db = await get_user_db(session, api.user)
        for _ in range(2):
            told = await db.scalar(select(func.current_setting(setting, True)))
            assert json.loads(told or "null") == json.loads(to_json(user))
            await db.rollback()
