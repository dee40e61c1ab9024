# ruff: noqa: S101
"""Tests of what routes see to, whatever their handlers do."""

from collections.abc import AsyncGenerator
from uuid import UUID, uuid4

import pytest
from fastapi import FastAPI
from httpx2 import ASGITransport, AsyncClient
from sqlalchemy import select

from firms.models import Base, Comment, Firm, Ticket
from handled_api.db.session import database
from handled_api.routes import router

app = FastAPI()
app.include_router(router)
pytestmark = pytest.mark.anyio

OWN, HIDDEN, ABSENT = UUID(int=1), UUID(int=2), UUID(int=3)


@pytest.fixture
def anyio_backend() -> str:
    """Runs the tests on asyncio, which the database driver needs."""
    return "asyncio"


@pytest.fixture
async def client(
    anyio_backend: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[AsyncClient]:
    """A client of one who works for firm 1, and a ticket of each firm."""
    monkeypatch.setenv("JWT_SECRET", "s" * 32)
    async with database.engine.begin() as connection:
        await connection.run_sync(Base.metadata.drop_all)
        await connection.run_sync(Base.metadata.create_all)
    async with database.session() as session:
        for number in (1, 2):
            session.add(Firm(id=number, name=str(number)))
            await session.flush()
            session.add(Ticket(id=UUID(int=number), firm_id=number, title="Help"))
        await session.commit()
    transport = ASGITransport(app, raise_app_exceptions=False)
    async with AsyncClient(transport=transport, base_url="http://firms") as client:
        form = {"username": "1/7", "password": "tickets"}
        token = (await client.post("/auth/token", data=form)).json()
        client.headers["Authorization"] = f"Bearer {token['access_token']}"
        yield client
    await database.dispose()


async def stored() -> list[tuple[int, UUID, str]]:
    """All comments."""
    async with database.session() as session:
        rows = await session.scalars(select(Comment))
        return [(row.firm_id, row.ticket_id, row.text) for row in rows]


async def test_whose_a_row_is_stays(client: AsyncClient) -> None:
    """A handler that gives a row to another firm is a 500, and nothing is stored."""
    body = {"ticket_id": str(OWN), "text": "steal"}
    assert (await client.post("/comments/", json=body)).status_code == 500
    assert await stored() == []
    made = await client.post("/comments/", json={**body, "text": "Hello"})
    assert made.status_code == 201, made.text
    url = made.headers["Location"]
    assert (await client.patch(url, json={"text": "steal"})).status_code == 500
    assert (await client.patch(url, json={"text": "Bye"})).json()["text"] == "Bye"
    assert await stored() == [(1, OWN, "Bye")]


async def test_hidden_rows_are_absent(client: AsyncClient) -> None:
    """A reference to a row of another firm is one to none, also after a flush."""
    made = await client.post("/comments/", json={"ticket_id": str(OWN), "text": "a"})
    url = made.headers["Location"]
    answers = [
        await client.request(method, path, json={"ticket_id": str(ticket), "text": "b"})
        for method, path in (("POST", "/comments/"), ("PATCH", url))
        for ticket in (HIDDEN, ABSENT)
    ]
    assert {(answer.status_code, answer.text) for answer in answers} == {
        (
            409,
            '{"detail":"No row has this ticket_id","code":"reference",'
            '"fields":["ticket_id"]}',
        )
    }
    assert await stored() == [(1, OWN, "a")]


async def test_a_relationship_is_a_reference(client: AsyncClient) -> None:
    """A handler that relates its row to one of another firm is refused as well."""
    body = {"ticket_id": str(OWN), "text": "relate"}
    made = await client.post("/comments/", json=body)
    assert made.status_code == 201, made.text
    url = made.headers["Location"]
    assert (await client.patch(url, json=body)).status_code == 200
    for method, path in (("POST", "/comments/"), ("PATCH", url)):
        hidden = body | {"ticket_id": str(HIDDEN)}
        answer = await client.request(method, path, json=hidden)
        assert answer.status_code == 409
        assert answer.json()["detail"] == "No row has this ticket_id"
    assert await stored() == [(1, OWN, "relate")]


async def test_handlers_get_visible_rows_alone(client: AsyncClient) -> None:
    """A comment of another firm is a 404 before its handler is called."""
    key = uuid4()
    async with database.session() as session:
        session.add(Comment(id=key, firm_id=2, ticket_id=HIDDEN, text="theirs"))
        await session.commit()
    for text in ("mine", "steal"):
        answer = await client.patch(f"/comments/{key}", json={"text": text})
        assert answer.status_code == 404
    assert await stored() == [(2, HIDDEN, "theirs")]
