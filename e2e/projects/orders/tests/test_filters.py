# ruff: noqa: S101
"""Tests of filters by related rows."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from .conftest import Header, counted

pytestmark = pytest.mark.anyio

Filter = dict[str, Any]


def where(field: str, op: str, value: object) -> Filter:
    """A condition."""
    return {"field": field, "op": op, "value": value}


async def found(client: AsyncClient, header: Header, condition: Filter) -> list[int]:
    """The keys of the orders that a filter finds."""
    body = {"filter": condition}
    answer = await client.post("/orders/search", json=body, headers=header)
    assert answer.status_code == 200, answer.text
    return sorted(each["id"] for each in answer.json()["items"])


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (where("customer.name", "icontains", "ann"), [1, 2]),
        (where("customer.name", "eq", "Bob"), []),
        (where("customer.email", "is_null", True), [1, 2]),
        (where("lines.product.sku", "eq", "p2"), [1]),
        (where("lines.product.sku", "in", ["p1", "p2"]), [1, 3]),
        (where("lines.product.metadata_", "eq", {"shelf": 2}), [1]),
        # The product belongs to company 2.
        (where("lines.product.sku", "eq", "p3"), []),
        (where("tags.name", "eq", "gift"), [1]),
        (where("lines", "exists", True), [1, 3]),
        (where("lines", "exists", False), [2]),
        # The invoice of order 2 belongs to company 2.
        (where("invoice", "exists", False), [2, 3]),
        (where("letters.body", "eq", "yours"), [2]),
        (where("letters.body", "eq", "theirs"), []),
        (where("line_count", "gte", 2), [1]),
        (where("line_count", "eq", 0), [2]),
        ({"not": where("customer.name", "eq", "Ann")}, [3]),
        ({"not": where("lines.product.sku", "eq", "p2")}, [2, 3]),
        ({"not": {"not": where("tags.name", "eq", "gift")}}, [1]),
        (
            {
                "and": [
                    where("lines", "exists", True),
                    {"not": where("tags.name", "eq", "gift")},
                ]
            },
            [3],
        ),
    ],
)
async def test_orders_are_found_by_related_rows(
    client: AsyncClient, ann: Header, condition: Filter, expected: list[int]
) -> None:
    """Some visible row has to match; a row that is not visible matches nothing."""
    assert await found(client, ann, condition) == expected


async def test_a_role_finds_by_the_rows_that_it_sees(
    client: AsyncClient, manager: Header
) -> None:
    """The customer of order 3 is there for managers alone."""
    assert await found(client, manager, where("customer.name", "eq", "Bob")) == [3]


async def test_a_relation_of_a_path_is_one_exists(
    client: AsyncClient, ann: Header
) -> None:
    """A path of two relations is one inside the other."""
    with counted() as statements:
        await found(client, ann, where("lines.product.sku", "eq", "p2"))
    [page] = [each for each in statements if "LIMIT" in each and "sku" in each]
    assert page.count("EXISTS") == 2


@pytest.mark.parametrize(
    "condition",
    [
        where("customer.is_secret", "eq", True),
        where("customer", "exists", True),
        where("lines", "eq", True),
        where("customer.name", "gte", 1),
        where("line_count", "icontains", "1"),
        {"not": []},
        {"not": where("no_such_field", "eq", 1)},
    ],
)
async def test_other_paths_are_refused(
    client: AsyncClient, ann: Header, condition: Filter
) -> None:
    """A path that the config does not list is a 422, and never ignored."""
    body = {"filter": condition}
    answer = await client.post("/orders/search", json=body, headers=ann)
    assert answer.status_code == 422, answer.text
