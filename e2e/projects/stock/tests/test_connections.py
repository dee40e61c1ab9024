# ruff: noqa: S101
"""Connections of the pool."""

import pytest
from httpx2 import ASGITransport, AsyncClient
from sqlalchemy import QueuePool
from starlette.types import Message, Receive, Scope, Send

from main import app
from stock_api.db.session import database

pytestmark = pytest.mark.anyio


async def test_no_answer_keeps_a_connection(client: AsyncClient) -> None:
    """A client that reads nothing of what it asked for keeps nobody from the pool."""
    pool = database.engine.pool
    assert isinstance(pool, QueuePool)
    kept: list[int] = []

    async def watched(scope: Scope, receive: Receive, send: Send) -> None:
        async def watch(message: Message) -> None:
            kept.append(pool.checkedout())
            await send(message)

        await app(scope, receive, watch)

    transport = ASGITransport(watched)
    async with AsyncClient(
        transport=transport, base_url="http://stock", headers=client.headers
    ) as other:
        assert (await other.get("/products/1")).status_code == 200
        assert (await other.post("/products/search", json={})).status_code == 200
        assert (await other.post("/labels/", json={"text": "B"})).status_code == 201
    assert {*kept} == {0}
