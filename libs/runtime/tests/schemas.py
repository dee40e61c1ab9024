"""Schemas of tests whose connections really commit."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from uuid import uuid4

from sqlalchemy import MetaData, Table, text
from sqlalchemy.ext.asyncio import AsyncEngine

from rowhouse_runtime.codecs import create_exact_engine
from rowhouse_runtime.database import database_url


@asynccontextmanager
async def engine_on(
    metadata: MetaData, tables: Sequence[Table] | None = None, *, pool_size: int
) -> AsyncGenerator[AsyncEngine]:
    """An engine on a schema of its own, which is dropped at the end.

    Args:
        metadata: The tables that the schema has.
        tables: Some of them, where it does not have all.
        pool_size: How many connections the engine keeps.
    """
    schema = f"test_{uuid4().hex}"
    engine = create_exact_engine(
        database_url("TEST_DATABASE_URL"),
        pool_size=pool_size,
        connect_args={"server_settings": {"search_path": schema}},
    )
    async with engine.begin() as connection:
        await connection.execute(text(f"CREATE SCHEMA {schema}"))
        await connection.run_sync(metadata.create_all, tables)
    yield engine
    async with engine.begin() as connection:
        await connection.execute(text(f"DROP SCHEMA {schema} CASCADE"))
    await engine.dispose()
