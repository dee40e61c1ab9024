"""The clinic, served on its databases."""

from collections.abc import AsyncGenerator

import pytest
from httpx2 import ASGITransport, AsyncClient

from clinic.api.db.archive_session import archive_database
from clinic.api.db.main_session import main_database
from clinic.models import Base
from main import app


@pytest.fixture
def anyio_backend() -> str:
    """Runs the tests on asyncio, which the database driver needs."""
    return "asyncio"


@pytest.fixture
async def client(
    anyio_backend: str,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncGenerator[AsyncClient]:
    """A client of the whole API, on empty tables."""
    monkeypatch.setenv("JWT_SECRET", "s" * 32)
    monkeypatch.setenv("BILLING_SECRET", "b" * 64)
    for database in (main_database, archive_database):
        async with database.engine.begin() as connection:
            await connection.run_sync(Base.metadata.drop_all)
            await connection.run_sync(Base.metadata.create_all)
    async with (
        app.router.lifespan_context(app),
        AsyncClient(transport=ASGITransport(app), base_url="http://clinic") as client,
    ):
        yield client
