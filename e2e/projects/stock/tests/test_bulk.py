# ruff: noqa: S101
"""Bulk requests over HTTP: all of their operations or none, and no row of others."""

import asyncio
from typing import Any

import pytest
from httpx2 import AsyncClient, Response
from sqlalchemy import event, select

from stock.models import Label, Product
from stock_api.db.session import database

pytestmark = pytest.mark.anyio

Json = dict[str, Any]


def create(sku: str, **changes: object) -> Json:
    """Creates a product."""
    return {"op": "create", "values": {"sku": sku, "title": "B", **changes}}


def update(pk: object, if_match: str | None = None, **values: object) -> Json:
    """Changes a product."""
    return {"op": "update", "pk": pk, "values": values, "if_match": if_match}


def delete(pk: object, if_match: str | None = None) -> Json:
    """Deletes a product."""
    return {"op": "delete", "pk": pk, "if_match": if_match}


async def post(client: AsyncClient, *operations: Json) -> Response:
    """Sends operations on products."""
    return await client.post("/products/bulk", json={"operations": operations})


async def stored() -> list[tuple[int, int, str, str, int]]:
    """The products of all shops."""
    async with database.session() as session:
        found = await session.scalars(select(Product).order_by(Product.id))
        return [
            (each.id, each.shop_id, each.sku, each.title, each.row_version)
            for each in found
        ]


async def test_operations_run_in_their_order(client: AsyncClient) -> None:
    """Each result is what a request of its own would have answered."""
    made = await post(client, create("b"), create("c"), create("d", available=7))
    assert made.status_code == 200, made.text
    first, second, third = made.json()["results"]
    assert [first["sku"], second["sku"], third["available"]] == ["b", "c", 7]
    assert first == (await client.get(f"/products/{first['id']}")).json()
    answer = await post(
        client,
        delete(second["id"]),
        # Free again, since the row before is gone.
        create("c"),
        update(first["id"], title="C", if_match="1"),
        update(third["id"], title="D", if_match='"9", "1"'),
        update(1, if_match="*", title="E"),
    )
    assert answer.status_code == 200, answer.text
    gone, *rows = answer.json()["results"]
    assert gone is None
    assert [each["row_version"] for each in rows] == [1, 2, 2, 2]
    assert await stored() == [
        (1, 1, "a", "E", 2),
        (2, 2, "a", "A", 1),
        (first["id"], 1, "b", "C", 2),
        (third["id"], 1, "d", "D", 2),
        (rows[0]["id"], 1, "c", "B", 1),
    ]


@pytest.mark.parametrize(
    ("operation", "status", "code", "fields"),
    [
        (update(99, title="C"), 404, "not-found", ["operations.2"]),
        (delete(99), 404, "not-found", ["operations.2"]),
        # Of no integer of the database.
        (delete(2**40), 404, "not-found", ["operations.2"]),
        (create("a"), 409, "unique", ["operations.2.values.sku"]),
        (update(1, sku="b"), 409, "unique", ["operations.2.values.sku"]),
        (create("e", shelf_id=9), 409, "reference", ["operations.2.values.shelf_id"]),
        (update(1, if_match="7", title="C"), 412, "version", ["operations.2"]),
        (delete(1, if_match='W/"1"'), 412, "version", ["operations.2"]),
        # Of no integer of the database, either.
        (create("e", available=2**40), 422, "validation", ["operations.2.values"]),
    ],
)
async def test_one_refused_operation_undoes_all(
    client: AsyncClient, operation: Json, status: int, code: str, fields: list[str]
) -> None:
    """The error names the operation, also among others of its kind."""
    before = await stored()
    for others in ([create("b"), create("c")], [create("b"), update(1, title="F")]):
        # No row is there twice.
        if others[1].get("pk") == operation.get("pk") is not None:
            continue
        refused = await post(client, *others, operation, create("d"))
        body = refused.json()
        assert refused.status_code == status, body
        assert (body["code"], body["fields"]) == (code, fields)
        if status == 422:
            place = ["body", "operations", 2, "values"]
            assert [each["loc"] for each in body["detail"]] == [place]
        else:
            assert body["detail"].startswith("Operation 2: ")
        assert await stored() == before


async def test_rows_of_another_shop_are_not_there(client: AsyncClient) -> None:
    """The 404 is that of a missing row, and nothing is written."""
    before = await stored()
    for hidden, missing in (
        (update(2, title="C"), update(99, title="C")),
        (update(2, if_match="7"), update(99, if_match="7")),
        (delete(2), delete(99)),
    ):
        answers = [
            await post(client, create("b"), each, create("c"))
            for each in (hidden, missing)
        ]
        assert answers[0].status_code == 404
        assert answers[0].content == answers[1].content
    assert await stored() == before
    made = await post(client, create("b", shop_id=2))
    assert made.status_code == 422, made.text
    made = await post(client, create("b"))
    assert made.json()["results"][0]["shop_id"] == 1


async def test_all_invalid_values_are_told_at_once(client: AsyncClient) -> None:
    """Each has its place in the request."""
    refused = await post(
        client,
        create("b", title=7),
        {"op": "create", "values": {"title": "B", "available": "many"}},
        update(1, title="x" * 101, row_version=3),
        delete("one"),
        {"op": "grow", "pk": 1},
        {"values": {}},
        create("c"),
    )
    assert refused.status_code == 422
    assert [(each["loc"], each["type"]) for each in refused.json()["detail"]] == [
        (["body", "operations", 0, "values", "title"], "string_type"),
        (["body", "operations", 1, "values", "sku"], "missing"),
        (["body", "operations", 1, "values", "available"], "int_parsing"),
        (["body", "operations", 2, "values", "title"], "string_too_long"),
        (["body", "operations", 2, "values", "row_version"], "extra_forbidden"),
        (["body", "operations", 3, "pk"], "int_parsing"),
        (["body", "operations", 4], "union_tag_invalid"),
        (["body", "operations", 5], "union_tag_not_found"),
    ]
    twice = await post(client, update(1, title="B"), create("b"), delete(1))
    assert twice.status_code == 422
    (error,) = twice.json()["detail"]
    assert error["loc"] == ["body", "operations", 2, "pk"]
    for operations in ([], [create(str(number)) for number in range(501)]):
        refused = await post(client, *operations)
        (error,) = refused.json()["detail"]
        assert (refused.status_code, error["loc"]) == (422, ["body", "operations"])


async def test_many_rows_take_few_statements(client: AsyncClient) -> None:
    """Whether they are created, changed or deleted."""
    sent: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        sent.append(statement.split(maxsplit=1)[0])

    event.listen(database.engine.sync_engine, "before_cursor_execute", note)
    try:
        made = await post(client, *(create(str(number)) for number in range(500)))
        assert made.status_code == 200, made.text
        assert [each["sku"] for each in made.json()["results"]] == [
            str(number) for number in range(500)
        ]
        assert sent == ["SAVEPOINT", "INSERT", "SELECT", "RELEASE"]
        keys = [each["id"] for each in made.json()["results"]]
        sent.clear()
        changed = await post(client, *(update(key, title="C") for key in keys))
        assert changed.status_code == 200
        assert sent.count("SELECT") == 2
        sent.clear()
        deleted = await post(client, *map(delete, keys))
        assert deleted.status_code == 200
        assert (sent.count("SELECT"), sent.count("DELETE")) == (1, 1)
    finally:
        event.remove(database.engine.sync_engine, "before_cursor_execute", note)
    assert len(await stored()) == 2


async def test_bulks_of_the_same_rows_wait_for_each_other(client: AsyncClient) -> None:
    """Rows are locked in one order, whatever that of the request."""
    made = await post(client, *(create(str(number)) for number in range(20)))
    keys = [each["id"] for each in made.json()["results"]]
    requests = [
        [update(key, title=str(number)) for key in order]
        for number, order in enumerate([keys, keys[::-1]] * 5)
    ]
    answers = await asyncio.gather(*(post(client, *each) for each in requests))
    assert {each.status_code for each in answers} == {200}
    assert {each[4] for each in (await stored())[2:]} == {11}


async def test_requires_a_version_where_requests_do(client: AsyncClient) -> None:
    """The operation that lacks it is named."""
    async with database.session() as session:
        session.add(Label(shop_id=1, text="B"))
        await session.commit()
    first = {"op": "update", "pk": 1, "values": {"text": "C"}, "if_match": "1"}
    rest = {"op": "update", "pk": 3, "values": {"text": "C"}}
    answer = await client.post("/labels/bulk", json={"operations": [first, rest]})
    assert (answer.status_code, answer.json()["fields"]) == (428, ["operations.1"])
    rest["if_match"] = "1"
    answer = await client.post("/labels/bulk", json={"operations": [first, rest]})
    # What `get` shows of related rows is left out.
    assert answer.json()["results"] == [
        {"id": 1, "text": "C", "revision": 2},
        {"id": 3, "text": "C", "revision": 2},
    ]


async def test_needs_the_user_of_its_operations(client: AsyncClient) -> None:
    """Without one, nothing is looked at."""
    body = {"operations": [create("b")]}
    anonymous = {"Authorization": ""}
    answer = await client.post("/products/bulk", json=body, headers=anonymous)
    assert answer.status_code == 401
