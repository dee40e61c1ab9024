# ruff: noqa: S101
"""Tests of two versions side by side."""

from collections.abc import AsyncGenerator

import pytest
from httpx2 import ASGITransport, AsyncClient

from generated.v1.db.session import database as first
from generated.v2.db.session import database as second
from main import app
from shop.models import Base

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    """Runs the tests on asyncio, which the database driver needs."""
    return "asyncio"


@pytest.fixture
async def client(
    anyio_backend: str,
    monkeypatch: pytest.MonkeyPatch,
) -> AsyncGenerator[AsyncClient]:
    """A client that is logged in, on empty tables."""
    monkeypatch.setenv("SHOP_SECRET", "s" * 32)
    async with first.engine.begin() as connection:
        await connection.run_sync(Base.metadata.drop_all)
        await connection.run_sync(Base.metadata.create_all)
    transport = ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        AsyncClient(transport=transport, base_url="http://shop") as client,
    ):
        credentials = {"username": "ada", "password": "sesame"}
        token = await client.post("/v1/auth/token", data=credentials)
        access_token = token.json()["access_token"]
        client.headers["Authorization"] = f"Bearer {access_token}"
        yield client
    await first.dispose()
    await second.dispose()


async def test_each_version_has_its_own_shape(client: AsyncClient) -> None:
    """A row that one version stores, the other shows in its own way."""
    created = await client.post("/v1/products/", json={"name": "Pen", "cents": 150})
    assert created.status_code == 201
    key = created.json()["id"]
    assert created.headers["Location"] == f"/v1/products/{key}"
    newer = await client.get(f"/v2/products/{key}")
    assert newer.json() == {
        "id": key,
        "title": "Pen",
        "cents": 150,
        "currency": "EUR",
    }
    assert set((await client.post("/v1/products/search", json={})).json()) == {
        "items",
        "next_cursor",
    }
    assert (await client.post("/v2/products/search", json={})).json()["total"] == 1
    # It is done without a key by the first version only.
    body = {"title": "Pencil", "cents": 90}
    refused = await client.post("/v2/products/", json=body)
    assert (refused.status_code, refused.json()["code"]) == (400, "bad-request")
    header = {"Idempotency-Key": "k"}
    done = await client.post("/v2/products/", json=body, headers=header)
    assert done.status_code == 201


async def test_documentation_logs_in_at_each_version(client: AsyncClient) -> None:
    """Both token routes are there, under their prefixes."""
    document = (await client.get("/openapi.json")).json()
    operations = [each for path in document["paths"].values() for each in path.values()]
    assert len({each["operationId"] for each in operations}) == len(operations)
    assert {"/v1/auth/token", "/v2/auth/token"} <= set(document["paths"])
    schemes = document["components"]["securitySchemes"]
    urls = {scheme["flows"]["password"]["tokenUrl"] for scheme in schemes.values()}
    assert urls == {"v1/auth/token", "v2/auth/token"}
