# ruff: noqa: S101
"""Tests of a current-user function of the project's own."""

from collections.abc import AsyncGenerator

import pytest
from httpx2 import ASGITransport, AsyncClient

from db.session import database
from main import app, lifespan
from warehouse.models import Base

pytestmark = pytest.mark.anyio

ADA = {"X-User": "ada"}


@pytest.fixture
def anyio_backend() -> str:
    """Runs the tests on asyncio, which the database driver needs."""
    return "asyncio"


@pytest.fixture
async def client(anyio_backend: str) -> AsyncGenerator[AsyncClient]:
    """A client of the whole API, on empty tables."""
    async with lifespan(app):
        async with database.engine.begin() as connection:
            await connection.run_sync(Base.metadata.drop_all)
            await connection.run_sync(Base.metadata.create_all)
        async with AsyncClient(
            transport=ASGITransport(app),
            base_url="http://inventory",
        ) as client:
            yield client


async def test_own_user(client: AsyncClient) -> None:
    """The function decides; nothing else lets a request in."""
    body = {"sku": "A-1", "quantity": 3}
    assert (await client.post("/stock/stock-items/", json=body)).status_code == 401
    created = await client.post("/stock/stock-items/", json=body, headers=ADA)
    assert created.status_code == 201
    twice = await client.post("/stock/stock-items/", json=body, headers=ADA)
    assert twice.status_code == 409


async def test_action(client: AsyncClient) -> None:
    """An action's own error reaches the client, and leaves the row as it was."""
    body = {"sku": "A-1", "quantity": 3}
    created = await client.post("/stock/stock-items/", json=body, headers=ADA)
    url = created.headers["Location"]
    taken = await client.post(f"{url}/take", json={"quantity": 2}, headers=ADA)
    assert (taken.status_code, taken.json()["quantity"]) == (200, 1)
    refused = await client.post(f"{url}/take", json={"quantity": 2}, headers=ADA)
    assert refused.status_code == 409
    total = await client.post("/stock/stock-items/total", headers=ADA)
    assert total.json() == {"total": 1}


async def test_mounted_apps(client: AsyncClient) -> None:
    """There is no token route, and an app without handlers is not mounted."""
    paths = (await client.get("/openapi.json")).json()["paths"]
    assert {path.split("/")[1] for path in paths} == {"stock", "supply"}


async def test_checks_of_tables(client: AsyncClient) -> None:
    """What a check compares with constants, a request is told by the field."""
    good = {"code": "R-12", "carrier": "Rail", "weekday": 6, "way": "rail"}
    made = await client.post("/supply/deliveries/", headers=ADA, json=good)
    assert made.status_code == 201, made.text
    for name, value in {"weekday": 7, "code": "R1", "way": "sea"}.items():
        body = good | {name: value}
        refused = await client.post("/supply/deliveries/", headers=ADA, json=body)
        assert refused.status_code == 422
        assert [each["loc"] for each in refused.json()["detail"]] == [["body", name]]
