# ruff: noqa: S101
"""Tests of the related rows that answers embed."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from .conftest import Header, counted

pytestmark = pytest.mark.anyio

APPLE = {
    "id": "00000000-0000-4000-8000-000000000001",
    "name": "Apple",
    "category": {"name": "Fruit"},
}
SOAP = {
    "id": "00000000-0000-4000-8000-000000000002",
    "name": "Soap",
    "category": None,
}


async def get(client: AsyncClient, path: str, header: Header) -> dict[str, Any]:
    """The answer to a GET."""
    answer = await client.get(path, headers=header)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def search(
    client: AsyncClient, path: str, header: Header, **body: object
) -> list[dict[str, Any]]:
    """The items of a list."""
    answer = await client.post(f"{path}/search", json=body, headers=header)
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def test_an_order_comes_with_what_belongs_to_it(
    client: AsyncClient, ann: Header
) -> None:
    """Three levels, sorted and limited; rows of another company are absent."""
    order = await get(client, "/orders/1", ann)
    del order["placed_at"]
    assert order == {
        "id": 1,
        "status": "new",
        "customer": {"id": 1, "name": "Ann"},
        "lines": [
            {"id": 2, "quantity": 30, "product": SOAP},
            # Its product belongs to company 2.
            {"id": 3, "quantity": 20, "product": None},
            {"id": 1, "quantity": 10, "product": APPLE},
        ],
        "tags": [{"id": 2, "name": "gift"}, {"id": 1, "name": "urgent"}],
        "line_count": 3,
        "billing_address": {"street": "Main St 1", "city": "Bern"},
        "shipping_address": None,
        "invoice": {"number": "2026-1"},
        "remarks": [
            {"author": "Ann", "text": "remark 3"},
            {"author": "Ann", "text": "remark 2"},
        ],
        "has_more_remarks": True,
    }


async def test_an_order_without_related_rows(client: AsyncClient, ann: Header) -> None:
    """Lists are empty, rows are null, counts are 0."""
    order = await get(client, "/orders/2", ann)
    del order["placed_at"]
    assert order == {
        "id": 2,
        "status": "new",
        "customer": {"id": 1, "name": "Ann"},
        "lines": [],
        "tags": [],
        "line_count": 0,
        "billing_address": None,
        "shipping_address": None,
        "invoice": None,
        "remarks": [],
        "has_more_remarks": False,
    }


async def test_rows_that_a_role_sees(
    client: AsyncClient, ann: Header, manager: Header
) -> None:
    """The customer of order 3 is there for managers alone."""
    assert (await get(client, "/orders/3", ann))["customer"] is None
    shown = await get(client, "/orders/3", manager)
    assert shown["customer"] == {"id": 2, "name": "Bob"}


async def test_a_list_has_one_statement_for_each_relation(
    client: AsyncClient, ann: Header
) -> None:
    """Whatever the number of rows: the page, customers, lines and counts."""
    await search(client, "/orders", ann)
    numbers: list[int] = []
    for size in (1, 3):
        with counted() as statements:
            items = await search(client, "/orders", ann, page_size=size)
        assert len(items) == size
        numbers.append(len(statements))
    assert numbers == [4, 4]
    assert items == [
        {
            "id": 1,
            "status": "new",
            "customer": {"name": "Ann"},
            "lines": [{"quantity": 30}, {"quantity": 20}],
            "has_more_lines": True,
            "line_count": 3,
        },
        {
            "id": 2,
            "status": "new",
            "customer": {"name": "Ann"},
            "lines": [],
            "has_more_lines": False,
            "line_count": 0,
        },
        {
            "id": 3,
            "status": "new",
            "customer": None,
            "lines": [{"quantity": 1}],
            "has_more_lines": False,
            "line_count": 1,
        },
    ]


async def test_columns_that_are_not_shown_are_not_read(
    client: AsyncClient, ann: Header
) -> None:
    """The keys that lead on are read, and no other column."""
    with counted() as statements:
        await get(client, "/orders/1", ann)
    text = "\n".join(statements)
    assert "customers.name" in text
    assert "customers.email" not in text
    assert "order_lines.note" not in text


async def test_writes_and_actions_answer_with_related_rows(
    client: AsyncClient, ann: Header
) -> None:
    """As `get` does, or as `returns` says."""
    made = await client.post("/orders/", json={"customer_id": 1}, headers=ann)
    assert made.status_code == 201, made.text
    assert made.json()["customer"] == {"id": 1, "name": "Ann"}
    assert made.json()["lines"] == []
    changed = await client.patch("/orders/1", json={"status": "paid"}, headers=ann)
    assert changed.json()["status"] == "paid"
    assert len(changed.json()["lines"]) == 3
    shipped = await client.post("/orders/1/ship", headers=ann)
    assert shipped.json() == {
        "status": "shipped",
        "customer": {"id": 1, "name": "Ann"},
    }


async def test_relations_without_a_relationship(
    client: AsyncClient, ann: Header
) -> None:
    """Of the other side of a foreign key, in pages by offset."""
    items = await search(client, "/customers", ann)
    [customer] = items
    assert customer["addresses"] == [{"city": "Bern"}]
    customer = await get(client, "/customers/1", ann)
    assert {each["id"] for each in customer["orders"]} == {1, 2}
    assert customer["order_count"] == 2


async def test_a_model_that_refers_to_itself(client: AsyncClient) -> None:
    """Parents, children and theirs; products are not there without a user."""
    fruit = (await client.get("/categories/2")).json()
    assert fruit == {
        "id": 2,
        "name": "Fruit",
        "parent": {"id": 1, "name": "Food"},
        "children": [{"name": "Berries", "children": [], "child_count": 0}],
        "products": [],
    }
    food = (await client.get("/categories/1")).json()
    assert food["parent"] is None
    assert food["children"] == [
        {"name": "Fruit", "children": [{"name": "Berries"}], "child_count": 1}
    ]


async def test_columns_of_another_name(client: AsyncClient, ann: Header) -> None:
    """A path of to-one relations; the list is a plain one."""
    product = await get(client, "/products/00000000-0000-4000-8000-000000000001", ann)
    assert product["category"] == {"name": "Fruit", "parent": {"name": "Food"}}
    assert product["metadata_"] == {"shelf": 1}


async def test_keys_of_several_columns(client: AsyncClient, ann: Header) -> None:
    """A part of a key that is NULL leads nowhere."""
    shelf = await get(client, "/shelves/A/1", ann)
    assert shelf == {
        "label": "top",
        "boxes": [{"id": 1, "weight": 5}, {"id": 2, "weight": 7}],
    }
    answer = await client.post("/shelves/search", headers=ann)
    assert [each["box_count"] for each in answer.json()] == [2, 0]
    assert (await get(client, "/boxes/1", ann))["shelf"] == {"label": "top"}
    assert (await get(client, "/boxes/3", ann))["shelf"] is None


async def test_each_schema_has_a_name_of_its_own(client: AsyncClient) -> None:
    """FastAPI would add the modules to names that are there twice."""
    document = (await client.get("/openapi.json")).json()
    names = set(document["components"]["schemas"])
    assert {"OrderLine", "OrderLineProduct", "OrderLineRowProduct"} <= names
    assert [name for name in names if "__" in name] == []
