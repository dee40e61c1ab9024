# ruff: noqa: S101
"""Tests of parameters that refer to rows."""

from httpx2 import AsyncClient, Response

from .test_served import anyio_backend, client, create, pytestmark, user

__all__ = ["anyio_backend", "client", "pytestmark"]


async def test_a_parameter_leads_to_rows_of_ones_own_firm(client: AsyncClient) -> None:
    """A hidden row is like a missing one, and the function does not run."""
    one, two = await user(client, "1/7"), await user(client, "2/7")
    own, other = [
        await create(client, each, "tickets", title="Jam") for each in (one, two)
    ]
    comment = await create(client, one, "comments", ticket_id=own["id"], text="Again")

    async def move(to: object) -> Response:
        url = f"/comments/{comment['id']}/move"
        return await client.post(url, json={"to": to}, headers=one)

    hidden = await move(other["id"])
    absent = await move("00000000-0000-0000-0000-000000000000")
    assert hidden.status_code == absent.status_code == 409
    assert hidden.content == absent.content
    assert hidden.json() == {
        "detail": "No row has this to",
        "code": "reference",
        "fields": ["to"],
    }
    found = await client.get(f"/comments/{comment['id']}", headers=one)
    assert found.json() == comment
    assert (await move(own["id"])).json() == {"moved": own["id"]}


async def test_a_collection_checks_its_parameters(client: AsyncClient) -> None:
    """By the key of a model, and by a part of a foreign key; null leads nowhere."""
    one, two = await user(client, "1/7"), await user(client, "2/7")
    await create(client, one, "devices", number=4, name="Printer")
    await create(client, two, "devices", number=5, name="Printer")
    expense = await create(client, two, "expenses", purpose="Paper", amount="1")

    async def count(**body: object) -> Response:
        return await client.post("/comments/count", json=body, headers=one)

    assert (await count(deviceNumber=4)).json() == {"expense": None, "device": 4}
    refused = await count(deviceNumber=5)
    assert refused.status_code == 409
    assert refused.json()["fields"] == ["deviceNumber"]
    refused = await count(deviceNumber=4, expense=expense["id"])
    assert refused.status_code == 409
    assert refused.json()["fields"] == ["expense"]
