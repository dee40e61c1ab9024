# ruff: noqa: S101
"""Attacks of outsiders, who know the keys and the words of rows that are not theirs."""

import time
import uuid
from typing import Any

import jwt
import pytest
from httpx2 import AsyncClient

from .requests import Header, create, user

pytestmark = pytest.mark.anyio

Answer = tuple[int, bytes, dict[str, str]]
Request = tuple[str, str, object]

SECRET = "Merger with Acme"  # noqa: S105
AGENT = str(uuid.UUID(int=5))
OUTSIDERS = ["1/2", "1/9/agent", "1/9/lead", "2/1/admin", "2/1/agent/lead", "2/5/agent"]


async def answer_of(client: AsyncClient, header: Header, request: Request) -> Answer:
    """All that a client gets to see of an answer."""
    method, url, body = request
    got = await client.request(method, url, json=body, headers=header)
    return got.status_code, got.content, dict(got.headers)


def attacks(ticket: str) -> list[Request]:
    """All that an outsider can ask about a ticket."""
    url = f"/tickets/{ticket}"
    conditions: list[tuple[str, str, object]] = [
        ("title", "eq", SECRET),
        ("title", "starts_with", SECRET[:1]),
        ("title", "icontains", SECRET.lower()),
        ("id", "in", [ticket]),
        ("author_id", "eq", str(uuid.UUID(int=1))),
        ("agent_id", "eq", AGENT),
        ("firm_id", "lte", 1),
        ("label", "is_null", True),
        ("status", "neq", "closed"),
    ]
    filters: list[dict[str, object]] = [
        {"field": field, "op": op, "value": value} for field, op, value in conditions
    ]
    filters.append({"or": [filters[0], {"and": filters[1:3]}]})
    searches = [{"filter": each} for each in filters] + [{"offset": 1}, {"limit": 1}]
    changes: list[object] = [{}, {"title": "Mine"}, {"status": "closed"}, {"x": 1}]
    changes += [{"firm_id": 2}, {"author_id": str(uuid.UUID(int=9))}]
    return [
        ("GET", url, None),
        *[("PATCH", url, change) for change in changes],
        ("DELETE", url, None),
        ("POST", f"{url}/close", None),
        ("POST", f"{url}/move", None),
        ("POST", "/tickets/count", None),
        *[("POST", "/tickets/search", search) for search in searches],
        ("POST", "/replies/", {"ticket_id": ticket, "text": "Tell me"}),
        ("POST", "/replies/", {"ticket_id": ticket, "text": ""}),
    ]


@pytest.mark.parametrize("name", OUTSIDERS)
async def test_hidden_rows_leave_no_trace(client: AsyncClient, name: str) -> None:
    """Whatever is asked about a row, the answers are those after it is deleted."""
    ada, admin = await user(client, "1/1"), await user(client, "1/8/admin")
    outsider = await user(client, name)
    await create(client, outsider, "tickets", title="Toner")
    ticket = await create(client, ada, "tickets", title=SECRET, agent_id=AGENT)
    url = f"/tickets/{ticket['id']}"
    asked = attacks(ticket["id"])
    while_hidden = [await answer_of(client, outsider, each) for each in asked]
    assert (await client.get(url, headers=ada)).json() == ticket
    assert (await client.delete(url, headers=admin)).status_code == 204
    for request, hidden in zip(asked, while_hidden, strict=True):
        assert hidden == await answer_of(client, outsider, request), request


async def test_pages_have_no_gaps(client: AsyncClient) -> None:
    """Between rows of another firm, pages are full, and its cursors lead nowhere."""
    ticket_of: dict[int, str] = {}
    agents = {firm: await user(client, f"{firm}/5/agent") for firm in (1, 2)}
    for firm, agent in agents.items():
        made = await create(client, agent, "tickets", title="Jam", agent_id=AGENT)
        ticket_of[firm] = made["id"]
    for number in range(6):
        firm = 1 + number % 2
        ticket, text = ticket_of[firm], f"{firm}: {number}"
        await create(client, agents[firm], "replies", ticket_id=ticket, text=text)
    cursors: list[str] = []
    for firm, agent in agents.items():
        texts: list[str] = []
        body: dict[str, object] = {"page_size": 1}
        while body.get("cursor", "") is not None:
            page = await client.post("/replies/search", json=body, headers=agent)
            (item,) = page.json()["items"]
            texts.append(item["text"])
            body["cursor"] = page.json()["next_cursor"]
            cursors += [body["cursor"]] if isinstance(body["cursor"], str) else []
        assert len(texts) == 3
        assert {text[0] for text in texts} == {str(firm)}
    for cursor in cursors:
        stolen = {"cursor": cursor}
        page = await client.post("/replies/search", json=stolen, headers=agents[2])
        assert {item["firm_id"] for item in page.json()["items"]} <= {2}


WRONG: dict[str, list[object]] = {
    "firm_id": [None, "1", 1.0, True, [1], {"in": [1]}, 2**64],
    "sub": [None, 1, "1", "00000000000000000000000000000001"],
    "roles": [None, "admin", [1], {"admin": True}, ["admin\0"]],
    "team": [1, ["paper"]],
    "exp": [None, 1, "soon", [9999999999]],
    "nbf": [9999999999],
}


async def test_tokens_with_other_claims_open_nothing(client: AsyncClient) -> None:
    """A claim that is missing, null or of another type is a 401 for every request."""
    ada = await user(client, "1/1")
    ticket = await create(client, ada, "tickets", title=SECRET)
    payload: dict[str, Any] = {
        "sub": str(uuid.UUID(int=1)),
        "firm_id": 1,
        "roles": ["admin"],
        "exp": int(time.time()) + 600,
    }
    valid = jwt.encode(payload, "s" * 32)
    asked = attacks(ticket["id"])
    tokens = [
        jwt.encode({**payload, name: value}, "s" * 32)
        for name, values in WRONG.items()
        for value in values
    ]
    for name in payload:
        others = {key: value for key, value in payload.items() if key != name}
        tokens.append(jwt.encode(others, "s" * 32))
    tokens += [
        jwt.encode(payload, "t" * 32),
        jwt.encode(payload, "s" * 64, "HS512"),
        jwt.encode(payload, "", "none"),
        valid[:-2],
        "",
    ]
    for token in tokens:
        header = {"Authorization": f"Bearer {token}"}
        for request in asked:
            status, _, headers = await answer_of(client, header, request)
            assert (status, headers["www-authenticate"]) == (401, "Bearer"), request
    header = {"Authorization": f"Bearer {valid}"}
    found = await client.get(f"/tickets/{ticket['id']}", headers=header)
    assert found.json() == ticket
