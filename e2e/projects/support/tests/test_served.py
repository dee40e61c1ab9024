# ruff: noqa: S101
"""Tests of who may do what, over HTTP."""

import uuid
from typing import Any

import pytest
from httpx2 import AsyncClient, Response
from sqlalchemy import event

from support_api.db.session import database

from .requests import Header, create, user

pytestmark = pytest.mark.anyio

# Its errors are problems, as RFC 9457 has them.
NOT_ALLOWED: tuple[int, dict[str, object]] = (
    403,
    {
        "type": "about:blank",
        "title": "Forbidden",
        "status": 403,
        "detail": "Not allowed",
        "code": "forbidden",
        "fields": [],
    },
)
NOT_FOUND: tuple[int, dict[str, object]] = (
    404,
    {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "detail": "Not found",
        "code": "not-found",
        "fields": [],
    },
)


async def titles(client: AsyncClient, header: Header, path: str) -> list[str]:
    """What a user finds."""
    found = await client.post(f"/{path}/search", json={}, headers=header)
    assert found.status_code == 200, found.text
    return [item["title"] for item in found.json()["items"]]


def answer(response: Response) -> tuple[int, Any]:
    """The status and the content of an answer."""
    return response.status_code, response.json()


async def test_hidden_rows_are_absent_byte_for_byte(client: AsyncClient) -> None:
    """To a colleague and to an admin of another firm, a ticket is not there."""
    ada = await user(client, "1/1")
    ticket = await create(client, ada, "tickets", title="Paper jam")
    for name in ("1/2", "1/3/agent/lead", "2/1/admin"):
        other = await user(client, name)
        hidden = name == "2/1/admin" or name == "1/2"
        for method, end in (
            ("GET", ""),
            ("PATCH", ""),
            ("DELETE", ""),
            ("POST", "/close"),
        ):
            answers: list[tuple[int, bytes, dict[str, str]]] = []
            for key in (ticket["id"], str(uuid.uuid4())):
                url = f"/tickets/{key}{end}"
                body: Header | None = {} if method == "PATCH" else None
                got = await client.request(method, url, json=body, headers=other)
                answers.append((got.status_code, got.content, dict(got.headers)))
            assert answers[1][0] == 404
            assert (answers[0] == answers[1]) == hidden, (name, method, end)
        assert await titles(client, other, "tickets") == (
            [] if hidden else ["Paper jam"]
        )


async def test_visible_rows_that_one_may_not_change(client: AsyncClient) -> None:
    """Who may see a row is told that he may not do the rest, and nothing changes."""
    ada, agent = await user(client, "1/1"), await user(client, "1/9/agent")
    admin = await user(client, "1/8/admin")
    ticket = await create(client, ada, "tickets", title="Paper jam")
    url = f"/tickets/{ticket['id']}"
    refused = [
        await client.patch(url, json={"title": "Mine"}, headers=agent),
        await client.patch(url, json={}, headers=agent),
        await client.post(f"{url}/close", headers=agent),
        await client.delete(url, headers=agent),
        await client.delete(url, headers=ada),
        await client.post(f"{url}/close", headers=ada),
    ]
    assert [answer(each) for each in refused] == [NOT_ALLOWED] * len(refused)
    assert (await client.get(url, headers=ada)).json() == ticket
    assert (await client.delete(url, headers=admin)).status_code == 204
    assert answer(await client.get(url, headers=ada)) == NOT_FOUND


async def test_what_a_row_may_become(client: AsyncClient) -> None:
    """A change into what the rules forbid is taken back whole."""
    ada = await user(client, "1/1")
    ticket = await create(client, ada, "tickets", title="Paper jam")
    url = f"/tickets/{ticket['id']}"
    closed = {"status": "closed", "title": "Solved"}
    assert answer(await client.patch(url, json=closed, headers=ada)) == NOT_ALLOWED
    assert (await client.get(url, headers=ada)).json() == ticket
    waiting = await client.patch(url, json={"status": "waiting"}, headers=ada)
    assert waiting.status_code == 200
    # It is not open any more.
    again = await client.patch(url, json={"status": "open"}, headers=ada)
    assert answer(again) == NOT_ALLOWED


async def test_an_action_is_a_write(client: AsyncClient) -> None:
    """An agent closes his ticket, but cannot leave it to nobody."""
    ada, agent = await user(client, "1/1"), await user(client, "1/9/agent")
    number = str(uuid.UUID(int=9))
    ticket = await create(client, ada, "tickets", title="Jam", agent_id=number)
    url = f"/tickets/{ticket['id']}"
    assert answer(await client.post(f"{url}/move", headers=agent)) == NOT_ALLOWED
    assert (await client.get(url, headers=ada)).json() == ticket
    assert (await client.post(f"{url}/close", headers=agent)).status_code == 200
    assert (await client.get(url, headers=ada)).json()["status"] == "closed"
    # Agents do nothing to closed ones.
    assert answer(await client.post(f"{url}/close", headers=agent)) == NOT_ALLOWED


async def test_null_is_another_value(client: AsyncClient) -> None:
    """What is not locked may have no label at all."""
    ada = await user(client, "1/1")
    locked = await create(client, ada, "tickets", title="One", label="locked")
    free = await create(client, ada, "tickets", title="Two", label=None)
    for row, status in ((locked, 403), (free, 200)):
        url = f"/tickets/{row['id']}"
        changed = await client.patch(url, json={"title": "New"}, headers=ada)
        assert changed.status_code == status


async def test_who_lacks_a_claim_sees_no_row_by_it(client: AsyncClient) -> None:
    """A lead without a team has not the tickets without a label, nor all others."""
    ada, lead = await user(client, "1/1"), await user(client, "1/9/lead")
    for label in (None, "paper"):
        row = await create(client, ada, "tickets", title="Jam", label=label)
        got = await client.get(f"/tickets/{row['id']}", headers=lead)
        assert answer(got) == NOT_FOUND
    assert await titles(client, lead, "tickets") == []


async def test_search_that_is_for_others(client: AsyncClient) -> None:
    """A search is refused where no rule is to the user; else pages have no gaps."""
    ada, admin = await user(client, "1/1"), await user(client, "1/8/admin")
    bob = await user(client, "1/2")
    for number in range(3):
        await create(client, ada, "tickets", title=f"Ada {number}")
        await create(client, bob, "tickets", title=f"Bob {number}")
    body = {"limit": 2, "offset": 2}
    page = await client.post("/tickets/search", json=body, headers=ada)
    assert (len(page.json()["items"]), page.json()["total"]) == (1, 3)
    everything = await client.post("/tickets/search", json={}, headers=admin)
    assert everything.json()["total"] == 6
    assert (await client.post("/tickets/count", headers=admin)).json() == {"count": 6}
    assert answer(await client.post("/tickets/count", headers=ada)) == NOT_ALLOWED


async def test_list_to_roles_alone(client: AsyncClient) -> None:
    """Whom no rule of a list is addressed to is told so, and nothing of the rows."""
    ada, other_firm = await user(client, "1/1"), await user(client, "2/1")
    auditor = await user(client, "1/4/agent/auditor")
    clerk = await user(client, "1/5/clerk")
    url = "/entries/search"
    sent: list[str] = []

    def collect(*arguments: Any) -> None:  # noqa: ANN401
        sent.append(arguments[2])

    engine = database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", collect)
    try:
        empty = await client.post(url, json={}, headers=ada)
        assert answer(empty) == NOT_ALLOWED
    finally:
        event.remove(engine, "before_cursor_execute", collect)
    assert not any("entries" in each for each in sent)
    # Of no row, the answer is an empty page: only who may list none is refused.
    for header in (auditor, clerk):
        found = await client.post(url, json={}, headers=header)
        assert (found.status_code, found.json()["items"]) == (200, [])
    paid = await create(client, ada, "entries", text="paid")
    await create(client, ada, "entries", text="called")
    await create(client, other_firm, "entries", text="paid")
    assert (await client.get(f"/entries/{paid['id']}", headers=ada)).is_success
    page = await client.post(url, json={"page_size": 1}, headers=auditor)
    filter_ = {"field": "text", "op": "eq", "value": "paid"}
    for body in ({}, {"filter": filter_}, {"cursor": page.json()["next_cursor"]}):
        for name in ("1/1", "1/2/agent", "1/3/admin", "1/3/auditors", "2/1"):
            refused = await client.post(
                url, json=body, headers=await user(client, name)
            )
            assert answer(refused) == NOT_ALLOWED
            assert refused.content == empty.content
    assert (await client.post(url, json={})).status_code == 401
    for header, texts in ((auditor, ["called", "paid"]), (clerk, ["paid"])):
        found = await client.post(url, json={}, headers=header)
        assert sorted(item["text"] for item in found.json()["items"]) == texts


async def test_creation_needs_a_role_before_it_tells_anything(
    client: AsyncClient,
) -> None:
    """Who may make no reply learns nothing of tickets by trying."""
    ada, agent = await user(client, "1/1"), await user(client, "1/9/agent")
    ticket = await create(client, ada, "tickets", title="Paper jam")
    for key in (ticket["id"], str(uuid.uuid4())):
        body = {"ticket_id": key, "text": "Me too"}
        made = await client.post("/replies/", json=body, headers=ada)
        assert answer(made) == NOT_ALLOWED
    spam = {"ticket_id": ticket["id"], "text": "spam"}
    made = await client.post("/replies/", json=spam, headers=agent)
    assert answer(made) == NOT_ALLOWED
    found = await client.post("/replies/search", json={}, headers=ada)
    assert found.json()["items"] == []
    reply = await create(client, agent, "replies", **spam | {"text": "Open the lid"})
    url = f"/replies/{reply['id']}"
    changed = await client.patch(url, json={"text": "spam"}, headers=agent)
    assert answer(changed) == NOT_ALLOWED
    # A ticket of another agent is as one that is not there.
    number = str(uuid.UUID(int=5))
    theirs = await create(client, ada, "tickets", title="Other", agent_id=number)
    answers = [
        await client.post(
            "/replies/", json={"ticket_id": key, "text": "Hm"}, headers=agent
        )
        for key in (theirs["id"], str(uuid.uuid4()))
    ]
    assert answers[0].status_code == 409
    assert answers[0].content == answers[1].content


async def test_anyone_reads_what_is_published(client: AsyncClient) -> None:
    """Without a user, a rule to anyone is all there is; tokens change nothing."""
    ada = await user(client, "1/1")
    draft = await create(client, ada, "guides", title="Draft")
    url = f"/guides/{draft['id']}"
    for header in ({}, ada):
        assert answer(await client.get(url, headers=header)) == NOT_FOUND
    published = await client.patch(url, json={"published": True}, headers=ada)
    assert published.status_code == 200
    assert (await client.get(url)).json() == published.json()
    assert (await client.patch(url, json={})).status_code == 401
    bob = await user(client, "1/2")
    assert answer(await client.patch(url, json={}, headers=bob)) == NOT_ALLOWED
    assert await titles(client, bob, "guides") == ["Draft"]


async def test_rules_take_no_statement_more(client: AsyncClient) -> None:
    """A get is one statement, an update three: find, change, read back."""
    admin = await user(client, "1/8/admin")
    ticket = await create(client, await user(client, "1/1"), "tickets", title="Jam")
    sent: list[str] = []

    def collect(*arguments: Any) -> None:  # noqa: ANN401
        sent.append(arguments[2])

    engine = database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", collect)
    try:
        url = f"/tickets/{ticket['id']}"
        assert (await client.get(url, headers=admin)).status_code == 200
        changed = await client.patch(url, json={"title": "New"}, headers=admin)
        assert changed.status_code == 200
    finally:
        event.remove(engine, "before_cursor_execute", collect)
    verbs = [each.split(maxsplit=1)[0] for each in sent if "tickets" in each]
    assert verbs == ["SELECT", "SELECT", "UPDATE", "SELECT"]


async def test_who_lacks_a_truth_value_sees_no_row_by_it(client: AsyncClient) -> None:
    """True and false are told apart, and neither from what nobody has said."""
    admin, ada = await user(client, "1/8/admin"), await user(client, "1/1")
    queue = {"name": "desk", "above": "desk"}
    # It is above itself: a row may refer to itself while nobody has seen it.
    assert await create(client, admin, "queues", **queue) == {"firm_id": 1, **queue}
    body = {"queue": "desk", "room": "A"}
    for number, remote in ((2, True), (3, False), (4, None)):
        agent = await user(client, f"1/{number}")
        shift = await create(client, agent, "shifts", **body, remote=remote)
        key = f"/shifts/desk/{shift['agent_id']}"
        for name in ("remote", "office"):
            seen = await client.get(key, headers=await user(client, f"1/9/{name}"))
            assert seen.is_success == (remote == (name == "remote"))
            assert seen.is_success or answer(seen) == NOT_FOUND
        assert answer(await client.get(key, headers=ada)) == NOT_FOUND
        moved = await client.patch(key, json={"desk": 1}, headers=agent)
        assert moved.status_code == 409
