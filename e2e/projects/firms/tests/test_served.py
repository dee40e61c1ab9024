# ruff: noqa: S101
"""Tests of two firms that share a database, and see nothing of each other."""

import base64
import json
import uuid
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient

from firms.models import Base, Firm, Topic
from firms_api.db.session import database
from main import app, lifespan

pytestmark = pytest.mark.anyio

Header = dict[str, str]


@pytest.fixture
def anyio_backend() -> str:
    """Runs the tests on asyncio, which the database driver needs."""
    return "asyncio"


@pytest.fixture
async def client(
    anyio_backend: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[AsyncClient]:
    """A client of the whole API, with two firms."""
    monkeypatch.setenv("JWT_SECRET", "s" * 32)
    async with lifespan(app):
        async with database.engine.begin() as connection:
            await connection.run_sync(Base.metadata.drop_all)
            await connection.run_sync(Base.metadata.create_all)
        async with database.session() as session:
            session.add_all([Firm(id=1, name="One"), Firm(id=2, name="Two")])
            session.add(Topic(id=1, name="Printers"))
            await session.commit()
        async with AsyncClient(
            transport=ASGITransport(app), base_url="http://firms"
        ) as client:
            yield client


async def user(client: AsyncClient, name: str) -> Header:
    """The header of one who works for a firm."""
    form = {"username": name, "password": "tickets"}
    token = (await client.post("/auth/token", data=form)).json()["access_token"]
    return {"Authorization": f"Bearer {token}"}


async def create(
    client: AsyncClient, header: Header, path: str, **body: object
) -> dict[str, Any]:
    """A new row."""
    made = await client.post(f"/{path}/", json=body, headers=header)
    assert made.status_code == 201, made.text
    row: dict[str, Any] = made.json()
    return row


async def test_a_row_is_of_the_firm_that_made_it(client: AsyncClient) -> None:
    """Nobody says for which firm a ticket is; the token does."""
    one, two = await user(client, "1/7"), await user(client, "2/7")
    ticket = await create(client, one, "tickets", title="Paper jam", topic_id=1)
    assert ticket["firm_id"] == 1
    forged = {"title": "x", "firm_id": 2}
    refused = await client.post("/tickets/", json=forged, headers=one)
    assert refused.status_code == 422
    url = f"/tickets/{ticket['id']}"
    for firm in (1, 2):
        moved = await client.patch(url, json={"firm_id": firm}, headers=one)
        assert moved.status_code == 422
    assert (await client.get(url, headers=one)).status_code == 200
    assert (await client.get(url, headers=two)).status_code == 404


@pytest.mark.parametrize("name", ["2/7", "2/8"])
async def test_rows_of_others_are_absent(client: AsyncClient, name: str) -> None:
    """Status, body and headers are those of a row that never was."""
    one, other = await user(client, "1/7"), await user(client, name)
    ticket = await create(client, one, "tickets", title="Paper jam")
    never = "/tickets/00000000-0000-0000-0000-000000000000"
    requests: list[tuple[str, str, object]] = [
        ("GET", "", None),
        ("PATCH", "", {"title": "Mine now"}),
        ("PATCH", "", {}),
        ("DELETE", "", None),
        ("POST", "/close", None),
        ("POST", "/peek", {"word": "jam"}),
    ]
    for method, end, body in requests:
        urls = (f"/tickets/{ticket['id']}{end}", never + end)
        hidden, absent = [
            await client.request(method, url, json=body, headers=other) for url in urls
        ]
        assert hidden.status_code == 404
        assert hidden.content == absent.content
        assert dict(hidden.headers) == dict(absent.headers)
    found = await client.get(f"/tickets/{ticket['id']}", headers=one)
    assert found.json() == ticket


async def test_lists_totals_and_cursors_know_own_rows_only(client: AsyncClient) -> None:
    """A page is full, a total counts what one may see, and cursors open nothing."""
    one, two = await user(client, "1/7"), await user(client, "2/7")
    for number in range(6):
        await create(client, (one, two)[number % 2], "tickets", title=str(number))
    search = {"sort": [{"field": "title"}], "page_size": 2}
    page = (await client.post("/tickets/search", json=search, headers=one)).json()
    assert [item["title"] for item in page["items"]] == ["0", "2"]
    walk = {**search, "cursor": page["next_cursor"]}
    rest = (await client.post("/tickets/search", json=walk, headers=one)).json()
    assert [item["title"] for item in rest["items"]] == ["4"]
    stolen = (await client.post("/tickets/search", json=walk, headers=two)).json()
    assert {item["firm_id"] for item in stolen["items"]} == {2}
    everything = {"or": [{"field": "firm_id", "op": "gt", "value": 0}]}
    body = {"filter": everything}
    found = (await client.post("/tickets/search", json=body, headers=two)).json()
    assert [item["firm_id"] for item in found["items"]] == [2, 2, 2]
    ticket = found["items"][0]["id"]
    for _ in range(3):
        await create(client, two, "comments", ticket_id=ticket, text="Done")
    total = await client.post("/comments/search", json={}, headers=two)
    assert total.json()["total"] == 3
    assert (await client.post("/comments/search", json={}, headers=one)).json() == {
        "items": [],
        "total": 0,
        "offset": 0,
        "limit": 20,
    }


async def test_references_lead_to_own_rows_only(client: AsyncClient) -> None:
    """A reference to a row of others is answered as one to a row that never was."""
    one, two = await user(client, "1/7"), await user(client, "2/7")
    ticket = await create(client, one, "tickets", title="Paper jam")
    own = await create(client, two, "tickets", title="Toner")
    comment = await create(client, two, "comments", ticket_id=own["id"], text="Hm")
    never = "00000000-0000-0000-0000-000000000000"
    for method, url, rest in (
        ("POST", "/comments/", {"text": "Gotcha"}),
        ("PATCH", f"/comments/{comment['id']}", {}),
        ("POST", "/drafts/", {"text": "Gotcha"}),
    ):
        hidden, absent = [
            await client.request(
                method, url, json={**rest, "ticket_id": key}, headers=two
            )
            for key in (ticket["id"], never)
        ]
        assert hidden.status_code == 409
        assert hidden.json()["detail"] == "No row has this ticket_id"
        assert hidden.content == absent.content
    kept = await client.get(f"/comments/{comment['id']}", headers=two)
    assert kept.json() == comment


async def test_draft_is_its_authors_alone(client: AsyncClient) -> None:
    """Neither a colleague nor a namesake of another firm sees it."""
    author = await user(client, "1/7")
    draft = await create(client, author, "drafts", text="Dear all")
    url = f"/drafts/{draft['id']}"
    for name, status in (("1/7", 200), ("1/8", 404), ("2/7", 404)):
        header = await user(client, name)
        assert (await client.get(url, headers=header)).status_code == status
        changed = await client.patch(url, json={"text": name}, headers=header)
        assert changed.status_code == status
        listed = await client.post("/drafts/search", headers=header)
        assert len(listed.json()) == (1 if status == 200 else 0)


async def test_open_rows_are_everybodys(client: AsyncClient) -> None:
    """Topics are the same for all firms."""
    for name in ("1/7", "2/7"):
        header = await user(client, name)
        assert (await client.get("/topics/1", headers=header)).status_code == 200


async def test_a_cursor_reads_no_row_of_others(client: AsyncClient) -> None:
    """One that names a row by its key alone can be made by hand: it reads none."""
    one, two = await user(client, "1/7"), await user(client, "2/7")
    hidden = await create(client, one, "tickets", title="Merger", topic_id=1)
    for title in ("Alpha", "Zulu"):
        await create(client, two, "tickets", title=title, topic_id=1)
    search = {"sort": [{"field": "title", "dir": "asc"}], "page_size": 1}
    page = (await client.post("/tickets/search", json=search, headers=two)).json()
    cursor = page["next_cursor"]
    version, digest, values = json.loads(
        base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    )
    assert values[0] == "Alpha"

    async def after(key: str) -> tuple[int, bytes]:
        forged = json.dumps([version, digest, [key]]).encode()
        text = base64.urlsafe_b64encode(forged).decode().rstrip("=")
        body = {**search, "cursor": text}
        found = await client.post("/tickets/search", json=body, headers=two)
        return found.status_code, found.content

    # The list shows what it is sorted by, so its cursors hold values.
    refused = await after(hidden["id"])
    assert refused[0] == 422
    assert refused == await after(page["items"][0]["id"])
    assert refused == await after(str(uuid.uuid4()))


async def test_own_routers_come_first(client: AsyncClient) -> None:
    """A path of the project's own is not taken for a key, and keeps to own rows."""
    one, two = await user(client, "1/7"), await user(client, "2/7")
    await create(client, one, "tickets", title="Paper jam", urgency=1)
    await create(client, one, "tickets", title="Fire", urgency=9)
    found = await client.get("/tickets/urgent", headers=one)
    assert (found.status_code, found.json()) == (200, ["Fire"])
    assert (await client.get("/tickets/urgent", headers=two)).json() == []
    assert (await client.get("/tickets/urgent")).status_code == 401
