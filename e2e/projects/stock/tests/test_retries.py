# ruff: noqa: S101
"""Tests of requests that are sent again, over HTTP."""

import asyncio
from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient, Response
from sqlalchemy import func, select, text

from stock.models import IdempotencyKey, Product
from stock_api.db.session import database

pytestmark = pytest.mark.anyio

PRODUCT = {"sku": "b", "title": "B", "available": 3}


def keyed(key: str | None = None) -> dict[str, str]:
    """The header with a key."""
    return {"Idempotency-Key": key or str(uuid4())}


def answer_of(response: Response) -> dict[str, Any]:
    """All that a retry gets again."""
    names = ("content-type", "etag", "location")
    headers = {name: response.headers.get(name) for name in names}
    return {"status": response.status_code, "body": response.json(), **headers}


def is_replayed(response: Response) -> bool:
    """Whether the answer says that it is an old one."""
    return response.headers.get("Idempotent-Replayed") == "true"


async def number_of(model: type) -> int:
    """How many rows there are."""
    async with database.session() as session:
        return await session.scalar(select(func.count()).select_from(model)) or 0


async def log_in(client: AsyncClient, shop: int) -> dict[str, str]:
    """The header of somebody who works for another shop."""
    form = {"username": str(shop), "password": "stock"}
    token = (await client.post("/auth/token", data=form)).json()["access_token"]
    return {"Authorization": f"Bearer {token}"}


async def test_a_retry_gets_the_answer_again(client: AsyncClient) -> None:
    """With its headers, whichever of the two paths it uses."""
    header = keyed()
    first = await client.post("/products/", json=PRODUCT, headers=header)
    assert (first.status_code, is_replayed(first)) == (201, False)
    assert first.headers["Location"] == f"/products/{first.json()['id']}"
    await client.patch(first.headers["Location"], json={"title": "changed"})
    for path in ("/products/", "/products"):
        again = await client.post(path, json=PRODUCT, headers=header)
        assert answer_of(again) == answer_of(first)
        assert is_replayed(again)
    assert await number_of(Product) == 3


async def test_an_action_is_done_once(client: AsyncClient) -> None:
    """Its version is that of then."""
    header = keyed()
    first = await client.post("/products/1/reserve", json={"number": 5}, headers=header)
    again = await client.post("/products/1/reserve", json={"number": 5}, headers=header)
    assert first.json() == {"available": 95}
    assert answer_of(again) == answer_of(first)
    assert first.headers["ETag"] == '"2"'
    assert (await client.get("/products/1")).json()["available"] == 95


async def test_fifty_requests_at_once_are_done_once(client: AsyncClient) -> None:
    """All of them wait for the first one, and are answered alike."""
    for path, body in (("/products/", PRODUCT), ("/products/1/reserve", {"number": 1})):
        header = keyed()
        answers = await asyncio.gather(
            *(client.post(path, json=body, headers=header) for _ in range(50))
        )
        assert {str(answer_of(each)) for each in answers} == {
            str(answer_of(answers[0]))
        }
        assert sorted(map(is_replayed, answers)) == [False] + [True] * 49
    assert await number_of(Product) == 3
    assert (await client.get("/products/1")).json()["available"] == 99


async def test_a_bulk_is_done_once(client: AsyncClient) -> None:
    """The second row that it would make has a key that is taken."""
    header = keyed()
    operations = [
        {"op": "create", "values": PRODUCT},
        {"op": "update", "pk": 1, "values": {"title": "C"}},
    ]
    first, again = [
        await client.post(
            "/products/bulk", json={"operations": operations}, headers=header
        )
        for _ in range(2)
    ]
    assert (first.status_code, is_replayed(again)) == (200, True)
    assert answer_of(again) == answer_of(first)
    assert await number_of(Product) == 3


async def test_another_body_is_refused(client: AsyncClient) -> None:
    """A key belongs to one request."""
    header = keyed()
    await client.post("/products/", json=PRODUCT, headers=header)
    other = await client.post(
        "/products/", json={**PRODUCT, "sku": "c"}, headers=header
    )
    assert (other.status_code, other.json()["code"]) == (422, "idempotency-key")
    assert other.json()["detail"][0]["loc"] == ["header", "Idempotency-Key"]
    assert await number_of(Product) == 3


async def test_a_key_is_that_of_a_user_and_of_a_path(client: AsyncClient) -> None:
    """The same one of somebody else, or elsewhere, is another one."""
    header = keyed()
    first = await client.post("/products/", json=PRODUCT, headers=header)
    other = await log_in(client, 2)
    theirs = await client.post("/products/", json=PRODUCT, headers=header | other)
    assert (theirs.status_code, is_replayed(theirs)) == (201, False)
    assert theirs.json()["id"] != first.json()["id"]
    # Not even the body of the other one is told.
    hidden = await client.post(
        "/products/", json={**PRODUCT, "sku": "x"}, headers=keyed("k") | other
    )
    mine = await client.post("/products/", json=PRODUCT, headers=keyed("k"))
    assert (hidden.status_code, mine.status_code) == (201, 409)
    # The row of another shop is not there, whoever has used the key before.
    for headers, status in ((header, 200), (header | other, 404)):
        reserved = await client.post(
            "/products/1/reserve", json={"number": 1}, headers=headers
        )
        assert reserved.status_code == status
    label = await client.post("/labels/", json={"text": "L"}, headers=header)
    assert (label.status_code, is_replayed(label)) == (201, False)


@pytest.mark.parametrize(
    ("body", "status"),
    [({**PRODUCT, "sku": "a"}, 409), ({**PRODUCT, "available": -1}, 422)],
)
async def test_a_failure_is_not_kept(
    client: AsyncClient, body: dict[str, Any], status: int
) -> None:
    """The same key may succeed later, with another body, too."""
    header = keyed()
    failed = await client.post("/products/", json=body, headers=header)
    assert failed.status_code == status
    assert await number_of(IdempotencyKey) == 0
    done = await client.post("/products/", json=PRODUCT, headers=header)
    assert (done.status_code, is_replayed(done)) == (201, False)


async def test_an_old_answer_is_forgotten(client: AsyncClient) -> None:
    """After the `ttl`, the key is a new one."""
    header = keyed()

    async def send() -> Response:
        return await client.post("/labels/", json={"text": "L"}, headers=header)

    first = await send()
    async with database.session() as session:
        age = "UPDATE idempotency_keys SET created_at = now() - interval '1 day 1 s'"
        await session.execute(text(age))
        await session.commit()
    second, third = await send(), await send()
    assert first.json() != second.json() == third.json()
    assert [*map(is_replayed, (first, second, third))] == [False, False, True]
    assert await number_of(IdempotencyKey) == 1


async def test_keys_have_a_length(client: AsyncClient) -> None:
    """From 1 to 255."""
    for key, status in (("x" * 255, 201), ("x" * 256, 422), ("", 422)):
        header = {"Idempotency-Key": key}
        answer = await client.post("/labels/", json={"text": "L"}, headers=header)
        assert answer.status_code == status, key


async def test_without_a_key_each_request_is_done(client: AsyncClient) -> None:
    """As before."""
    for _ in range(2):
        assert (await client.post("/labels/", json={"text": "L"})).status_code == 201
    assert await number_of(IdempotencyKey) == 0
