# ruff: noqa: S101
"""Errors over HTTP: what programs read in them, and that they tell of no hidden row."""

import pytest
from httpx2 import AsyncClient

pytestmark = pytest.mark.anyio


async def test_errors_name_fields_and_constraints(client: AsyncClient) -> None:
    """The tenant is no field of a request."""
    product = {"sku": "a", "title": "A", "available": 1, "shelf_id": None}
    taken = await client.post("/products/", json=product)
    assert (taken.status_code, taken.json()) == (
        409,
        {
            "detail": "A row with this shop_id and sku exists already",
            "code": "unique",
            "fields": ["sku"],
            "constraint": "products_shop_id_sku_key",
        },
    )
    reserved = await client.post("/products/1/reserve", json={"number": 101})
    assert (reserved.status_code, reserved.json()["code"]) == (422, "check")
    assert reserved.json()["constraint"] == "products_available"
    invalid = await client.post("/products/", json={**product, "available": "x"})
    assert (invalid.status_code, invalid.json()["fields"]) == (422, ["available"])
    anonymous = {"Authorization": ""}
    refused = await client.get("/products/1", headers=anonymous)
    assert (refused.status_code, refused.json()["code"]) == (401, "unauthenticated")
    form = {"username": "1", "password": "wrong"}
    refused = await client.post("/auth/token", data=form)
    assert (refused.status_code, refused.json()["code"]) == (401, "unauthenticated")


async def test_errors_tell_of_no_hidden_row(client: AsyncClient) -> None:
    """A reference to a row of another shop is answered like one to no row."""
    answers = [
        await client.post("/labels/", json={"text": "B", "product_id": product})
        for product in (2, 7)
    ]
    assert answers[0].content == answers[1].content
    assert answers[0].json()["code"] == "reference"
    assert answers[0].json()["fields"] == ["product_id"]
    # Of the rows that refer to this one, nothing is told.
    await client.post("/labels/", json={"text": "B", "product_id": 1})
    refused = await client.delete("/products/1")
    assert (refused.status_code, refused.json()) == (
        409,
        {
            "detail": "Other rows still refer to this one",
            "code": "referenced",
            "fields": [],
        },
    )
