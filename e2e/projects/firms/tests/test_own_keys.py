# ruff: noqa: S101
"""Tests of keys that have the firm: two firms give their rows the same numbers."""

import pytest
from httpx2 import AsyncClient

from .test_served import Header, anyio_backend, client, create, user

__all__ = ["anyio_backend", "client"]

pytestmark = pytest.mark.anyio


async def device(client: AsyncClient, header: Header, number: int, name: str) -> str:
    """Makes a device; returns where it is."""
    body = {"number": number, "name": name}
    made = await client.post("/devices/", json=body, headers=header)
    assert made.status_code == 201, made.text
    return made.headers["Location"]


async def test_one_path_leads_each_firm_to_its_own_row(client: AsyncClient) -> None:
    """The firm is the user's, and the rest of the key the request's."""
    one, two = await user(client, "1/7"), await user(client, "2/7")
    for header, name in ((one, "Printer"), (two, "Scanner")):
        assert await device(client, header, 1, name) == "/devices/1"
    found = [await client.get("/devices/1", headers=each) for each in (one, two)]
    assert [each.json() for each in found] == [
        {"firm_id": 1, "number": 1, "name": "Printer"},
        {"firm_id": 2, "number": 1, "name": "Scanner"},
    ]
    again = {"number": 1, "name": "Other"}
    taken = await client.post("/devices/", json=again, headers=one)
    assert taken.status_code == 409
    body = {"name": "Plotter"}
    changed = await client.patch("/devices/1", json=body, headers=two)
    assert changed.json() == {"firm_id": 2, "number": 1, "name": "Plotter"}
    named = await client.post("/devices/1/rename", headers=two)
    assert named.json() == {"name": "Device 1"}
    assert (await client.get("/devices/1", headers=one)).json()["name"] == "Printer"
    gone = await client.delete("/devices/1", headers=two)
    assert gone.status_code == 204
    assert (await client.get("/devices/1", headers=one)).status_code == 200


async def test_a_number_of_the_other_firm_is_absent(client: AsyncClient) -> None:
    """What only the other firm has is answered as what nobody has."""
    one, two = await user(client, "1/7"), await user(client, "2/7")
    await device(client, one, 5, "Printer")
    for method, end, body in (
        ("GET", "", None),
        ("PATCH", "", {"name": "Mine now"}),
        ("DELETE", "", None),
        ("POST", "/rename", None),
    ):
        hidden, absent = [
            await client.request(
                method, f"/devices/{each}{end}", json=body, headers=two
            )
            for each in (5, 6)
        ]
        assert hidden.status_code == 404
        assert hidden.content == absent.content
        assert dict(hidden.headers) == dict(absent.headers)
    assert (await client.get("/devices/5", headers=one)).json()["name"] == "Printer"
    assert (await client.get("/devices/1/5", headers=one)).status_code == 404


async def test_cursors_do_not_say_the_firm(client: AsyncClient) -> None:
    """A page goes on by what is the request's; another firm's cursor shows own rows."""
    one, two = await user(client, "1/7"), await user(client, "2/7")
    for number in range(1, 5):
        await device(client, one, number, "Printer")
        await device(client, two, number, "Printer")
    body = {"page_size": 3}
    page = (await client.post("/devices/search", json=body, headers=one)).json()
    assert [item["number"] for item in page["items"]] == [1, 2, 3]
    walk = {**body, "cursor": page["next_cursor"]}
    for header, firm in ((one, 1), (two, 2)):
        rest = (await client.post("/devices/search", json=walk, headers=header)).json()
        found = [(item["firm_id"], item["number"]) for item in rest["items"]]
        assert found == [(firm, 4)]


async def test_rules_hold_behind_the_key(client: AsyncClient) -> None:
    """A part is found by two columns of three; who may change it, its rules say."""
    mechanic, clerk = await user(client, "1/7"), await user(client, "1/8")
    other = await user(client, "2/7")
    await device(client, mechanic, 1, "Printer")
    part = {"device_number": 1, "place": "A"}
    refused = await client.post("/parts/", json=part, headers=other)
    assert refused.status_code == 409, "the other firm has no device 1"
    made = await create(client, mechanic, "parts", **part)
    assert made == {**part, "firm_id": 1, "is_worn": False}
    url = "/parts/1/A"
    assert (await client.get(url, headers=clerk)).status_code == 404
    worn = await client.patch(url, json={"is_worn": True}, headers=mechanic)
    assert worn.status_code == 200
    assert (await client.get(url, headers=clerk)).json()["is_worn"] is True
    assert (await client.delete(url, headers=clerk)).status_code == 403
    assert (await client.delete(url, headers=other)).status_code == 404
    assert (await client.delete(url, headers=mechanic)).status_code == 204


async def test_a_hook_moves_no_row_to_another_firm(client: AsyncClient) -> None:
    """With rules, too, what a row has become is asked once more after all hooks."""
    one, two = await user(client, "1/7"), await user(client, "2/7")
    for header in (one, two):
        await device(client, header, 1, "Printer")
    gone = {"device_number": 1, "place": "gone"}
    made = await client.post("/parts/", json=gone, headers=one)
    assert made.status_code == 403
    await create(client, one, "parts", device_number=1, place="worn")
    url = "/parts/1/worn"
    worn = await client.patch(url, json={"is_worn": True}, headers=one)
    assert worn.status_code == 403
    assert (await client.get(url, headers=one)).json()["is_worn"] is False
    for place in ("gone", "worn"):
        found = await client.get(f"/parts/1/{place}", headers=two)
        assert found.status_code == 404


async def test_an_action_gives_no_row_to_another_firm(client: AsyncClient) -> None:
    """What an action has made of its row is asked once more, too."""
    one, two = await user(client, "1/7"), await user(client, "2/7")
    await device(client, one, 1, "Printer")
    lent = await client.post("/devices/1/lend", headers=one)
    assert (lent.status_code, lent.json()["detail"]) == (403, "Not allowed")
    assert (await client.get("/devices/1", headers=one)).status_code == 200
    assert (await client.get("/devices/1", headers=two)).status_code == 404


async def test_nothing_else_gives_a_row_to_another_firm(client: AsyncClient) -> None:
    """Nor does an event of the mapper, or a trigger."""
    one, two = await user(client, "1/7"), await user(client, "2/7")
    kept = await create(client, one, "tickets", title="kept")
    for method, url in (("POST", "/tickets/"), ("PATCH", f"/tickets/{kept['id']}")):
        sent = await client.request(method, url, json={"title": "stray"}, headers=one)
        assert sent.status_code == 403
    for header, titles in ((one, ["kept"]), (two, [])):
        found = await client.post("/tickets/search", json={}, headers=header)
        assert [item["title"] for item in found.json()["items"]] == titles
