"""A route never answers 500 for what a client sent, and loses no race twice."""

import json
from collections.abc import AsyncGenerator
from typing import Any
from uuid import uuid4

import pytest
from fastapi import APIRouter, Request
from fastapi.routing import APIRoute
from httpx2 import AsyncClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel
from rowhouse_testing import Sessions
from sqlalchemy import insert, select, text
from sqlalchemy.exc import DBAPIError, NoResultFound
from sqlalchemy.ext.asyncio import AsyncSession

from rowhouse_runtime.routing import ApiRoute, OwnProblemRoute, answering_errors
from rowhouse_runtime.schemas import RequestModel

from .api import Db, app_of, client_of, router_of
from .models import Thing

pytestmark = pytest.mark.anyio


def fail(sqlstate: str) -> Any:
    """A statement that fails with an SQLSTATE."""
    return text(f"DO $$ BEGIN RAISE SQLSTATE '{sqlstate}'; END $$")


@pytest.mark.parametrize("sqlstate", ["40001", "40P01"])
async def test_serialization_failure_is_retried_once(
    sessions: Sessions,
    sqlstate: str,
) -> None:
    calls = 0

    async def work(db: AsyncSession) -> int:
        nonlocal calls
        calls += 1
        await db.execute(insert(Thing), {"number": calls})
        if calls == 1:
            await db.execute(fail(sqlstate))
        await db.commit()
        return calls

    async with client_of(app_of(router_of(work), sessions=sessions)) as client:
        response = await client.post("/work")
    assert (response.status_code, response.json()) == (200, 2)
    async with sessions() as db:
        # What the first try did is gone.
        assert [thing.number for thing in await db.scalars(select(Thing))] == [2]


async def test_retry_reads_the_body_again_and_then_on(sessions: Sessions) -> None:
    bodies: list[bytes] = []
    router = APIRouter(route_class=ApiRoute)

    @router.post("/work")
    async def handle(db: Db, request: Request) -> bool:
        bodies.append(await request.body())
        if len(bodies) == 1:
            await db.execute(fail("40001"))
        # It waits for what comes after the body: nothing, while the client is there.
        return await request.is_disconnected()

    async with client_of(app_of(router, sessions=sessions)) as client:
        response = await client.post("/work", content=b"once")
    assert (response.status_code, response.json()) == (200, False)
    assert bodies == [b"once", b"once"]


async def test_second_serialization_failure_is_503(sessions: Sessions) -> None:
    calls = 0

    async def work(db: AsyncSession) -> None:
        nonlocal calls
        calls += 1
        await db.execute(fail("40001"))

    async with client_of(app_of(router_of(work), sessions=sessions)) as client:
        response = await client.post("/work")
    assert calls == 2
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "1"
    assert response.json()["detail"] == "The database is busy; try again"


async def test_refused_request_runs_once(sessions: Sessions) -> None:
    calls = 0

    async def work(db: AsyncSession) -> None:
        nonlocal calls
        calls += 1
        await db.execute(fail("23514"))

    async with client_of(app_of(router_of(work), sessions=sessions)) as client:
        response = await client.post("/work")
    assert (response.status_code, calls) == (422, 1)


@pytest.mark.parametrize(
    ("method", "place"),
    [("GET", "path"), ("DELETE", "path"), ("POST", "body"), ("PATCH", "body")],
)
async def test_refused_value_is_of_the_path_or_of_the_body(
    sessions: Sessions, method: str, place: str
) -> None:
    router = APIRouter(route_class=ApiRoute)

    @router.api_route("/things/{number}", methods=[method])
    async def handle(number: int, db: Db) -> None:
        await db.execute(select(Thing).where(Thing.number == number))

    async with client_of(app_of(router, sessions=sessions)) as client:
        response = await client.request(method, f"/things/{2**31}")
    assert response.status_code == 422
    assert response.json()["detail"][0]["loc"] == [place]


async def test_errors_of_our_own_are_raised(sessions: Sessions) -> None:
    async def work(db: AsyncSession) -> None:
        await db.execute(text("SELECT nonsense nonsense nonsense"))

    async with client_of(app_of(router_of(work), sessions=sessions)) as client:
        with pytest.raises(DBAPIError, match="nonsense"):
            await client.post("/work")


async def test_misuse_of_a_session_is_raised(sessions: Sessions) -> None:
    async def work(db: AsyncSession) -> None:
        db.add(Thing(number=1))
        await db.get_one(Thing, uuid4())

    async with client_of(app_of(router_of(work), sessions=sessions)) as client:
        with pytest.raises(NoResultFound):
            await client.post("/work")


class Body(RequestModel):
    """A body to refuse."""

    name: str
    items: list[int] = []  # noqa: RUF012


router = APIRouter(route_class=ApiRoute)


@router.post("/echo")
async def echo(body: Body) -> Body:
    """Answers with its body."""
    return body


class Place(BaseModel):
    """A class of the project, which asks for nothing."""

    floor: int = 0


class Change(RequestModel):
    """A request that may be empty."""

    place: Place = Place()
    former: tuple[Place, ...] = ()


@router.post("/change")
async def change(body: Change) -> Change:
    """Answers with its body."""
    return body


@pytest.fixture(scope="session")
async def client(anyio_backend: str) -> AsyncGenerator[AsyncClient]:
    """A client of a route that needs no database."""
    async with client_of(app_of(router)) as client:
        yield client


JSON = {"Content-Type": "application/json"}


async def post(client: AsyncClient, content: bytes | str) -> Any:
    return await client.post("/echo", content=content, headers=JSON)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"\\ud800"',
        b'{"name": NaN}',
        b'{"name": "a", "items": [Infinity]}',
        b'{"name": "\\ud800"}',
        b'{"\\ud800": 1, "name": "a"}',
        b'{"name": "a\\u0000"}',
        b'{"name": "a", "items": [1e400]}',
        b'{"name": 1' + b"0" * 4000 + b"}",
        b'{"name": ' + b"[" * 500 + b"]" * 500 + b"}",
        b'{"name": ["' + b"a" * 100_000 + b'"]}',
    ],
)
async def test_hostile_bodies_are_422(client: AsyncClient, content: bytes) -> None:
    response = await post(client, content)
    assert response.status_code == 422
    assert response.json()["detail"][0]["loc"][0] == "body"
    # What is wrong is shown, but not at any length.
    assert len(response.content) < 5000


UNREADABLE = "Unreadable: bad UTF-8, a number too long, or nested too deep"


@pytest.mark.parametrize("content", ["1.5", '{"place": 1.5}', '{"former": [-0.0]}'])
async def test_number_is_no_empty_object(client: AsyncClient, content: str) -> None:
    response = await client.post("/change", content=content, headers=JSON)
    assert response.status_code == 422


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(json_values | st.dictionaries(st.just("name") | st.text(), json_values))
async def test_any_json_is_200_or_422(client: AsyncClient, content: object) -> None:
    response = await post(client, json.dumps(content))
    assert response.status_code in {200, 422}


def in_list(inner: object) -> list[object]:
    return [inner]


def in_object(inner: object) -> dict[str, object]:
    return {"a": inner}


async def test_own_routes_answer_errors_and_run_once(sessions: Sessions) -> None:
    calls: list[str] = []
    inner, router = APIRouter(), APIRouter()

    @inner.post("/work")
    async def work(db: Db, sqlstate: str) -> None:
        calls.append(sqlstate)
        await db.execute(fail(sqlstate))

    router.include_router(inner)
    whole = APIRouter()
    whole.include_router(answering_errors(router))
    answers: list[tuple[int, str, str]] = []
    async with client_of(app_of(whole, sessions=sessions)) as client:
        for path in ("/work?sqlstate=23505", "/work?sqlstate=40001", "/work"):
            answer = await client.post(path)
            kind = answer.headers["Content-Type"]
            answers.append((answer.status_code, answer.json()["code"], kind))
    kind = "application/json"
    assert answers == [
        (409, "unique", kind),
        (503, "unavailable", kind),
        (422, "validation", kind),
    ]
    assert calls == ["23505", "40001"]


async def test_own_routes_send_problems_where_others_do(sessions: Sessions) -> None:
    router = APIRouter()

    @router.post("/work")
    async def work(db: Db) -> None:
        await db.execute(fail("23505"))

    whole = APIRouter()
    whole.include_router(answering_errors(router, OwnProblemRoute))
    async with client_of(app_of(whole, sessions=sessions)) as client:
        answer = await client.post("/work")
    assert answer.status_code == 409
    assert answer.headers["Content-Type"] == "application/problem+json"


async def test_own_routes_keep_a_class_of_their_own() -> None:
    class Own(APIRoute):
        """A route class of the project."""

    router = APIRouter(route_class=Own)

    @router.get("/work")
    async def work() -> None:
        """Does nothing."""

    answering_errors(router)
    assert [type(route) for route in router.routes] == [Own]
