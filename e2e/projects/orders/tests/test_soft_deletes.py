# ruff: noqa: S101
"""Soft deletes over HTTP: a deleted row is not there, and can be restored."""

import asyncio
from collections.abc import Awaitable
from datetime import UTC, datetime

import pytest
from httpx2 import AsyncClient, Response

from orders_api.db.session import database
from shop.models import Category, Customer

from .conftest import Header, product_id

pytestmark = pytest.mark.anyio


async def test_a_deleted_row_is_not_there(client: AsyncClient) -> None:
    """No route finds it, and no other row shows it."""
    assert (await client.delete("/categories/3")).status_code == 204
    assert (await client.delete("/categories/3")).status_code == 404
    assert (await client.get("/categories/3")).status_code == 404
    shown = (await client.get("/categories/2")).json()
    assert (shown["children"], shown["parent"]["id"]) == ([], 1)
    # The row is still in the table.
    async with database.session() as session:
        row = await session.get_one(Category, 3)
        assert row.deleted_at is not None
    assert (await client.post("/categories/3/restore")).json()["id"] == 3
    assert (await client.post("/categories/3/restore")).status_code == 404
    shown = (await client.get("/categories/2")).json()
    assert [child["name"] for child in shown["children"]] == ["Berries"]


async def test_no_reference_leads_to_a_deleted_row(client: AsyncClient) -> None:
    """It is the 409 of a row that is not there."""
    await client.delete("/categories/3")
    for missing in (3, 99):
        body = {"name": "Nuts", "parent_id": missing}
        refused = await client.post("/categories/", json=body)
        assert refused.status_code == 409
        assert refused.json()["detail"] == "No row has this parent_id"


async def test_rules_are_asked(
    client: AsyncClient, ann: Header, manager: Header
) -> None:
    """A row that is hidden cannot be restored, and one that is seen only by a rule."""
    async with database.session() as session:
        for name, company in (("Own", 1), ("Foreign", 2)):
            session.add(Customer(id=50 + company, company_id=company, name=name))
        await session.commit()
    assert (await client.delete("/customers/51", headers=ann)).status_code == 403
    assert (await client.delete("/customers/51", headers=manager)).status_code == 204
    assert (await client.post("/customers/51/restore", headers=ann)).status_code == 403
    async with database.session() as session:
        (await session.get_one(Customer, 52)).deleted_at = (
            await session.get_one(Customer, 51)
        ).deleted_at
        await session.commit()
    answers = [
        await client.post(f"/customers/{number}/restore", headers=manager)
        for number in (51, 52, 99)
    ]
    assert [answer.status_code for answer in answers] == [200, 404, 404]
    assert answers[1].content == answers[2].content
    listed = await client.post("/customers/search", json={"sort": []}, headers=manager)
    assert [item["id"] for item in listed.json()["items"]] == [1, 2, 51]


async def test_deleted_rows_are_listed_for_a_role(
    client: AsyncClient, ann: Header, manager: Header
) -> None:
    """Where it is asked for; of the own company alone."""
    async with database.session() as session:
        for name, company in (("Own", 1), ("Foreign", 2)):
            row = Customer(id=50 + company, company_id=company, name=name)
            row.deleted_at = datetime.now(UTC)
            session.add(row)
        await session.commit()

    async def listed(header: Header, **body: bool) -> list[int]:
        found = await client.post("/customers/search", json=body, headers=header)
        return [item["id"] for item in found.json()["items"]]

    assert await listed(manager) == [1, 2]
    assert await listed(manager, include_deleted=False) == [1, 2]
    assert await listed(manager, include_deleted=True) == [1, 2, 51]
    assert await listed(ann) == [1]
    body = {"include_deleted": True}
    refused = await client.post("/customers/search", json=body, headers=ann)
    assert refused.status_code == 403


async def test_rows_that_refer_to_it_keep_a_row(
    client: AsyncClient, ann: Header
) -> None:
    """As a foreign key would; deleted rows keep none."""
    for url in ("/categories/1", "/orders/1"):
        refused = await client.delete(url, headers=ann)
        assert refused.status_code == 409
        assert refused.json()["detail"] == "Other rows still refer to this one"
    body = {"name": "Nuts", "parent_id": 3}
    child = (await client.post("/categories/", json=body)).json()["id"]
    assert (await client.delete("/categories/3")).status_code == 409
    assert (await client.delete(f"/categories/{child}")).status_code == 204
    assert (await client.delete("/categories/3")).status_code == 204
    # What it refers to comes first.
    refused = await client.post(f"/categories/{child}/restore")
    assert refused.json()["detail"] == "No row has this parent_id"
    assert (await client.post("/categories/3/restore")).status_code == 200
    assert (await client.post(f"/categories/{child}/restore")).status_code == 200


async def test_what_cascades_is_deleted_and_restored_with_the_row(
    client: AsyncClient, ann: Header
) -> None:
    """A line that was deleted before its order stays deleted."""
    line = {
        "order_id": 3,
        "product_id": str(product_id(1)),
        "quantity": 1,
        "position": 2,
    }
    made = (await client.post("/order-lines/", json=line, headers=ann)).json()["id"]
    assert (await client.delete(f"/order-lines/{made}", headers=ann)).is_success
    assert (await client.delete("/orders/3", headers=ann)).status_code == 204
    assert (await client.get("/order-lines/5", headers=ann)).status_code == 404
    restored = await client.post("/orders/3/restore", headers=ann)
    assert restored.json()["line_count"] == 1
    assert (await client.get("/order-lines/5", headers=ann)).status_code == 200
    assert (await client.get(f"/order-lines/{made}", headers=ann)).status_code == 404


async def test_no_row_gets_a_reference_while_it_is_deleted(client: AsyncClient) -> None:
    """Of a delete and a create that refers to the row, one succeeds."""
    for _ in range(25):
        made = await client.post("/categories/", json={"name": "x"})
        parent = made.json()["id"]
        child = {"name": "y", "parent_id": parent}
        statuses = await asyncio.gather(
            _status(client.delete(f"/categories/{parent}")),
            _status(client.post("/categories/", json=child)),
        )
        assert [*statuses] in ([204, 409], [409, 201])


async def _status(sent: Awaitable[Response]) -> int:
    return (await sent).status_code
