"""The engine of a database, made at its first use."""

import inspect
import os

import pytest
from sqlalchemy import event, make_url, text
from sqlalchemy.exc import DBAPIError

from rowhouse_runtime.database import Database, database_url
from rowhouse_runtime.database_errors import DatabaseUnreachableError

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


def test_defaults_are_those_of_the_documentation() -> None:
    options = inspect.signature(Database).parameters.values()
    assert {each.name: each.default for each in options if each.name != "url_env"} == {
        "echo": False,
        "pool_size": 5,
        "max_overflow": 10,
        "pool_timeout": 30,
        "pool_recycle": -1,
        "pool_pre_ping": True,
    }


@pytest.mark.parametrize("pool_pre_ping", [True, False])
def test_options_are_those_of_the_engine(
    monkeypatch: pytest.MonkeyPatch, *, pool_pre_ping: bool
) -> None:
    monkeypatch.setenv("SOME_DATABASE_URL", "postgresql://localhost/none")
    database = Database(
        url_env="SOME_DATABASE_URL",
        echo=True,
        pool_size=2,
        max_overflow=3,
        pool_timeout=4,
        pool_recycle=5,
        pool_pre_ping=pool_pre_ping,
    )
    assert database.engine.echo
    found = vars(database.engine.pool)
    names = ("_max_overflow", "_timeout", "_recycle", "_pre_ping")
    assert [found[name] for name in names] == [3, 4, 5, pool_pre_ping]
    assert found["_pool"].maxsize == 2


def test_rows_can_be_read_after_a_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_DATABASE_URL", "postgresql://localhost/none")
    session = Database(url_env="SOME_DATABASE_URL").session()
    assert not session.sync_session.expire_on_commit


async def test_a_database_that_was_not_used_is_disposed_of_without_its_url(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("SOME_DATABASE_URL", raising=False)
    await Database(url_env="SOME_DATABASE_URL").dispose()


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
    assert "Pool size: 1  Connections in pool: 1" in database.engine.pool.status()
    await database.dispose()
    assert "Connections in pool: 0" in database.engine.pool.status()


async def test_commit_after_a_caught_error_is_no_silent_rollback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SOME_DATABASE_URL", os.environ["TEST_DATABASE_URL"])
    database = Database(url_env="SOME_DATABASE_URL", pool_size=1, max_overflow=0)
    sent: list[str] = []

    @event.listens_for(database.engine.sync_engine, "before_cursor_execute")
    def note(_c: object, _k: object, statement: str, *_: object) -> None:  # pyright: ignore[reportUnusedFunction]
        sent.append(statement)

    for is_saved in (False, True):
        async with database.session() as session:
            await session.execute(text("SELECT 1"))
            if is_saved:
                with pytest.raises(DBAPIError, match="by zero"):
                    async with session.begin_nested():
                        await session.execute(text("SELECT 1 / 0"))
                await session.commit()
            else:
                with pytest.raises(DBAPIError, match="by zero"):
                    await session.execute(text("SELECT 1 / 0"))
                with pytest.raises(DBAPIError, match="current transaction is aborted"):
                    await session.commit()
    sent.clear()
    async with database.session() as session:
        # Nothing is sent without a reason, nor is a connection opened.
        await session.commit()
        await session.execute(text("SELECT 1"))
        await session.commit()
        await session.commit()
    assert sent == ["SELECT 1"]
    await database.dispose()


async def test_what_the_server_refuses_is_no_mistake_in_the_url(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    url = make_url(os.environ["TEST_DATABASE_URL"]).set(database="no_such_database")
    url_text = url.render_as_string(hide_password=False)
    monkeypatch.setenv("SOME_DATABASE_URL", url_text)
    database = Database(url_env="SOME_DATABASE_URL")
    with pytest.raises(DBAPIError, match="no_such_database"):
        async with database.session() as session:
            await session.execute(text("SELECT 1"))


async def test_a_connection_on_which_the_network_fails_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise ConnectionResetError("reset by peer")

    monkeypatch.setenv("SOME_DATABASE_URL", os.environ["TEST_DATABASE_URL"])
    database = Database(url_env="SOME_DATABASE_URL", pool_size=1, pool_pre_ping=False)
    pid = text("SELECT pg_backend_pid()")
    async with database.session() as session:
        first = await session.scalar(pid)
        event.listen(database.engine.sync_engine, "do_execute", fail)
        with pytest.raises(DatabaseUnreachableError, match="reset by peer"):
            await session.scalar(pid)
        event.remove(database.engine.sync_engine, "do_execute", fail)
    async with database.session() as session:
        assert await session.scalar(pid) != first
    await database.dispose()
