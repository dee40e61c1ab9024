"""The database and its sessions."""

from collections.abc import AsyncGenerator
from typing import Annotated

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession

from _generated.runtime.database import Database

database = Database(
    url_env="DATABASE_URL",
    echo=False,
    pool_size=5,
    max_overflow=10,
    pool_timeout=30,
    pool_recycle=-1,
    pool_pre_ping=True,
)


async def get_db() -> AsyncGenerator[AsyncSession]:
    """Yields a session for a request; uncommitted changes are rolled back."""
    async with database.session() as session:
        yield session


# The connection is given back before the response is sent: clients may read slowly.
Db = Annotated[AsyncSession, Depends(get_db, scope="function")]
