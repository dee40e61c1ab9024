"""A database for tests, in which nothing is committed."""

import os
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import NoReturn
from uuid import uuid4

import pytest
from sqlalchemy import URL, MetaData, NullPool, Table
from sqlalchemy.ext.asyncio import (
    AsyncConnection,
    AsyncSession,
    async_sessionmaker,
)
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.schema import CreateSchema

from .runtime import Runtime

Sessions = async_sessionmaker[AsyncSession]


@asynccontextmanager
async def temporary_tables(
    runtime: Runtime,
    variable: str,
    *models: type[DeclarativeBase],
) -> AsyncGenerator[AsyncConnection]:
    """Creates the tables of models on a connection, in a transaction to roll back.

    They lie in schemas of their own, so neither tables that are there already nor
    other test runs are in the way, and nothing is left behind, not even by a crash.

    Args:
        runtime: The runtime of the API.
        variable: Name of the environment variable with the database's URL.
        *models: Mapped classes. All tables of their metadata are created.

    Raises:
        pytest.exit.Exception: The environment variable is unset, or is no URL. It ends
            the whole run, as every other test would say the same.
    """
    url = _test_database_url(runtime, variable)
    engine = runtime.create_engine(url, poolclass=NullPool)
    metadatas = list(dict.fromkeys(model.metadata for model in models))
    schemas = _schemas(metadatas)
    async with engine.connect() as connection, connection.begin() as transaction:
        for schema in schemas.values():
            await connection.execute(CreateSchema(schema))
        # The map is for SQLAlchemy's statements, the path for names in plain SQL.
        await connection.execution_options(schema_translate_map=schemas)
        path = ", ".join([*schemas.values(), "public"])
        await connection.exec_driver_sql(f"SET LOCAL search_path TO {path}")
        for metadata in metadatas:
            await connection.run_sync(metadata.create_all)
        yield connection
        await transaction.rollback()


def _test_database_url(runtime: Runtime, variable: str) -> URL:
    if not os.environ.get(variable):
        example = "postgresql://localhost/test"
        _stop(f"Set {variable} to a database for tests, such as {example}")
    try:
        return runtime.database_url(variable)
    except RuntimeError as error:
        _stop(str(error))


def _stop(reason: str) -> NoReturn:
    pytest.exit(reason, returncode=pytest.ExitCode.USAGE_ERROR)


def _schemas(metadatas: Sequence[MetaData]) -> dict[str | None, str]:
    """A temporary schema for each schema of the tables, the default one first.

    Their types and sequences may be in schemas that have no table.
    """
    prefix = f"test_{uuid4().hex}"
    schemas: dict[str | None, str] = {None: prefix}
    for metadata in metadatas:
        for table in metadata.sorted_tables:
            for each in (table, *_objects(table)):
                schema: str | None = getattr(each, "schema", None)
                schemas.setdefault(schema, f"{prefix}_{len(schemas)}")
    return schemas


def _objects(table: Table) -> Iterator[object]:
    """The types and sequences of the columns of a table."""
    for column in table.columns:
        yield column.default
        yield column.type
        yield getattr(column.type, "item_type", None)


@asynccontextmanager
async def rolled_back(
    runtime: Runtime, connection: AsyncConnection
) -> AsyncGenerator[Sessions]:
    """Creates sessions that see each other's commits, which are undone at the end."""
    async with connection.begin_nested() as transaction:
        yield async_sessionmaker(
            connection,
            class_=runtime.session,
            expire_on_commit=False,
            join_transaction_mode="create_savepoint",
        )
        await transaction.rollback()
