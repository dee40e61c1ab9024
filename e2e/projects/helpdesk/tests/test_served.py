# ruff: noqa: S101
"""What the models say is what the API does, though the config names fields only."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient
from sqlalchemy import text

from desk.models import Base
from desk_api.db.session import database
from main import app

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    """Runs the tests on asyncio, which the database driver needs."""
    return "asyncio"


@pytest.fixture
async def client(anyio_backend: str) -> AsyncGenerator[AsyncClient]:
    """A client of the API, on empty tables."""
    async with database.engine.begin() as connection:
        await connection.run_sync(Base.metadata.drop_all)
        await connection.run_sync(Base.metadata.create_all)
    async with (
        app.router.lifespan_context(app),
        AsyncClient(transport=ASGITransport(app), base_url="http://desk") as client,
    ):
        yield client
    await database.dispose()


@pytest.fixture
async def ticket(client: AsyncClient) -> dict[str, Any]:
    """A ticket that says no more than it must."""
    ada = {"name": "Ada", "email": "ada@example.org"}
    customer = await client.post("/customers/", json=ada)
    assert customer.status_code == 201, customer.text
    answer = await client.post(
        "/tickets/",
        json={
            "title": "No sound",
            "channel": "telephone",
            "rate": "80.50",
            "customer_id": customer.json()["id"],
        },
    )
    assert answer.status_code == 201, answer.text
    row: dict[str, Any] = answer.json()
    return row


async def test_model_gives_what_a_create_leaves_out(ticket: dict[str, Any]) -> None:
    """Defaults are those of the model; the database computes, counts and stamps."""
    shown = {key: ticket[key] for key in ("urgency", "hours", "labels", "version")}
    assert shown == {"urgency": "can wait", "hours": "0.00", "labels": [], "version": 1}
    assert ticket["price"] == "0.0000"
    assert ticket["extra"] is None
    assert ticket["created_at"]
    assert "details" not in ticket


async def test_members_of_enums_are_their_values(
    client: AsyncClient,
    ticket: dict[str, Any],
) -> None:
    """An enum that is stored by its names is sent, filtered and shown by its values."""
    assert ticket["channel"] == "telephone"
    path = f"/tickets/{ticket['number']}"
    changed = await client.patch(path, json={"channel": "e-mail", "urgency": "today"})
    assert changed.json()["channel"] == "e-mail"
    for field, value in (("channel", "e-mail"), ("urgency", "today")):
        condition = {"field": field, "op": "eq", "value": value}
        found = await client.post("/tickets/search", json={"filter": condition})
        assert found.json()["total"] == 1, found.text
    escalated = await client.post(f"{path}/escalate", json={"urgency": "can wait"})
    assert escalated.json() == {"number": ticket["number"], "urgency": "can wait"}


@pytest.mark.parametrize(
    "change",
    [
        {"title": "x" * 121},
        {"title": " "},
        {"title": None},
        {"rate": "1.234"},
        {"rate": "12345"},
        {"urgency": "HIGH"},
        {"price": "1"},
        {"version": 7},
        {"created_at": "2030-01-31T12:00:00Z"},
    ],
)
async def test_what_no_row_can_hold_is_refused(
    client: AsyncClient,
    ticket: dict[str, Any],
    change: dict[str, Any],
) -> None:
    """Lengths, digits, members and NOT NULL are those of the columns."""
    answer = await client.patch(f"/tickets/{ticket['number']}", json=change)
    assert answer.status_code == 422, answer.text


async def test_smallest_resource(client: AsyncClient) -> None:
    """Operations without options are a whole resource, whose key is sent."""
    day = {"day": 359, "name": "Christmas"}
    created = await client.post("/holidays/", json=day)
    assert created.status_code == 201
    assert created.headers["Location"].endswith("/holidays/359")
    assert (await client.get("/holidays/359")).json() == day
    assert (await client.post("/holidays/search")).json() == [day]
    renamed = await client.patch("/holidays/359", json={"name": "Boxing Day"})
    assert renamed.json() == {"day": 359, "name": "Boxing Day"}
    assert (await client.delete("/holidays/359")).status_code == 204


async def skip(table: str, verb: str) -> None:
    """Lets a trigger skip statements on a table."""
    body = "$$ BEGIN RETURN NULL; END $$ LANGUAGE plpgsql"
    on = f"BEFORE {verb} ON {table} FOR EACH ROW"
    async with database.engine.begin() as connection:
        await connection.execute(
            text(f"CREATE OR REPLACE FUNCTION skip() RETURNS trigger AS {body}")
        )
        await connection.execute(
            text(f"CREATE TRIGGER skips {on} EXECUTE FUNCTION skip()")
        )


@pytest.mark.parametrize(
    ("path", "table", "row"),
    [
        ("/alarms", "alarms", {"code": "a", "text": "too hot"}),
        ("/holidays", "holidays", {"day": 359, "name": "Christmas"}),
    ],
)
async def test_insert_that_a_trigger_skips(
    client: AsyncClient, path: str, table: str, row: dict[str, Any]
) -> None:
    """A create is refused, whether or not its answer shows the row."""
    await skip(table, "INSERT")
    answer = await client.post(f"{path}/", json=row)
    refused = "A rule of the database refuses this"
    assert (answer.status_code, answer.json()["detail"]) == (409, refused)


@pytest.mark.parametrize(
    ("path", "table", "row", "change"),
    [
        ("/alarms", "alarms", {"code": "a", "text": "b"}, {"text": "c"}),
        ("/holidays", "holidays", {"day": 1, "name": "b"}, {"name": "c"}),
        (
            "/opening-hours",
            "opening_hours",
            {"branch": "a", "weekday": 1, "opens": "09:00", "closes": "17:00"},
            {"opens": "10:00"},
        ),
    ],
)
async def test_update_that_a_trigger_skips(
    client: AsyncClient,
    path: str,
    table: str,
    row: dict[str, Any],
    change: dict[str, Any],
) -> None:
    """An update is refused, whether or not the model counts versions."""
    created = await client.post(f"{path}/", json=row)
    assert created.status_code == 201, created.text
    await skip(table, "UPDATE")
    answer = await client.patch(created.headers["Location"], json=change)
    detail = "A rule of the database refuses this, or another request changed the row"
    assert (answer.status_code, answer.json()["detail"]) == (409, detail)


HOURS = {"opens": "09:00:00", "closes": "17:00:00"}


async def test_key_of_several_columns(client: AsyncClient) -> None:
    """Each column of the key is a step of the path, in the order of the key."""
    for branch in ("north", "süd 2"):
        for weekday in (0, 6):
            row = HOURS | {"branch": branch, "weekday": weekday}
            created = await client.post("/opening-hours/", json=row)
            assert created.status_code == 201, created.text
    path = created.headers["Location"]
    assert path == "/opening-hours/s%C3%BCd%202/6"
    assert (await client.get(path)).json() == row | {"note": None, "version": 1}
    twice = await client.post("/opening-hours/", json=row)
    assert twice.status_code == 409
    assert twice.json() == {
        "detail": "A row with this branch and weekday exists already",
        "code": "unique",
        "fields": ["branch", "weekday"],
        "constraint": "opening_hours_pkey",
    }
    nowhere = ("/opening-hours/north/5", "/opening-hours/west/6", f"{path}9")
    for method in ("GET", "DELETE"):
        for missing in nowhere:
            answer = await client.request(method, missing)
            assert (answer.status_code, answer.json()["detail"]) == (404, "Not found")
    assert (await client.get("/opening-hours/north")).status_code == 404
    assert (await client.get("/opening-hours/north/sunday")).status_code == 422
    assert (await client.delete("/opening-hours/north/6")).status_code == 204
    left = await client.post("/opening-hours/search", json={})
    found = [(each["branch"], each["weekday"]) for each in left.json()["items"]]
    assert found == [("north", 0), ("süd 2", 0), ("süd 2", 6)]


async def test_part_of_a_key_is_changed(client: AsyncClient) -> None:
    """The row moves, its version counts, and its validator is asked."""
    for weekday in (0, 1):
        row = HOURS | {"branch": "north", "weekday": weekday}
        assert (await client.post("/opening-hours/", json=row)).status_code == 201
    path = "/opening-hours/north/0"
    taken = await client.patch(path, json={"weekday": 1})
    assert taken.status_code == 409
    refused = await client.patch(path, json={"weekday": -1})
    assert refused.status_code == 422
    assert refused.json()["detail"][0]["loc"] == ["body", "weekday"]
    moved = await client.patch(path, json={"weekday": 2, "note": "moved"})
    assert moved.status_code == 200, moved.text
    assert (moved.json()["weekday"], moved.json()["version"]) == (2, 2)
    assert (await client.get(path)).status_code == 404
    assert (await client.get("/opening-hours/north/2")).json() == moved.json()


async def test_key_that_no_path_leads_to(client: AsyncClient) -> None:
    """No row is made, or moved, so that it could not be found again."""
    row = HOURS | {"branch": "north", "weekday": 0}
    path = (await client.post("/opening-hours/", json=row)).headers["Location"]
    for branch in ("", ".", "a/b"):
        row = HOURS | {"branch": branch, "weekday": 1}
        for answer in (
            await client.post("/opening-hours/", json=row),
            await client.patch(path, json={"branch": branch}),
        ):
            assert answer.status_code == 422
            assert answer.json()["detail"][0]["type"] == "unreachable_key"


async def test_filters_on_lists(client: AsyncClient, ticket: dict[str, Any]) -> None:
    """A list has all of some items, or one of them at least."""
    path = f"/tickets/{ticket['number']}"
    await client.patch(path, json={"labels": ["sound", "loud"]})
    for op, value, count in (
        ("contains", ["loud"], 1),
        ("contains", ["loud", "light"], 0),
        ("overlaps", ["loud", "light"], 1),
        ("overlaps", ["light"], 0),
    ):
        condition = {"field": "labels", "op": op, "value": value}
        found = await client.post("/tickets/search", json={"filter": condition})
        assert found.json()["total"] == count, found.text
    condition = {"field": "labels", "op": "contains", "value": "loud"}
    refused = await client.post("/tickets/search", json={"filter": condition})
    assert refused.status_code == 422


async def test_documents_of_a_class(client: AsyncClient) -> None:
    """A document has the names and the defaults of its class, and is found by them."""
    place = {"town": "Bern", "since": "2024-02-29", "room": {"number": 1}}
    whole = {**place, "level": 0}
    row = {"title": "Sound", "place": place}
    created = await client.post("/topics/", json=row)
    assert created.json()["place"] == whole, created.text
    for op, value, count in (
        ("eq", place, 1),
        ("in", [whole], 1),
        ("eq", {**place, "level": 1}, 0),
    ):
        condition = {"field": "place", "op": op, "value": value}
        found = await client.post("/topics/search", json={"filter": condition})
        assert len(found.json()["items"]) == count, found.text


async def test_addresses(client: AsyncClient) -> None:
    """Addresses of networks and of devices are checked, stored and found."""
    row = HOURS | {"branch": "north", "weekday": 0}
    assert (await client.post("/opening-hours/", json=row)).status_code == 201
    visit: dict[str, Any] = {"branch": "north", "weekday": 0, "guest": "Ada"}
    visit |= {"stay": {}, "moods": ["calm"]}
    addresses = ("10.0.0.1", "10.0.0.1/8", "::1", "2001:db8::/32")
    for address in addresses:
        sent = visit | {"address": address, "device": "08-00-2B-01-02-03"}
        created = await client.post("/visits/", json=sent)
        assert created.status_code == 201, created.text
        assert created.json()["address"] == address
        assert created.json()["device"] == "08:00:2b:01:02:03"
        condition = {"field": "address", "op": "eq", "value": address}
        found = await client.post("/visits/search", json={"filter": condition})
        assert [each["address"] for each in found.json()["items"]] == [address]
    for network in ("10.0.0.0/8", "10.0.0.1/32", "2001:db8::/32"):
        sent = visit | {"network": network, "device": "08:00:2b:01:02:03"}
        created = await client.post("/visits/", json=sent)
        assert created.json()["network"] == network, created.text
        condition = {"field": "network", "op": "eq", "value": network}
        found = await client.post("/visits/search", json={"filter": condition})
        assert [each["network"] for each in found.json()["items"]] == [network]
    for wrong in (
        {"address": "10.0.0.256"},
        {"network": "10.0.0.1/8"},
        {"network": 5},
        {"address": "10.0.0.1/33"},
        {"address": "fe80::1%eth0"},
        {"address": 5},
        {"device": "08:00:2b:01:02"},
        {"device": 8},
    ):
        sent = visit | {"address": None, "device": "08:00:2b:01:02:03"} | wrong
        refused = await client.post("/visits/", json=sent)
        assert refused.status_code == 422, wrong


async def test_ranges(client: AsyncClient) -> None:
    """Ranges are stored as PostgreSQL writes them, and found by what they have."""
    row = HOURS | {"branch": "south", "weekday": 0}
    assert (await client.post("/opening-hours/", json=row)).status_code == 201
    visit: dict[str, Any] = {
        "branch": "south",
        "weekday": 0,
        "guest": "Ada",
        "moods": [],
    }
    visit["device"] = "08:00:2b:01:02:03"
    since = {"lower": "2030-01-01T10:00:00+01:00"}
    ages = {"lower": 3, "upper": 9, "bounds": "[]"}
    created = await client.post("/visits/", json=visit | {"stay": since, "ages": ages})
    assert created.status_code == 201, created.text
    assert created.json()["stay"] == {
        "lower": "2030-01-01T09:00:00Z",
        "upper": None,
        "bounds": "[)",
        "empty": False,
    }
    assert created.json()["ages"] == {
        "lower": 3,
        "upper": 10,
        "bounds": "[)",
        "empty": False,
    }
    for op, value, count in (
        ("eq", {"lower": 3, "upper": 10}, 1),
        ("contains", {"lower": 9, "upper": 9, "bounds": "[]"}, 1),
        ("contains", {"lower": 9, "upper": 11}, 0),
        ("overlaps", {"lower": 9, "upper": 11}, 1),
        ("overlaps", {"lower": 10}, 0),
    ):
        condition = {"field": "ages", "op": op, "value": value}
        found = await client.post("/visits/search", json={"filter": condition})
        assert len(found.json()["items"]) == count, (op, value)
    path = f"/visits/{created.json()['id']}"
    changed = await client.patch(path, json={"ages": {"empty": True}})
    assert changed.json()["ages"] == {
        "lower": None,
        "upper": None,
        "bounds": "()",
        "empty": True,
    }
    for wrong in ({"ages": [3, 9]}, {"ages": {"lower": 9, "upper": 3}}, {"stay": None}):
        assert (await client.patch(path, json=wrong)).status_code == 422, wrong
