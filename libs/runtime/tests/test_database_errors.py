"""Errors of a real database become the answers that say what to do about them."""

import os
import re
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

import pytest
from fastapi import HTTPException
from httpx2 import AsyncClient, Response
from rowhouse_testing import Rows, Sessions
from sqlalchemy import Text, event, insert, literal, make_url, select, text, true
from sqlalchemy.exc import DBAPIError, StatementError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.types import TypeDecorator

from rowhouse_runtime.database import Database
from rowhouse_runtime.database_errors import http_error
from rowhouse_runtime.rows import refresh_row
from rowhouse_runtime.schemas import ResponseModel

from .api import Work, app_of, client_of, get_db, router, router_of
from .family import Lamp
from .models import Item, Owner, Thing

pytestmark = pytest.mark.anyio


@pytest.fixture
async def client(sessions: Sessions) -> AsyncGenerator[AsyncClient]:
    """A client of the hand-written API."""
    async with client_of(app_of(router, sessions=sessions)) as client:
        yield client


@pytest.fixture
async def valid(rows: Rows) -> dict[str, Any]:
    """The columns of an item that can be inserted."""
    owner = await rows.create(Owner)
    return {
        "owner_id": owner.id,
        "position": 1,
        "slug": "a",
        "level": "low",
        "tags": [],
    }


async def create(client: AsyncClient, values: dict[str, Any]) -> Response:
    return await client.post("/items/", json={"values": values})


async def response_of(work: Work, sessions: Sessions) -> Response:
    """The response of a route that does some work in the test's database."""
    async with client_of(app_of(router_of(work), sessions=sessions)) as client:
        return await client.post("/work")


async def test_valid(client: AsyncClient, valid: dict[str, Any]) -> None:
    response = await create(client, valid)
    assert response.status_code == 201
    assert response.headers["Location"] == f"/items/{response.json()}"
    assert (await client.get(response.headers["Location"])).json() == "a"


@pytest.mark.parametrize(
    ("changes", "detail"),
    [
        ({"position": 2}, "A row with this slug exists already"),
        ({"slug": "b"}, "A row with this owner_id and position exists already"),
        ({"slug": "b", "owner_id": -1}, "No row has this owner_id"),
        ({"slug": "b", "position": 2, "parent_id": -1}, "No row has this parent_id"),
    ],
)
async def test_conflicts_name_the_columns(
    client: AsyncClient,
    valid: dict[str, Any],
    changes: dict[str, Any],
    detail: str,
) -> None:
    await create(client, valid)
    response = await create(client, {**valid, **changes})
    assert response.status_code == 409
    assert response.json()["detail"] == detail


async def test_conflict_names_all_columns_of_a_reference(sessions: Sessions) -> None:
    async def insert_lamp(db: AsyncSession) -> None:
        await db.execute(insert(Lamp), {"house_id": 0, "level": 1})

    response = await response_of(insert_lamp, sessions)
    assert response.status_code == 409
    assert response.json()["detail"] == "No row has this house_id and level"


async def test_row_that_is_referred_to(
    client: AsyncClient, valid: dict[str, Any]
) -> None:
    await create(client, valid)
    response = await client.delete(f"/owners/{valid['owner_id']}")
    assert response.status_code == 409
    assert response.json()["detail"] == "Other rows still refer to this one"


MESSAGES = {
    "check_violation": "Input breaks a rule of the database",
    "missing": "Field required",
    "too_large": "Input has a value too large for an index, or is too complex",
    "value_error": "Input has a value the database cannot hold",
}


@pytest.mark.parametrize(
    ("changes", "loc", "kind"),
    [
        ({"position": None}, ["body", "position"], "missing"),
        ({"position": -1}, ["body"], "check_violation"),
        ({"slug": "too long a slug"}, ["body"], "value_error"),
        ({"slug": "a\x00"}, ["body"], "value_error"),
        ({"slug": "\ud800"}, ["body"], "value_error"),
        ({"slug": 1}, ["body"], "value_error"),
        ({"position": 2**31}, ["body"], "value_error"),
        ({"position": 2**64}, ["body"], "value_error"),
        ({"position": "x"}, ["body"], "value_error"),
        ({"level": "none"}, ["body"], "value_error"),
        ({"level": 1}, ["body"], "value_error"),
    ],
)
async def test_values_that_cannot_be_stored(
    sessions: Sessions,
    valid: dict[str, Any],
    changes: dict[str, Any],
    loc: list[str],
    kind: str,
) -> None:
    async def insert_item(db: AsyncSession) -> None:
        await db.execute(insert(Item), {**valid, **changes})

    response = await response_of(insert_item, sessions)
    assert response.status_code == 422
    (error,) = response.json()["detail"]
    assert error["loc"] == loc
    assert (error["type"], error["msg"]) == (kind, MESSAGES[kind])


@pytest.mark.parametrize("reason", [ValueError, OverflowError, LookupError])
async def test_value_that_a_type_of_the_project_refuses_is_422(
    sessions: Sessions, reason: type[Exception]
) -> None:
    class Picky(TypeDecorator[str]):
        """Takes nothing."""

        impl = Text
        cache_ok = True

        def process_bind_param(self, value: str | None, dialect: object) -> str | None:
            """Refuses a value before it is sent."""
            raise reason

    async def send(db: AsyncSession) -> None:
        await db.execute(select(literal("a", Picky())))

    response = await response_of(send, sessions)
    assert response.status_code == 422
    (error,) = response.json()["detail"]
    assert (error["loc"], error["msg"]) == (["body"], MESSAGES["value_error"])


REFUSALS = {
    "0A000": (409, None, "A rule of the database refuses this"),
    "08006": (503, "1", "The connection to the database was lost; try again"),
    "22P02": (422, None, "Input has a value the database cannot hold"),
    "23000": (409, None, "A rule of the database refuses this"),
    "23001": (409, None, "Refers to a row that does not exist"),
    "23514": (422, None, "Input breaks a rule of the database"),
    "23P01": (409, None, "Conflicts with a row that exists already"),
    "25006": (503, None, "The database is read-only"),
    "40001": (503, "1", "The database is busy; try again"),
    "42501": (409, None, "A rule of the database refuses this"),
    "44000": (422, None, "Input breaks a rule of the database"),
    "53300": (503, "1", "The database is overloaded; try again"),
    "54000": (422, None, MESSAGES["too_large"]),
    "55000": (409, None, "A rule of the database refuses this"),
    "55P03": (503, "1", "The row is locked; try again"),
    "57014": (503, "1", "The database took too long; try again"),
    "57P01": (503, "1", "The database is restarting; try again"),
    "P0001": (409, None, "A rule of the database refuses this"),
    "TK001": (409, None, "A rule of the database refuses this"),
}


@pytest.mark.parametrize("sqlstate", REFUSALS)
async def test_answers_by_sqlstate(
    sessions: Sessions, caplog: pytest.LogCaptureFixture, sqlstate: str
) -> None:
    status, retry_after, detail = REFUSALS[sqlstate]

    async def refuse(db: AsyncSession) -> None:
        raising = f"RAISE 'SELECT secret' USING ERRCODE = '{sqlstate}'"
        await db.execute(text(f"DO $$ BEGIN {raising}; END $$"))

    app = app_of(router_of(refuse), sessions=sessions)
    async with client_of(app, raises=False) as client:
        response = await client.post("/work")
    assert response.status_code == status
    assert response.headers.get("Retry-After") == retry_after
    answer = response.json()["detail"]
    if status == 422:
        (error,) = answer
        assert error == {"type": error["type"], "loc": ["body"], "msg": detail}
        assert MESSAGES[error["type"]] == detail
    else:
        assert answer == detail
    # Only the log says more, and only of what is wrong with the database.
    said = re.compile(f"Answered {status}: .*SELECT secret")
    logged = [name for name, _, message in caplog.record_tuples if said.match(message)]
    assert logged == (["rowhouse_runtime.routing"] if status == 503 else [])


@pytest.mark.parametrize("kind", ["tsvector", "tsquery"])
async def test_text_that_is_none_of_its_type_is_422(
    sessions: Sessions, kind: str
) -> None:
    async def send(db: AsyncSession) -> None:
        await db.execute(text(f"SELECT CAST(:value AS {kind})"), {"value": "'"})

    response = await response_of(send, sessions)
    assert response.status_code == 422
    (error,) = response.json()["detail"]
    assert (error["loc"], error["msg"]) == (["body"], MESSAGES["value_error"])


@pytest.mark.parametrize(
    "statement", ["SELEC 1", "DO $$ BEGIN EXECUTE 'SELEC 1'; END $$"]
)
async def test_mistake_in_sql_is_a_defect(sessions: Sessions, statement: str) -> None:
    async with sessions() as db:
        with pytest.raises(DBAPIError, match="syntax error") as failed:
            await db.execute(text(statement))
    assert http_error(failed.value) is None


FAILING = [
    "CREATE FUNCTION pg_temp.nothing() RETURNS int AS 'BEGIN END' LANGUAGE plpgsql",
    # A trigger that changes the row that is about to be changed.
    "CREATE TEMPORARY TABLE twice AS SELECT 1 AS id",
    "CREATE FUNCTION pg_temp.again() RETURNS trigger AS "
    "'BEGIN UPDATE twice SET id = 3; RETURN NEW; END' LANGUAGE plpgsql",
    "CREATE TRIGGER again BEFORE UPDATE ON twice FOR EACH ROW WHEN (NEW.id = 2) "
    "EXECUTE FUNCTION pg_temp.again()",
    # A trigger whose function is one for rows.
    "CREATE TEMPORARY TABLE never AS SELECT 1 AS id",
    "CREATE TRIGGER never BEFORE UPDATE ON never "
    "EXECUTE FUNCTION suppress_redundant_updates_trigger()",
]
"""What fails whenever it is used."""


@pytest.mark.parametrize(
    "work",
    [
        "CASE x WHEN 2 THEN END CASE",
        "SELECT id INTO STRICT x FROM things WHERE number = 9",
        "SELECT n INTO STRICT x FROM generate_series(1, 2) AS n",
        "x := (SELECT n FROM generate_series(1, 2) AS n)",
        "ASSERT x = 2, 'SELECT secret'",
        "x := pg_temp.nothing()",
        "UPDATE twice SET id = 2",
        "UPDATE never SET id = 2",
    ],
)
async def test_function_of_the_database_that_fails_is_409(
    sessions: Sessions, work: str
) -> None:
    async def fail(db: AsyncSession) -> None:
        for statement in FAILING:
            await db.execute(text(statement))
        await db.execute(text(f"DO $$ DECLARE x int = 1; BEGIN {work}; END $$"))

    response = await response_of(fail, sessions)
    refused = "A rule of the database refuses this"
    assert (response.status_code, response.json()["detail"]) == (409, refused)


@pytest.mark.parametrize("sqlstate", ["09000", "38000"])
def test_function_in_another_language_that_fails_is_409(sqlstate: str) -> None:
    failure = Exception("secret")
    # As one in C or PL/Python reports it, which not every server has.
    vars(failure)["sqlstate"] = sqlstate
    answer = http_error(DBAPIError("SELECT 1", {}, failure))
    assert isinstance(answer, HTTPException)
    refused = "A rule of the database refuses this"
    assert (answer.status_code, answer.detail) == (409, refused)


async def locked_out(db: AsyncSession) -> None:
    """Waits for what another connection has locked."""
    await db.execute(text("SET LOCAL lock_timeout = '20ms'"))
    await db.execute(text("SELECT pg_advisory_xact_lock(4217)"))


async def too_slow(db: AsyncSession) -> None:
    """Takes its time."""
    await db.execute(text("SET LOCAL statement_timeout = '20ms'"))
    await db.execute(text("SELECT pg_sleep(5)"))


async def read_only(db: AsyncSession) -> None:
    """Writes where nothing can be written."""
    await db.execute(text("SET TRANSACTION READ ONLY"))
    await db.execute(text("CREATE TABLE nothing ()"))


async def cut_off(db: AsyncSession) -> None:
    """Loses its connection."""
    await db.execute(text("SELECT pg_terminate_backend(pg_backend_pid())"))


@pytest.mark.parametrize("work", [locked_out, too_slow, read_only, cut_off])
async def test_database_of_no_service_is_503(
    monkeypatch: pytest.MonkeyPatch, work: Work
) -> None:
    monkeypatch.setenv("SOME_DATABASE_URL", os.environ["TEST_DATABASE_URL"])
    database = Database(url_env="SOME_DATABASE_URL")
    app = app_of(router_of(work))
    app.dependency_overrides[get_db] = session_of(database)
    async with database.session() as other, client_of(app) as client:
        await other.execute(text("SELECT pg_advisory_xact_lock(4217)"))
        response = await client.post("/work")
    await database.dispose()
    assert response.status_code == 503
    assert ("Retry-After" in response.headers) is (work is not read_only)


NOT_SET_UP = "The database is not set up for this API"


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM pg_authid",
        "SELECT * FROM not_migrated",
        "SELECT * FROM no_schema.not_migrated",
        "CREATE TABLE no_schema.not_migrated ()",
        "SELECT no_column FROM pg_roles",
        "SELECT 'low'::no_type",
    ],
)
async def test_database_that_lacks_something_is_503(
    sessions: Sessions, statement: str
) -> None:
    async def work(db: AsyncSession) -> None:
        await db.execute(text("SET LOCAL ROLE pg_monitor"))
        await db.execute(text(statement))

    response = await response_of(work, sessions)
    assert (response.status_code, response.json()["detail"]) == (503, NOT_SET_UP)
    assert "Retry-After" not in response.headers


VIEWS = {
    "grouped": "VIEW grouped AS SELECT relpages AS id FROM pg_class GROUP BY 1",
    "stored": "MATERIALIZED VIEW stored AS SELECT 1 AS id",
    "empty": "MATERIALIZED VIEW empty AS SELECT 1 AS id WITH NO DATA",
}


@pytest.mark.parametrize(
    ("view", "statement"),
    [
        ("grouped", "INSERT INTO grouped VALUES (1)"),
        ("grouped", "UPDATE grouped SET id = 1"),
        ("grouped", "DELETE FROM grouped"),
        ("grouped", "SELECT * FROM grouped FOR UPDATE"),
        ("stored", "INSERT INTO stored VALUES (1)"),
        ("stored", "SELECT * FROM stored FOR UPDATE"),
        ("empty", "SELECT * FROM empty"),
    ],
)
async def test_view_that_cannot_do_it_is_503(
    sessions: Sessions, view: str, statement: str
) -> None:
    async def work(db: AsyncSession) -> None:
        await db.execute(text(f"CREATE {VIEWS[view]}"))
        await db.execute(text(statement))

    response = await response_of(work, sessions)
    assert (response.status_code, response.json()["detail"]) == (503, NOT_SET_UP)
    assert "Retry-After" not in response.headers


@pytest.mark.parametrize("changed", [{"database": "none"}, {"username": "nobody"}])
async def test_database_that_refuses_the_connection_is_503(
    monkeypatch: pytest.MonkeyPatch, changed: dict[str, str]
) -> None:
    url = make_url(os.environ["TEST_DATABASE_URL"]).set(**changed)  # type: ignore[arg-type]
    url_text = url.render_as_string(hide_password=False)
    monkeypatch.setenv("SOME_DATABASE_URL", url_text)
    app = app_of(router_of(read_only))
    app.dependency_overrides[get_db] = session_of(Database(url_env="SOME_DATABASE_URL"))
    async with client_of(app) as client:
        response = await client.post("/work")
    assert (response.status_code, response.json()["detail"]) == (503, NOT_SET_UP)
    assert "Retry-After" not in response.headers


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("", "SOME_DATABASE_URL is not set"),
        ("localhost", "SOME_DATABASE_URL is not a database URL"),
        ("postgresql://localhost:a/b", "SOME_DATABASE_URL is not a database URL"),
        ("postgresql+no_driver://localhost/a", "no_driver of SOME_DATABASE_URL is no"),
        ("sqlite:///a", "sqlite of SOME_DATABASE_URL is no"),
        ("mysql+asyncmy://localhost/a", "asyncmy of SOME_DATABASE_URL is no"),
        ("postgresql://localhost/a?sslmode=no", "not one for its driver: .*sslmode"),
        ("postgresql://localhost/a?no=1", "not one for its driver: .*'no'"),
        ("postgresql://localhost/a?timeout=a", "not one for its driver: "),
        (
            "postgresql://localhost/a?command_timeout=a",
            "not one for its driver: .*command_timeout",
        ),
    ],
)
async def test_url_that_leads_to_no_database_is_503(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    url: str,
    reason: str,
) -> None:
    monkeypatch.setenv("SOME_DATABASE_URL", url)
    app = app_of(router_of(read_only))
    app.dependency_overrides[get_db] = session_of(Database(url_env="SOME_DATABASE_URL"))
    async with client_of(app) as client:
        response = await client.post("/work")
    assert (response.status_code, response.json()["detail"]) == (503, NOT_SET_UP)
    assert "Retry-After" not in response.headers
    assert re.search(reason, caplog.text)


async def test_driver_that_waits_no_longer_is_503(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    url = make_url(os.environ["TEST_DATABASE_URL"])
    # It holds for what the driver asks when it connects, too.
    url = url.update_query_dict({"command_timeout": "2"})
    url_text = url.render_as_string(hide_password=False)
    monkeypatch.setenv("SOME_DATABASE_URL", url_text)
    database = Database(url_env="SOME_DATABASE_URL")

    async def work(db: AsyncSession) -> None:
        await db.execute(text("SELECT pg_sleep(60)"))

    app = app_of(router_of(work))
    app.dependency_overrides[get_db] = session_of(database)
    async with client_of(app) as client:
        response = await client.post("/work")
    await database.dispose()
    assert response.status_code == 503
    assert response.json()["detail"] == "The database took too long; try again"
    assert response.headers["Retry-After"] == "1"
    assert "command_timeout is over" in caplog.text


class NumberOfThing(ResponseModel):
    """What is shown of a thing."""

    number: int


async def read_back(db: AsyncSession, row: object) -> None:
    await refresh_row(db, row, NumberOfThing)


async def read_back_by_a_rule(db: AsyncSession, row: object) -> None:
    await refresh_row(db, row, NumberOfThing, may=true())


async def read_as_for_hooks(db: AsyncSession, row: object) -> None:
    await db.refresh(row)


@pytest.mark.parametrize("read", [read_back, read_back_by_a_rule, read_as_for_hooks])
@pytest.mark.parametrize("make", [lambda: Thing(number=1), Owner])
async def test_row_that_a_trigger_skips_is_409(
    sessions: Sessions,
    make: Callable[[], Thing | Owner],
    read: Callable[[AsyncSession, object], Awaitable[None]],
) -> None:
    async def create_row(db: AsyncSession) -> None:
        row = make()
        body = "$$ BEGIN RETURN NULL; END $$ LANGUAGE plpgsql"
        await db.execute(
            text(f"CREATE FUNCTION pg_temp.skip() RETURNS trigger AS {body}")
        )
        on = f"BEFORE INSERT ON {row.__tablename__} FOR EACH ROW"
        await db.execute(
            text(f"CREATE TRIGGER skips {on} EXECUTE FUNCTION pg_temp.skip()")
        )
        db.add(row)
        await db.flush()
        await read(db, row)

    response = await response_of(create_row, sessions)
    refused = "A rule of the database refuses this"
    assert (response.status_code, response.json()["detail"]) == (409, refused)


@pytest.mark.parametrize(
    ("statement", "detail"),
    [
        ('UPDATE "Old nodes" SET id=2', "Other rows still refer to this one"),
        ('UPDATE pg_temp."Old nodes" SET id=2', "Other rows still refer to this one"),
        ("UPDATE leaves SET id=2", "No row has this id"),
        ("UPDATE pg_temp.leaves SET id=2", "No row has this id"),
        ('\n update "Old nodes" set id=2', "Other rows still refer to this one"),
        ('\n delete from "Old nodes"', "Other rows still refer to this one"),
    ],
)
async def test_statement_that_leaves_a_key_without_its_row(
    sessions: Sessions, statement: str, detail: str
) -> None:
    async def change(db: AsyncSession) -> None:
        columns = "(id int PRIMARY KEY)"
        await db.execute(text(f'CREATE TEMPORARY TABLE "Old nodes" {columns}'))
        refers = '(id int REFERENCES "Old nodes")'
        await db.execute(text(f"CREATE TEMPORARY TABLE leaves {refers}"))
        await db.execute(text('INSERT INTO "Old nodes" VALUES (1)'))
        await db.execute(text("INSERT INTO leaves VALUES (1)"))
        await db.execute(text(statement))

    response = await response_of(change, sessions)
    assert (response.status_code, response.json()["detail"]) == (409, detail)


async def twice(db: AsyncSession) -> None:
    """Breaks a constraint one of whose columns has a name that is no word."""
    columns = '(word text, "other word" text, UNIQUE (word, "other word"))'
    await db.execute(text(f"CREATE TEMPORARY TABLE words {columns}"))
    await db.execute(text("INSERT INTO words VALUES ('a', 'b'), ('a', 'b')"))


async def too_early(db: AsyncSession) -> None:
    """Breaks a constraint that the commit checks."""
    refers = "int REFERENCES nodes DEFERRABLE INITIALLY DEFERRED"
    columns = f"(id int PRIMARY KEY, parent_id {refers})"
    await db.execute(text(f"CREATE TEMPORARY TABLE nodes {columns}"))
    await db.execute(text("INSERT INTO nodes VALUES (1, 2)"))
    await db.commit()


@pytest.mark.parametrize(
    ("work", "detail"),
    [
        (twice, "Conflicts with a row that exists already"),
        (too_early, "Refers to a row that does not exist, or is referred to itself"),
    ],
)
async def test_conflicts_that_have_no_columns_to_name(
    monkeypatch: pytest.MonkeyPatch, work: Work, detail: str
) -> None:
    monkeypatch.setenv("SOME_DATABASE_URL", os.environ["TEST_DATABASE_URL"])
    database = Database(url_env="SOME_DATABASE_URL")
    app = app_of(router_of(work))
    app.dependency_overrides[get_db] = session_of(database)
    async with client_of(app) as client:
        response = await client.post("/work")
    await database.dispose()
    assert (response.status_code, response.json()["detail"]) == (409, detail)


def test_connection_that_is_lost_without_a_state_is_503() -> None:
    gone = OSError("gone")
    answer = http_error(DBAPIError("SELECT 1", {}, gone, connection_invalidated=True))
    assert isinstance(answer, HTTPException)
    assert (answer.status_code, answer.headers) == (503, {"Retry-After": "1"})
    assert answer.detail == "The connection to the database was lost; try again"
    assert http_error(DBAPIError("SELECT 1", {}, gone)) is None
    assert http_error(StatementError("no", "SELECT 1", {}, gone)) is None


async def test_used_up_pool_is_503(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SOME_DATABASE_URL", os.environ["TEST_DATABASE_URL"])
    database = Database(
        url_env="SOME_DATABASE_URL", pool_size=1, max_overflow=0, pool_timeout=0
    )
    app = app_of(router_of(read_only))
    app.dependency_overrides[get_db] = session_of(database)
    async with database.session() as other, client_of(app) as client:
        await other.execute(text("SELECT 1"))
        response = await client.post("/work")
    await database.dispose()
    assert response.status_code == 503
    assert response.json()["detail"] == "All connections are in use; try again"
    assert "QueuePool limit" in caplog.text


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"port": 1}, "Connect call failed"),
    ],
)
async def test_unreachable_database_is_503(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    changed: dict[str, Any],
    reason: str,
) -> None:
    url = make_url(os.environ["TEST_DATABASE_URL"]).set(**changed)
    monkeypatch.setenv("SOME_DATABASE_URL", url.render_as_string(hide_password=False))
    app = app_of(router_of(read_only))
    app.dependency_overrides[get_db] = session_of(Database(url_env="SOME_DATABASE_URL"))
    async with client_of(app) as client:
        response = await client.post("/work")
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "1"
    assert response.json()["detail"] == "The database cannot be reached; try again"
    assert reason in caplog.text


async def test_new_connection_that_is_lost_while_it_is_set_up_is_503(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SOME_DATABASE_URL", os.environ["TEST_DATABASE_URL"])
    database = Database(url_env="SOME_DATABASE_URL")

    @event.listens_for(database.engine.sync_engine, "connect", insert=True)
    def lose(connection: Any, _: object) -> None:
        # The codecs of SQLAlchemy, and then ours, are set after this.
        connection.driver_connection.terminate()

    app = app_of(router_of(read_only))
    app.dependency_overrides[get_db] = session_of(database)
    async with client_of(app) as client:
        response = await client.post("/work")
    await database.dispose()
    assert response.status_code == 503
    assert response.json()["detail"] == "The database cannot be reached; try again"
    assert "connection is closed" in caplog.text


def session_of(
    database: Database,
) -> Callable[[], AsyncGenerator[AsyncSession]]:
    async def get_session() -> AsyncGenerator[AsyncSession]:
        async with database.session() as session:
            yield session

    return get_session
