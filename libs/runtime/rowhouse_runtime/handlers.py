"""Checks of rows that hooks and handlers of the project may have changed."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from .references import loaded_values, references_of


class StampError(ValueError):
    """Project code changed the owner of a row: a defect of the API, not the request."""


async def former_values(db: AsyncSession, row: object, *names: str) -> dict[str, Any]:
    """The references and other values of a row, before project code changes it.

    SQLAlchemy forgets what has changed as soon as that flushes the session.

    Args:
        names: The other attributes.
    """
    return await loaded_values(db, row, {*names, *references_of(row)})


async def check_stamped(
    db: AsyncSession, row: object, values: Mapping[str, Any], *names: str
) -> None:
    """Checks that project code has not changed whose a row is.

    Args:
        values: What its attributes have to be.
        names: Those of them that say it. Default: all.

    Raises:
        StampError: One of them is another.
    """
    found = await loaded_values(db, row, names or values)
    for name, value in found.items():
        if value != values[name]:
            msg = f"A hook or a handler set {name}, which says whose the row is"
            raise StampError(msg)
