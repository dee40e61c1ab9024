"""Requests at the same time, on connections of their own that really commit."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Annotated, Any

import pytest
from fastapi import APIRouter, Depends, FastAPI, Response
from httpx2 import AsyncClient
from rowhouse_testing import Sessions
from sqlalchemy import delete, insert, select, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import (
    AsyncEngine,
    AsyncSession,
    async_sessionmaker,
)

from rowhouse_runtime.queries import (
    get_object_from_query_or_404,
    lock_for_delete,
    lock_for_update,
)
from rowhouse_runtime.routing import ApiRoute
from rowhouse_runtime.schemas import RequestModel

from .api import Db, app_of, client_of, get_db
from .family import Chimney, Floor, Guest, House, Lamp, Plant, Window
from .house_api import router as houses
from .schemas import engine_on

pytestmark = pytest.mark.anyio


@pytest.fixture
async def engine() -> AsyncGenerator[AsyncEngine]:
    """An engine whose connections see houses in a schema of their own."""
    family = (House, Window, Chimney, Floor, Lamp, Plant, Guest)
    tables = [House.metadata.tables[kind.__tablename__] for kind in family]
    async with engine_on(House.metadata, tables, pool_size=4) as engine:
        yield engine


@pytest.fixture
def committing(engine: AsyncEngine) -> Sessions:
    """Makes sessions on connections of their own."""
    return async_sessionmaker(engine, expire_on_commit=False)


@pytest.fixture
async def house(committing: Sessions) -> int:
    """The key of a house."""
    async with committing() as db:
        house = House(name="a")
        db.add(house)
        await db.commit()
        return house.id


@pytest.fixture
async def client(committing: Sessions) -> AsyncGenerator[AsyncClient]:
    """A client of the houses."""
    async with client_of(app_of(houses, sessions=committing)) as client:
        yield client


async def test_actions_at_once_lose_no_update(client: AsyncClient, house: int) -> None:
    calls = [client.post(f"/houses/{house}/raise_rank") for _ in range(15)]
    responses = await asyncio.gather(*calls)
    assert sorted(each.json()["rank"] for each in responses) == list(range(1, 16))


async def test_updates_at_once_lose_no_update(client: AsyncClient, house: int) -> None:
    bodies: list[dict[str, Any]] = [{"name": "b"}, {"price": "2.00"}, {"plan": "x"}]
    calls = [client.patch(f"/houses/{house}", json=body) for body in bodies * 3]
    assert {each.status_code for each in await asyncio.gather(*calls)} == {200}
    found = (await client.get(f"/houses/{house}")).json()
    assert (found["title"], found["price"], found["plan"]) == ("b", "2.00", "x")
    # The others change nothing.
    assert found["version"] == 4


async def test_locked_row_still_takes_children(
    client: AsyncClient, committing: Sessions, house: int
) -> None:
    async with committing() as locking, committing() as inserting:
        await locking.execute(lock_for_update(select(House)))
        await inserting.execute(text("SET LOCAL lock_timeout = '2s'"))
        await inserting.execute(insert(Window), {"house_id": house})
        await inserting.commit()
    assert (await client.delete(f"/houses/{house}")).status_code == 409


async def test_row_to_be_deleted_takes_no_children(
    committing: Sessions, house: int
) -> None:
    async with committing() as deleting, committing() as inserting:
        await deleting.execute(lock_for_delete(select(House)))
        await inserting.execute(text("SET LOCAL lock_timeout = '50ms'"))
        with pytest.raises(DBAPIError, match="lock timeout"):
            await inserting.execute(insert(Window), {"house_id": house})


async def test_deletes_at_once_delete_once(client: AsyncClient, house: int) -> None:
    calls = [client.delete(f"/houses/{house}") for _ in range(6)]
    codes = sorted(each.status_code for each in await asyncio.gather(*calls))
    assert codes == [204, 404, 404, 404, 404, 404]


class Rank(RequestModel):
    """A body, to be read twice."""

    rank: int


def losing_api(committing: Sessions, lose: Any) -> tuple[FastAPI, list[object]]:
    """An API whose user is a house, loaded through the request's session."""
    seen: list[object] = []

    async def current_user(db: Db) -> House:
        house: House = (await db.scalars(select(House))).unique().one()
        seen.extend([db, house])
        return house

    router = APIRouter(route_class=ApiRoute)

    @router.post("/work")
    async def work(
        body: Rank,
        response: Response,
        db: Db,
        user: Annotated[House, Depends(current_user)],
    ) -> int:
        response.headers.append("Try", str(len(seen) // 2))
        await lose(db, user)
        user.rank += body.rank
        await db.commit()
        return user.rank

    return app_of(router, sessions=committing), seen


async def test_retry_has_a_new_session_and_user(
    committing: Sessions, house: int
) -> None:
    tries = 0

    async def lose(db: AsyncSession, user: House) -> None:
        nonlocal tries
        tries += 1
        user.rank += 1000
        await db.flush()
        if tries == 1:
            await db.execute(text("DO $$ BEGIN RAISE SQLSTATE '40001'; END $$"))

    app, seen = losing_api(committing, lose)
    async with client_of(app) as client:
        response = await client.post("/work", json={"rank": 5})
    assert (response.status_code, response.json()) == (200, 1005)
    assert response.headers["Try"] == "2"
    first_db, first_user, second_db, second_user = seen
    assert first_db is not second_db
    assert first_user is not second_user


async def test_deadlock_is_retried(committing: Sessions, client: AsyncClient) -> None:
    keys = [
        (await client.post("/houses/", json={"name": "a"})).json()["id"]
        for _ in range(2)
    ]
    both = asyncio.Barrier(2)
    tries = 0
    router = APIRouter(route_class=ApiRoute)

    @router.post("/swap/{first}/{second}")
    async def swap(first: int, second: int, db: Db) -> None:
        nonlocal tries
        tries += 1
        raised = update(House).values(rank=House.rank + 1)
        await db.execute(raised.where(House.id == keys[first]))
        if tries <= 2:
            await both.wait()
        await db.execute(raised.where(House.id == keys[second]))
        await db.commit()

    async with client_of(app_of(router, sessions=committing)) as swapping:
        calls = [swapping.post("/swap/0/1"), swapping.post("/swap/1/0")]
        assert [each.status_code for each in await asyncio.gather(*calls)] == [200] * 2
    # One is the victim, and on a busy machine its second try is once more.
    assert tries > 2
    async with committing() as db:
        assert set(await db.scalars(select(House.rank))) == {2}


@pytest.mark.parametrize(
    ("change", "status", "detail"),
    [
        (delete(House), 404, "Not found"),
        (
            update(House).values(version=House.version + 1),
            409,
            "A rule of the database refuses this, or another request changed the row",
        ),
    ],
)
async def test_stale_row(
    committing: Sessions,
    house: int,
    change: Any,
    status: int,
    detail: str,
) -> None:
    router = APIRouter(route_class=ApiRoute)

    @router.post("/stale")
    async def make_stale(db: Db) -> None:
        statement = select(House).where(House.id == house)
        found = await get_object_from_query_or_404(db, statement, sole=True)
        async with committing() as other:
            await other.execute(change)
            await other.commit()
        found.rank += 1
        await db.commit()

    async with client_of(app_of(router, sessions=committing)) as client:
        response = await client.post("/stale")
    assert (response.status_code, response.json()["detail"]) == (status, detail)


async def test_lock_sees_what_the_session_read_before(
    committing: Sessions, house: int
) -> None:
    app = app_of(houses, sessions=committing)

    async def read_before() -> AsyncGenerator[AsyncSession]:
        async with committing() as db:
            # The session keeps no row that nobody else does.
            read = await db.get_one(House, house)
            async with committing() as other:
                await other.execute(update(House).values(rank=House.rank + 10))
                await other.commit()
            assert read.rank == 0
            yield db

    app.dependency_overrides[get_db] = read_before
    async with client_of(app) as client:
        assert (await client.post(f"/houses/{house}/raise_rank")).json() == {"rank": 11}
