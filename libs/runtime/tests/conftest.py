"""A database whose tables and rows are forgotten."""

from collections.abc import AsyncGenerator

import pytest
from hypothesis import settings
from rowhouse_testing import Rows, Sessions, rolled_back, temporary_tables
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from .answers import IdempotencyKey
from .api import RUNTIME
from .family import House
from .models import Thing
from .specimens import Specimen

# An example may take long on a busy machine.
settings.register_profile("patient", settings(deadline=None))
settings.load_profile("patient")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Runs the tests on asyncio, which asyncpg needs."""
    return "asyncio"


@pytest.fixture(scope="session")
async def connection(anyio_backend: str) -> AsyncGenerator[AsyncConnection]:
    """A connection that sees the tables of all models."""
    async with temporary_tables(
        RUNTIME, "TEST_DATABASE_URL", Thing, House, Specimen, IdempotencyKey
    ) as connection:
        yield connection


@pytest.fixture
async def sessions(connection: AsyncConnection) -> AsyncGenerator[Sessions]:
    """Makes the test's sessions."""
    async with rolled_back(RUNTIME, connection) as sessions:
        yield sessions


@pytest.fixture
async def db(sessions: Sessions) -> AsyncGenerator[AsyncSession]:
    """One session."""
    async with sessions() as session:
        yield session


@pytest.fixture
def rows(sessions: Sessions) -> Rows:
    """Makes rows."""
    return Rows(sessions)
