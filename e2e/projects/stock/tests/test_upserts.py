# ruff: noqa: S101
"""Upserts over HTTP: one row of a key, whoever writes it, and none of another shop."""

import asyncio

import pytest
from httpx2 import AsyncClient, Response
from sqlalchemy import select

from stock.models import Product, Supplier
from stock_api.db.session import database

pytestmark = pytest.mark.anyio


async def put(client: AsyncClient, sku: str, **changes: object) -> Response:
    """Upserts a product."""
    body = {"sku": sku, "title": "B", "available": 1, "shelf_id": None, **changes}
    return await client.put(f"/products/by-sku/{sku}", json=body)


async def test_creates_a_row_then_changes_it(client: AsyncClient) -> None:
    """The second request of a key changes the row, and counts its version."""
    created = await put(client, "new")
    assert (created.status_code, created.headers["ETag"]) == (201, '"1"')
    url = created.headers["Location"]
    assert (await client.get(url)).json() == created.json()
    changed = await put(client, "new", title="C")
    assert (changed.status_code, changed.headers["ETag"]) == (200, '"2"')
    assert "Location" not in changed.headers
    assert changed.json() == {**created.json(), "title": "C", "row_version": 2}
    assert (await client.get(url)).json() == changed.json()


async def test_a_key_is_that_of_the_own_shop(client: AsyncClient) -> None:
    """Another shop may have a product of the same key, which stays as it is."""
    assert (await put(client, "a", title="mine")).status_code == 200
    async with database.session() as session:
        titles = await session.scalars(select(Product.title).order_by(Product.id))
        assert titles.all() == ["mine", "A"]


async def test_fifty_upserts_of_one_key_make_one_row(client: AsyncClient) -> None:
    """One of them creates it, and the others change it."""
    answers = await asyncio.gather(
        *(put(client, "new", title=str(number)) for number in range(50))
    )
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == [200] * 49 + [201]
    async with database.session() as session:
        found = await session.scalars(select(Product).where(Product.sku == "new"))
        assert found.one().row_version == 50


async def test_a_row_that_may_not_be_changed_is_a_conflict(client: AsyncClient) -> None:
    """Hidden or locked: the value is taken, and nothing else is said."""
    body = {"name": "T", "product_id": None, "locked": False}
    async with database.session() as session:
        session.add(Supplier(shop_id=1, code="s3", name="S", locked=True))
        await session.commit()
    for code in ("s2", "s3"):
        url = f"/suppliers/by-code/{code}"
        refused = await client.put(url, json={**body, "code": code})
        assert (refused.status_code, refused.json()) == (
            409,
            {
                "detail": "A row with this code exists already",
                "code": "unique",
                "fields": ["code"],
            },
        )
    async with database.session() as session:
        rows = (await session.scalars(select(Supplier).order_by(Supplier.code))).all()
        assert [(row.name, row.writes) for row in rows] == [("S", 1)] * 3
    url = "/suppliers/by-code/s1"
    assert (await client.put(url, json={**body, "code": "s1"})).status_code == 200
    async with database.session() as session:
        changed = await session.get_one(Supplier, 1)
        assert (changed.name, changed.shop_id, changed.writes) == ("T", 1, 2)


async def test_a_row_may_not_become_what_the_rule_forbids(client: AsyncClient) -> None:
    """The request is refused as a whole, also where the row could be changed before."""
    body = {"code": "s1", "name": "T", "product_id": None, "locked": True}
    assert (await client.put("/suppliers/by-code/s1", json=body)).status_code == 403
    async with database.session() as session:
        row = await session.get_one(Supplier, 1)
        assert (row.name, row.locked) == ("S", False)


async def test_other_rules_hold_as_for_a_create(client: AsyncClient) -> None:
    """References, checks, missing fields, and a path that is another one's."""
    url = "/suppliers/by-code/s1"
    body = {"code": "s1", "name": "T", "locked": False}
    answers = [
        await client.put(url, json={**body, "product_id": product})
        for product in (2, 7)
    ]
    assert answers[0].content == answers[1].content
    assert (answers[0].status_code, answers[0].json()["code"]) == (409, "reference")
    missing = await client.put(url, json=body)
    assert (missing.status_code, missing.json()["fields"]) == (422, ["product_id"])
    other = {**body, "code": "s2", "product_id": None}
    elsewhere = await client.put(url, json=other)
    assert (elsewhere.status_code, elsewhere.json()["fields"]) == (422, ["code"])
    anonymous = {"Authorization": ""}
    refused = await client.put(url, json=body, headers=anonymous)
    assert refused.status_code == 401


async def test_a_deleted_row_is_not_changed(client: AsyncClient) -> None:
    """Its key is free where the unique index leaves deleted rows out."""
    assert (await client.delete("/suppliers/1")).status_code == 204
    body = {"code": "s1", "name": "T", "product_id": None, "locked": False}
    created = await client.put("/suppliers/by-code/s1", json=body)
    assert (created.status_code, created.json()["id"]) == (201, 3)
    async with database.session() as session:
        assert (await session.get_one(Supplier, 1)).name == "S"


async def test_a_restore_is_about_a_version(client: AsyncClient) -> None:
    """The delete has counted, and so does the restore."""
    made = await client.post("/shelfs/", json={"name": "A"})
    url = made.headers["Location"]
    deleted = {"operations": [{"op": "delete", "pk": made.json()["id"]}]}
    assert (await client.post("/shelfs/bulk", json=deleted)).status_code == 200
    assert (await client.get(url)).status_code == 404
    stale = await client.post(f"{url}/restore", headers={"If-Match": '"1"'})
    assert stale.status_code == 412
    restored = await client.post(f"{url}/restore", headers={"If-Match": '"2"'})
    assert (restored.status_code, restored.headers["ETag"]) == (200, '"3"')
