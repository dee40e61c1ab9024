"""The stock of two shops."""

from collections.abc import AsyncGenerator

import pytest
from httpx2 import ASGITransport, AsyncClient

from main import app
from stock.models import Base, Label, Product, Shop, Supplier
from stock_api.db.session import database


@pytest.fixture
def anyio_backend() -> str:
    """Runs the tests on asyncio, which the database driver needs."""
    return "asyncio"


@pytest.fixture
async def client(
    anyio_backend: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[AsyncClient]:
    """A client of shop 1; each shop has a product and a label of its number."""
    monkeypatch.setenv("JWT_SECRET", "s" * 32)
    async with database.engine.begin() as connection:
        await connection.run_sync(Base.metadata.drop_all)
        await connection.run_sync(Base.metadata.create_all)
    async with database.session() as session:
        for number in (1, 2):
            session.add(Shop(id=number, name=str(number)))
            await session.flush()
            session.add(Product(shop_id=number, sku="a", title="A", available=100))
            session.add(Label(shop_id=number, text="A"))
            session.add(Supplier(shop_id=number, code=f"s{number}", name="S"))
        await session.commit()
    transport = ASGITransport(app, raise_app_exceptions=False)
    async with AsyncClient(transport=transport, base_url="http://stock") as client:
        form = {"username": "1", "password": "stock"}
        token = (await client.post("/auth/token", data=form)).json()
        client.headers["Authorization"] = f"Bearer {token['access_token']}"
        yield client
    await database.dispose()
