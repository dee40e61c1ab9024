# ruff: noqa: S101
"""Tests of rows that are made or linked with another one."""

from typing import Any
from uuid import UUID

import pytest
from httpx2 import AsyncClient
from sqlalchemy import func, select, text

from orders_api.db.session import database
from shop.models import Address, Order, OrderLine, Supply, order_tags

from .conftest import Header, counted, login

pytestmark = pytest.mark.anyio

APPLE, SOAP, BOLT = (f"00000000-0000-4000-8000-{number:012}" for number in (1, 2, 3))


async def post(
    client: AsyncClient, path: str, header: Header, body: object, status: int = 201
) -> dict[str, Any]:
    """The answer to a POST."""
    answer = await client.post(path, json=body, headers=header)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


def line(product: str = APPLE, quantity: object = 1, **rest: object) -> dict[str, Any]:
    """A line of a new order."""
    return {"product_id": product, "quantity": quantity, **rest}


async def numbers() -> list[int]:
    """How many orders, lines and links there are."""
    async with database.session() as session:
        return [
            await session.scalar(select(func.count()).select_from(each)) or 0
            for each in (Order, OrderLine, order_tags)
        ]


async def test_an_order_is_made_with_its_lines(
    client: AsyncClient, ann: Header
) -> None:
    """The key of the order and the company are set for each; hooks see the lines."""
    lines = [line(SOAP, 2, note="soft"), line(APPLE, 3)]
    body = {"customer_id": 1, "lines": lines, "tags": [2, 1]}
    order = await post(client, "/orders", ann, body)
    assert [each["quantity"] for each in order["lines"]] == [2, 3]
    assert order["line_count"] == 2
    assert {each["id"] for each in order["tags"]} == {1, 2}
    async with database.session() as session:
        stored = await session.scalars(
            select(OrderLine)
            .where(OrderLine.order_id == order["id"])
            .order_by(OrderLine.id)
        )
        # The positions are from the hook.
        assert [(each.company_id, each.position, each.note) for each in stored] == [
            (1, 0, "soft"),
            (1, 1, None),
        ]


async def test_an_order_needs_no_lines(client: AsyncClient, ann: Header) -> None:
    """What is left out is empty."""
    order = await post(client, "/orders", ann, {"customer_id": 1})
    assert (order["lines"], order["tags"]) == ([], [])


async def test_lines_are_checked_and_stored_together(
    client: AsyncClient, ann: Header
) -> None:
    """The number of statements is that of one line, with one INSERT for all."""
    await post(client, "/orders", ann, {"customer_id": 1, "lines": [line()]})
    found: list[int] = []
    for size in (1, 50):
        lines = [line([APPLE, SOAP][at % 2]) for at in range(size)]
        with counted() as statements:
            await post(client, "/orders", ann, {"customer_id": 1, "lines": lines})
        found.append(len(statements))
        made = [
            each for each in statements if each.startswith("INSERT INTO order_lines")
        ]
        assert len(made) == 1
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"lines": [line(), line(quantity=0)]}, ["lines", 1, "quantity"]),
        ({"lines": [line(), line(quantity=2**40)]}, ["lines"]),
        ({"lines": [line(), {"quantity": 1}]}, ["lines", 1, "product_id"]),
        ({"lines": [line(order_id=1)]}, ["lines", 0, "order_id"]),
        ({"lines": [line(company_id=2)]}, ["lines", 0, "company_id"]),
        ({"lines": [line(note="x" * 101)]}, ["lines", 0, "note"]),
        ({"lines": [line()] * 201}, ["lines"]),
        ({"tags": [1, 1]}, ["tags"]),
        ({"tags": [*range(21)]}, ["tags"]),
        ({"tags": [1, "x"]}, ["tags", 1]),
        ({"tags": [1, 2**40]}, ["tags", 1]),
        ({"tags": None}, ["tags"]),
    ],
)
async def test_a_wrong_part_is_told_by_its_place_and_writes_nothing(
    client: AsyncClient, ann: Header, body: dict[str, Any], place: list[Any]
) -> None:
    """Each line keeps to the rules of its own resource."""
    before = await numbers()
    refused = await post(client, "/orders", ann, {"customer_id": 1, **body}, 422)
    assert refused["detail"][0]["loc"] == ["body", *place]
    assert await numbers() == before


@pytest.mark.parametrize(
    ("body", "detail", "place"),
    [
        # The product belongs to company 2.
        (
            {"lines": [line(), line(BOLT)]},
            "No row has this product_id",
            "lines.1.product_id",
        ),
        (
            {"lines": [line("00000000-0000-4000-8000-000000000009"), line()]},
            "No row has this product_id",
            "lines.0.product_id",
        ),
        ({"tags": [1, 9]}, "No row has this tag_id", "tags"),
    ],
)
async def test_a_row_that_is_not_visible_is_none(
    client: AsyncClient, ann: Header, body: dict[str, Any], detail: str, place: str
) -> None:
    """It is refused like one that is absent, and nothing is written."""
    before = await numbers()
    refused = await post(client, "/orders", ann, {"customer_id": 1, **body}, 409)
    assert (refused["detail"], refused["fields"]) == (detail, [place])
    assert await numbers() == before


async def test_hooks_see_keys(client: AsyncClient, ann: Header) -> None:
    """`values` has a list of keys."""
    body = {"customer_id": 1, "tags": [13]}
    refused = await post(client, "/orders", ann, body, 400)
    assert refused["detail"] == "This tag brings bad luck"


async def test_rules_of_the_made_rows_hold(
    client: AsyncClient, manager: Header
) -> None:
    """No address may be in Atlantis, whoever makes it."""
    streets = [{"street": "Main St 1", "city": city} for city in ("Bern", "Atlantis")]
    body = {"name": "Cid", "addresses": streets[:1]}
    made = await post(client, "/customers", manager, body)
    async with database.session() as session:
        stored = select(Address.company_id).where(Address.customer_id == made["id"])
        assert await session.scalar(stored) == 1
    await post(client, "/customers", manager, body | {"addresses": streets}, 403)


async def test_keys_of_several_columns(client: AsyncClient, ann: Header) -> None:
    """All of them are set."""
    shelf = {"warehouse": "B", "number": 7, "boxes": [{"weight": 1}, {"weight": 2}]}
    made = await post(client, "/shelves", ann, shelf)
    assert [each["weight"] for each in made["boxes"]] == [1, 2]
    for boxes in ([], [{"weight": 1}] * 4, None):
        await post(client, "/shelves", ann, shelf | {"boxes": boxes}, 422)
    del shelf["boxes"]
    await post(client, "/shelves", ann, shelf, 422)


async def change(
    client: AsyncClient, path: str, header: Header, body: object, status: int = 200
) -> dict[str, Any]:
    """The answer to a PATCH."""
    answer = await client.patch(path, json=body, headers=header)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_links_are_replaced(client: AsyncClient, ann: Header) -> None:
    """Those that stay are not touched; what is not sent stays as it is."""

    async def versions() -> dict[int, int]:
        async with database.session() as session:
            found = await session.execute(
                text(
                    "SELECT tag_id, xmin::text::int FROM order_tags WHERE order_id = 1"
                )
            )
            return {row[0]: row[1] for row in found}

    before = await versions()
    order = await change(client, "/orders/1", ann, {"status": "paid"})
    assert {each["id"] for each in order["tags"]} == {1, 2}
    order = await change(client, "/orders/1", ann, {"tags": [2]})
    assert (order["status"], order["tags"]) == ("paid", [{"id": 2, "name": "gift"}])
    await change(client, "/orders/1", ann, {"tags": [2, 1]})
    after = await versions()
    assert after[2] == before[2]
    assert after[1] != before[1]
    assert (await change(client, "/orders/1", ann, {"tags": []}))["tags"] == []
    for tags in ([1, 1], [9], None):
        status = 409 if tags == [9] else 422
        await change(client, "/orders/1", ann, {"tags": tags, "status": "x"}, status)
    order = await change(client, "/orders/1", ann, {})
    assert (order["status"], order["tags"]) == ("paid", [])


async def test_links_have_versions(client: AsyncClient, ann: Header) -> None:
    """A change of links alone is one of the row."""
    path = f"/products/{APPLE}"
    tags = [(await client.get(path, headers=ann)).headers["ETag"]]
    bodies: list[dict[str, list[int]]] = [{"suppliers": [2]}, {}, {"suppliers": []}]
    for body in bodies:
        header = ann | {"If-Match": tags[-1]}
        changed = await client.patch(path, json=body, headers=header)
        assert changed.status_code == 200, changed.text
        tags.append(changed.headers["ETag"])
    assert tags == ['"1"', '"2"', '"2"', '"3"']
    stale = ann | {"If-Match": '"1"'}
    refused = await client.patch(path, json={"suppliers": [1]}, headers=stale)
    assert refused.status_code == 412
    product = (await client.get(path, headers=ann)).json()
    assert product["suppliers"] == []


async def test_links_of_another_company(client: AsyncClient, ann: Header) -> None:
    """By a model between with a tenant: none is made to, read or removed."""
    path = f"/products/{APPLE}"
    product = await change(client, path, ann, {"suppliers": [2]})
    assert [each["id"] for each in product["suppliers"]] == [2]
    # Supplier 3 belongs to company 2, and so does the link to it.
    await change(client, path, ann, {"suppliers": [3]}, 409)
    await change(client, path, ann, {"suppliers": []})
    await change(client, f"/products/{BOLT}", ann, {"suppliers": [1]}, 404)
    made = {"sku": "p9", "name": "Nut", "price": "1", "suppliers": [1, 2]}
    await post(client, "/products", ann, made)
    await post(client, "/products", ann, made | {"suppliers": [1, 3]}, 409)
    eve = await login(client, "2/eve")
    await post(client, "/products", eve, made | {"suppliers": [1]}, 409)
    async with database.session() as session:
        found = await session.execute(
            select(Supply.supplier_id, Supply.company_id).order_by(
                Supply.supplier_id, Supply.product_id
            )
        )
        assert [tuple(row) for row in found] == [(1, 1), (2, 1), (3, 2), (3, 2)]


async def test_hidden_links_are_like_absent_keys(
    client: AsyncClient, ann: Header
) -> None:
    """Neither tells that there is a row, nor what a constraint is called."""
    async with database.session() as session:
        # Both rows belong to company 1, and the link to company 2.
        session.add(Supply(product_id=UUID(APPLE), supplier_id=2, company_id=2))
        await session.commit()
    answers = [
        await client.patch(
            f"/products/{APPLE}", json={"suppliers": [1, key]}, headers=ann
        )
        for key in (2, 3, 99)
    ]
    assert [answer.status_code for answer in answers] == [409] * 3
    assert answers[0].json() == answers[1].json() == answers[2].json()
    assert "constraint" not in answers[0].json()


async def test_openapi(client: AsyncClient) -> None:
    """Lists have their limits, and keys are there once."""
    document = (await client.get("/openapi.json")).json()
    schemas = document["components"]["schemas"]
    fields = schemas["OrderCreateRequest"]["properties"]
    assert fields["lines"]["maxItems"] == 200
    assert fields["lines"]["items"] == {
        "$ref": "#/components/schemas/OrderCreateRequestLine"
    }
    assert fields["tags"] | {"title": ""} == {
        "items": {"type": "integer"},
        "maxItems": 20,
        "title": "",
        "type": "array",
        "uniqueItems": True,
    }
    boxes = schemas["ShelfCreateRequest"]
    assert boxes["properties"]["boxes"]["minItems"] == 1
    assert "boxes" in boxes["required"]
    assert boxes["examples"][0]["boxes"] == [{"weight": 1}]
