# ruff: noqa: S101, S311
"""Tests of sorts by related rows."""

import base64
import json
import os
import random
from typing import Any

import pytest
from httpx2 import AsyncClient

from orders_api.db.session import database
from shop.models import Customer, Invoice, Order, OrderLine, Product

from .conftest import Header, login

pytestmark = pytest.mark.anyio

SEEDS = [*range(3)] if os.environ.get("CI") else [random.randrange(2**32)]
SORTS = ["customer.name", "invoice.number", "line_count"]


async def walk(
    client: AsyncClient, path: str, header: Header, *, size: int = 1, **body: object
) -> tuple[list[dict[str, Any]], list[str]]:
    """The items of all pages, and the cursors."""
    items: list[dict[str, Any]] = []
    cursors: list[str] = []
    cursor: str | None = None
    while True:
        asked = {**body, "page_size": size, "cursor": cursor}
        answer = await client.post(f"{path}/search", json=asked, headers=header)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        items += page["items"]
        cursor = page["next_cursor"]
        if cursor is None:
            return items, cursors
        cursors.append(cursor)


async def keys(
    client: AsyncClient, header: Header, field: str, direction: str = "asc"
) -> list[int]:
    """The keys of all orders, sorted by one field, a page for each."""
    sort = [{"field": field, "dir": direction}]
    items, _ = await walk(client, "/orders", header, sort=sort)
    return [each["id"] for each in items]


@pytest.mark.parametrize(
    ("field", "ascending", "descending"),
    [
        # The customer of order 3 is not visible, and sorts as NULL.
        ("customer.name", [1, 2, 3], [3, 2, 1]),
        # The shipping address of order 1 is; nothing sorts by that.
        ("billing_address.city", [1, 2, 3], [3, 2, 1]),
        # The invoice of order 2 belongs to company 2.
        ("invoice.number", [1, 2, 3], [3, 2, 1]),
        # So does a fourth line of order 1.
        ("line_count", [2, 3, 1], [1, 3, 2]),
    ],
)
async def test_orders_are_sorted_by_what_belongs_to_them(
    client: AsyncClient,
    ann: Header,
    field: str,
    ascending: list[int],
    descending: list[int],
) -> None:
    """A row that is not visible sorts as NULL, which comes last."""
    assert await keys(client, ann, field) == ascending
    assert await keys(client, ann, field, "desc") == descending


async def test_a_role_sorts_by_the_rows_that_it_sees(
    client: AsyncClient, ann: Header, manager: Header
) -> None:
    """The secret customer of order 3 is there for managers alone."""
    async with database.session() as session:
        (await session.get_one(Customer, 2)).name = "Aaron"
        await session.commit()
    assert await keys(client, ann, "customer.name") == [1, 2, 3]
    assert await keys(client, manager, "customer.name") == [3, 1, 2]


async def test_a_cursor_has_no_value_of_related_rows(
    client: AsyncClient, ann: Header
) -> None:
    """It has the key alone, by which the next page finds the place."""
    sort = [{"field": field} for field in SORTS]
    _, cursors = await walk(client, "/orders", ann, sort=sort)
    values = [json.loads(base64.urlsafe_b64decode(f"{each}==")) for each in cursors]
    assert [value[2] for value in values] == [[1], [2]]


async def test_other_pages_and_paths_of_two_relations_are_sorted(
    client: AsyncClient, ann: Header
) -> None:
    """With offsets, without pages, and by the default of a list."""
    body = {"sort": [{"field": "order_count", "dir": "desc"}], "limit": 1}
    answer = await client.post("/customers/search", json=body, headers=ann)
    assert [each["id"] for each in answer.json()["items"]] == [1]
    body = {"sort": [{"field": "category.name"}]}
    answer = await client.post("/products/search", json=body, headers=ann)
    assert [each["sku"] for each in answer.json()] == ["p1", "p2"]
    lines, _ = await walk(client, "/order-lines", ann)
    # That of order 3, whose customer is not visible, comes first.
    assert [each["id"] for each in lines] == [5, 3, 2, 1]


@pytest.mark.parametrize("field", ["customer", "customer.email", "lines.quantity"])
async def test_other_paths_are_refused(
    client: AsyncClient, ann: Header, field: str
) -> None:
    """A path that the config does not list is a 422, and never ignored."""
    body = {"sort": [{"field": field}]}
    answer = await client.post("/orders/search", json=body, headers=ann)
    assert answer.status_code == 422, answer.text


@pytest.mark.parametrize("seed", SEEDS)
async def test_pages_of_random_orders(client: AsyncClient, seed: int) -> None:
    """Whatever the ties, NULLs and hidden rows: pages are as Python sorts."""
    chance = random.Random(seed)
    ranks: dict[int, dict[str, Any]] = {}
    async with database.session() as session:
        product = Product(company_id=3, sku="p", name="Pen", price=1)
        customers = [
            Customer(company_id=3, name=name, is_secret=name == "c") for name in "abc"
        ]
        # Rows of another company may stand in no order.
        other = Customer(company_id=2, name="a")
        session.add_all([product, *customers, other])
        await session.flush()
        for _ in range(20):
            customer = chance.choice([*customers, other])
            order = Order(company_id=3, customer_id=customer.id)
            session.add(order)
            await session.flush()
            lines, hidden = chance.randrange(3), chance.randrange(2)
            session.add_all(
                OrderLine(
                    company_id=3 if at < lines else 2,
                    order_id=order.id,
                    position=at,
                    product_id=product.id,
                    quantity=1,
                )
                for at in range(lines + hidden)
            )
            invoiced = chance.choice([None, 2, 3])
            digit = str(chance.randrange(4))
            if invoiced is not None:
                session.add(
                    Invoice(company_id=invoiced, order_id=order.id, number=digit)
                )
            is_seen = customer in customers[:2]
            ranks[order.id] = {
                "customer.name": customer.name if is_seen else None,
                "invoice.number": digit if invoiced == 3 else None,
                "line_count": lines,
            }
        await session.commit()
    header = await login(client, "3/ann")
    for _ in range(12):
        fields = chance.sample(SORTS, chance.randrange(1, 4))
        sort = [
            {"field": each, "dir": chance.choice(["asc", "desc"])} for each in fields
        ]
        size = chance.randrange(1, 8)
        items, _ = await walk(client, "/orders", header, size=size, sort=sort)
        found = [each["id"] for each in items]
        assert found == in_order(ranks, sort), (seed, sort, size)


def in_order(ranks: dict[int, dict[str, Any]], sort: list[dict[str, str]]) -> list[int]:
    """The keys as Python sorts them: NULL last, ties by the key."""
    found = sorted(ranks, reverse=sort[-1]["dir"] == "desc")
    for clause in reversed(sort):
        values = {key: rank[clause["field"]] for key, rank in ranks.items()}
        is_descending = clause["dir"] == "desc"
        nulls = [key for key in found if values[key] is None]
        others = [key for key in found if values[key] is not None]
        others.sort(key=values.__getitem__, reverse=is_descending)
        found = [*nulls, *others] if is_descending else [*others, *nulls]
    return found
