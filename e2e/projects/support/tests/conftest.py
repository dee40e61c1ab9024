# ruff: noqa: S101
"""The API as clients have it, with and without policies in its database."""

import uuid
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient
from sqlalchemy import event, text

import support_api
from main import app, lifespan
from support.models import Base
from support_api.db.session import database


@pytest.fixture
def anyio_backend() -> str:
    """Runs the tests on asyncio, which the database driver needs."""
    return "asyncio"


POLICIES = Path(support_api.__path__[0], "access", "policies.sql").read_text()


@asynccontextmanager
async def plain_role() -> AsyncGenerator[None]:
    """Applies the policies, and connects as a role that they hold for."""
    role = f"support_{uuid.uuid4().hex}"
    async with database.engine.begin() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        # They can be run again.
        await driver.execute(POLICIES + POLICIES)
        await driver.execute(f"CREATE ROLE {role}")
        await driver.execute(f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {role}")
    await database.dispose()

    def become(connection: Any, _: object) -> None:  # noqa: ANN401
        # By the driver: in a transaction, the role would end with its rollback.
        async def set_role(driver: Any) -> None:  # noqa: ANN401
            await driver.execute(f"SET ROLE {role}")

        connection.run_async(set_role)

    engine = database.engine.sync_engine
    event.listen(engine, "connect", become)
    try:
        for _ in range(2):
            async with database.session() as session:
                assert await session.scalar(text("SELECT current_user")) == role
        yield
    finally:
        event.remove(engine, "connect", become)
        await database.dispose()
        async with database.engine.begin() as connection:
            await connection.execute(text(f"DROP OWNED BY {role}"))
            await connection.execute(text(f"DROP ROLE {role}"))


@pytest.fixture(params=["owner", "policies"])
async def client(
    anyio_backend: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> AsyncGenerator[AsyncClient]:
    """A client of the whole API, on empty tables: with and without their policies."""
    monkeypatch.setenv("JWT_SECRET", "s" * 32)
    async with lifespan(app), AsyncExitStack() as stack:
        async with database.engine.begin() as connection:
            await connection.run_sync(Base.metadata.drop_all)
            await connection.run_sync(Base.metadata.create_all)
        if request.param == "policies":
            await stack.enter_async_context(plain_role())
        async with AsyncClient(
            transport=ASGITransport(app), base_url="http://support"
        ) as client:
            yield client
