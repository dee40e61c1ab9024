"""Checks of a database's sessions."""

import os
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession


async def check_database(
    monkeypatch: pytest.MonkeyPatch,
    database: Any,
    get_db: Callable[[], AsyncGenerator[AsyncSession]],
    *,
    url_env: str,
    echo: bool,
    pool_size: int,
    max_overflow: int,
    pool_timeout: int,
    pool_recycle: int,
    pool_pre_ping: bool,
) -> None:
    """Opens a session of the database, and compares its settings.

    Args:
        monkeypatch: Sets the environment variable.
        database: The database.
        get_db: The dependency that gives requests their sessions.
        url_env: The environment variable with the URL.
        echo: Whether each statement is logged.
        pool_size: Connections that are kept open.
        max_overflow: Connections that may be opened beyond those.
        pool_timeout: Seconds to wait for a free connection.
        pool_recycle: Seconds after which a connection is replaced.
        pool_pre_ping: Whether a connection is tested before it is used.
    """
    for name in ("engine", "_sessions"):
        # The value of the other tests is restored after this one.
        members = cast("dict[str, Any]", vars(database))
        monkeypatch.setitem(members, name, None)
        del members[name]
    url = os.environ["TEST_DATABASE_URL"]
    marker = "&" if "?" in url else "?"
    monkeypatch.setenv(url_env, f"{url}{marker}command_timeout=60")
    engine = database.engine
    assert "command_timeout" in engine.url.query
    settings = ("_max_overflow", "_timeout", "_recycle", "_pre_ping")
    assert engine.echo is echo
    assert getattr(engine.pool, "size")() == pool_size  # noqa: B009
    assert [getattr(engine.pool, name) for name in settings] == [
        max_overflow,
        pool_timeout,
        pool_recycle,
        pool_pre_ping,
    ]
    async with asynccontextmanager(get_db)() as db:
        engine.echo = False
        assert await db.scalar(text("SELECT 1")) == 1
        assert db.in_transaction()
    assert not db.in_transaction()
    await database.dispose()
