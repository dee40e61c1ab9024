"""A hand-written API on the tests' models, as the generator writes them."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import APIRouter, Depends, FastAPI, Request, Response
from httpx2 import ASGITransport, AsyncClient
from rowhouse_testing import Runtime, Sessions
from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from rowhouse_runtime.codecs import create_exact_engine
from rowhouse_runtime.database import ApiSession, database_url
from rowhouse_runtime.database_errors import DatabaseUnreachableError
from rowhouse_runtime.examples import example_of
from rowhouse_runtime.queries import get_object_from_query_or_404
from rowhouse_runtime.responses import error_responses, location
from rowhouse_runtime.routing import ApiRoute
from rowhouse_runtime.schemas import IntKey, RequestModel

from .models import Item, Owner

RUNTIME = Runtime(
    create_engine=create_exact_engine,
    database_url=database_url,
    session=ApiSession,
    unreachable=DatabaseUnreachableError,
    example_of=example_of,
)
"""What tests are given of the runtime."""

Work = Callable[[AsyncSession], Awaitable[Any]]


async def get_db() -> AsyncSession:
    """Stands for the session that each test brings."""
    raise NotImplementedError


Db = Annotated[AsyncSession, Depends(get_db)]


class ItemBody(RequestModel):
    """Any columns of an item."""

    values: dict[str, Any]


router = APIRouter(route_class=ApiRoute)


@router.post("/items/", status_code=201, responses=error_responses(409))
async def create_item(
    body: ItemBody, request: Request, response: Response, db: Db
) -> int:
    """Inserts an item as it is."""
    created = await db.scalars(insert(Item).returning(Item), body.values)
    item = created.one()
    await db.commit()
    response.headers["Location"] = location(request, item.id)
    return item.id


@router.get("/items/{pk}", responses=error_responses(401, 404))
async def get_item(pk: IntKey, db: Db) -> str:
    """Returns an item's slug."""
    statement = select(Item).where(Item.id == pk)
    return (await get_object_from_query_or_404(db, statement)).slug


@router.delete("/owners/{pk}", status_code=204)
async def delete_owner(pk: int, db: Db) -> None:
    """Deletes an owner."""
    statement = delete(Owner).where(Owner.id == pk).returning(Owner.id)
    await get_object_from_query_or_404(db, statement)
    await db.commit()


def router_of(work: Work) -> APIRouter:
    """A router whose one route, `POST /work`, does some work with its session."""
    router = APIRouter(route_class=ApiRoute)

    @router.post("/work")
    async def handle(db: Db) -> Any:
        return await work(db)

    return router


def app_of(*routers: APIRouter, sessions: Sessions | None = None) -> FastAPI:
    """An app of routers, on the test's database."""
    app = FastAPI()
    for each in routers:
        app.include_router(each)
    if sessions is not None:

        async def get_test_db() -> AsyncGenerator[AsyncSession]:
            async with sessions() as session:
                yield session

        app.dependency_overrides[get_db] = get_test_db
    return app


@asynccontextmanager
async def client_of(
    app: FastAPI, *, raises: bool = True
) -> AsyncGenerator[AsyncClient]:
    """A client of an app; an error of the app's own is raised, unless it is answered.

    Args:
        app: The app.
        raises: Whether it is raised.
    """
    async with AsyncClient(
        transport=ASGITransport(app, raise_app_exceptions=raises),
        base_url="http://test",
    ) as client:
        yield client
