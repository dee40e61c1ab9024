"""A running server goes on when a migration changes what it has prepared."""

import asyncio
from collections.abc import AsyncGenerator
from enum import Enum

import pytest
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from .api import app_of, client_of, router_of
from .schemas import engine_on

pytestmark = pytest.mark.anyio

CONNECTIONS = 3


class Mood(Enum):
    """An enum of the database."""

    calm = "calm"


class Base(DeclarativeBase):
    """The base of the one model."""


class Person(Base):
    """A row whose columns are migrated."""

    __tablename__ = "person"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    mood: Mapped[Mood]


@pytest.fixture
async def engine() -> AsyncGenerator[AsyncEngine]:
    """An engine on a schema of its own with one person."""
    async with engine_on(Base.metadata, pool_size=CONNECTIONS) as engine:
        async with engine.begin() as connection:
            await connection.execute(
                text("INSERT INTO person VALUES (1, 'Ada', 'calm')")
            )
        yield engine


@pytest.mark.parametrize(
    "migration",
    [
        ["ALTER TABLE person ALTER name TYPE varchar(40)"],
        [
            "ALTER TYPE mood RENAME TO former",
            "CREATE TYPE mood AS ENUM ('calm', 'glad')",
            "ALTER TABLE person ALTER mood TYPE mood USING mood::text::mood",
            "DROP TYPE former",
        ],
    ],
    ids=["type of a column", "enum"],
)
async def test_what_was_prepared_before_a_migration_is_prepared_again(
    engine: AsyncEngine, migration: list[str]
) -> None:
    together = asyncio.Barrier(CONNECTIONS)
    is_warm = False

    async def work(db: AsyncSession) -> str:
        found = await db.scalars(select(Person).where(Person.mood == Mood.calm))
        name = found.one().name
        if not is_warm:
            # Each connection of the pool prepares the statement.
            await together.wait()
        return name

    sessions = async_sessionmaker(engine)
    async with client_of(app_of(router_of(work), sessions=sessions)) as client:
        await asyncio.gather(*(client.post("/work") for _ in range(CONNECTIONS)))
        is_warm = True
        async with engine.begin() as connection:
            for statement in migration:
                await connection.execute(text(statement))
        for _ in range(2 * CONNECTIONS):
            response = await client.post("/work")
            assert (response.status_code, response.json()) == (200, "Ada")


async def test_migration_after_migration_is_503(engine: AsyncEngine) -> None:
    lengths = iter(range(10, 20))

    async def work(db: AsyncSession) -> None:
        await db.execute(select(Person))
        resized = f"ALTER TABLE person ALTER name TYPE varchar({next(lengths)})"
        await db.execute(text(resized))
        await db.execute(select(Person))

    sessions = async_sessionmaker(engine)
    async with client_of(app_of(router_of(work), sessions=sessions)) as client:
        response = await client.post("/work")
    assert next(lengths) == 12
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "1"
    assert response.json()["detail"] == "The database has been migrated; try again"
