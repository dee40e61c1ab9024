"""Calls the functions behind action routes."""

import inspect
from collections.abc import Awaitable
from typing import TypeVar, overload

from sqlalchemy import inspect as state_of
from sqlalchemy.exc import NoInspectionAvailable
from sqlalchemy.ext.asyncio import AsyncSession

ResultT = TypeVar("ResultT")


@overload
async def run_action(db: AsyncSession, call: Awaitable[ResultT]) -> ResultT: ...


@overload
async def run_action(db: AsyncSession, call: ResultT) -> ResultT: ...


async def run_action(db: AsyncSession, call: object) -> object:
    """Finishes the call of an action's function, and commits what it did.

    Args:
        db: The session that the function was given.
        call: What the function returned: its result, or the awaitable of an async one.

    Returns:
        The result. When it is a mapped instance, what the database computed for it (a
        server-side `onupdate`) has been loaded.
    """
    result: object = await call if inspect.isawaitable(call) else call
    await db.flush()
    if _has_expired_attributes(result):
        await db.refresh(result)
    await db.commit()
    return result


def _has_expired_attributes(result: object) -> bool:
    try:
        state = state_of(result)
    except NoInspectionAvailable:
        return False
    return bool(getattr(state, "expired_attributes", False))
