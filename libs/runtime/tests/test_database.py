"""The engine of a database, made at its first use."""

import os

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from rowhouse_runtime.database import Database, database_url

pytestmark = pytest.mark.anyio


def test_unset_variable_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    database = Database(url_env="SOME_DATABASE_URL")
    for value in ("", None):
        monkeypatch.delenv("SOME_DATABASE_URL", raising=False)
        if value is not None:
            monkeypatch.setenv("SOME_DATABASE_URL", value)
        with pytest.raises(RuntimeError, match="SOME_DATABASE_URL is not set"):
            _ = database.engine


def test_what_is_no_url_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_DATABASE_URL", "host password")
    with pytest.raises(RuntimeError, match="_URL is not a database") as error:
        database_url("SOME_DATABASE_URL")
    assert "host" not in str(error.value).replace("localhost", "")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("postgres://u:p@h:1/d", "postgresql+asyncpg://u:p@h:1/d"),
        ("postgresql://h/d", "postgresql+asyncpg://h/d"),
        ("postgresql://h/d?sslmode=require", "postgresql+asyncpg://h/d?ssl=require"),
        ("postgresql+asyncpg://h/d?ssl=x", "postgresql+asyncpg://h/d?ssl=x"),
        ("postgresql+psycopg://h/d?sslmode=x", "postgresql+psycopg://h/d?sslmode=x"),
        ("sqlite+aiosqlite:///d", "sqlite+aiosqlite:///d"),
    ],
)
def test_plain_urls_get_a_driver(
    monkeypatch: pytest.MonkeyPatch,
    value: str,
    expected: str,
) -> None:
    monkeypatch.setenv("SOME_DATABASE_URL", value)
    found = database_url("SOME_DATABASE_URL").render_as_string(hide_password=False)
    assert found == expected


async def test_session_rolls_back_and_dispose_closes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SOME_DATABASE_URL", os.environ["TEST_DATABASE_URL"])
    database = Database(url_env="SOME_DATABASE_URL", pool_size=1, max_overflow=0)
    await database.dispose()
    async with database.session() as session:
        await session.execute(text("CREATE TABLE forgotten_table (id int)"))
    with pytest.raises(ZeroDivisionError):
        async with database.session() as session:
            await session.execute(text("CREATE TABLE forgotten_table (id int)"))
            raise ZeroDivisionError
    async with database.session() as session:
        found = await session.scalar(text("SELECT to_regclass('forgotten_table')"))
    assert found is None
    assert database.engine.pool.status().startswith("Pool size: 1")
    await database.dispose()


async def test_lost_connection_does_not_break_the_end_of_a_session(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SOME_DATABASE_URL", os.environ["TEST_DATABASE_URL"])
    database = Database(url_env="SOME_DATABASE_URL", pool_size=2, max_overflow=0)
    terminate = text("SELECT pg_terminate_backend(:pid, 5000)")
    for is_used in (True, False):
        async with database.session() as session, database.session() as other:
            pid = await session.scalar(text("SELECT pg_backend_pid()"))
            assert await other.scalar(terminate, {"pid": pid})
            if is_used:
                with pytest.raises(DBAPIError):
                    await session.scalar(text("SELECT 1"))
        async with database.session() as session:
            assert await session.scalar(text("SELECT 1")) == 1
    assert "lost before its end" in caplog.text
    assert "Current Checked out connections: 0" in database.engine.pool.status()
    await database.dispose()
