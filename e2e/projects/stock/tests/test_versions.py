# ruff: noqa: S101
"""Tests of versions over HTTP, with clients of two shops that write at once."""

import asyncio

import pytest
from httpx2 import AsyncClient, Response

from stock.models import Product
from stock_api.db.session import database

pytestmark = pytest.mark.anyio


async def test_one_of_fifty_writers_of_one_version_succeeds(
    client: AsyncClient,
) -> None:
    """Fifty requests name one version; one of them changes the row."""
    for path, field, method in (
        ("/products/1", "title", "PATCH"),
        ("/labels/1", "text", "PATCH"),
        ("/products/1/reserve", "number", "POST"),
    ):
        version = 2 if field == "number" else 1

        bodies = [
            {field: number if field == "number" else str(number)}
            for number in range(1, 51)
        ]
        answers: list[Response] = await asyncio.gather(
            *(
                client.request(
                    method, path, json=body, headers={"If-Match": f'"{version}"'}
                )
                for body in bodies
            )
        )
        statuses = sorted(answer.status_code for answer in answers)
        assert statuses[0] in {200, 204}
        assert statuses[1:] == [412] * 49
        (done,) = [answer for answer in answers if answer.status_code < 300]
        assert done.headers["ETag"] == f'"{version + 1}"'


async def test_reads_and_writes_one_version(client: AsyncClient) -> None:
    """Tags follow a row from its creation to its end."""
    body = {"sku": "b", "title": "B", "available": 3, "shelf_id": None}
    created = await client.post("/products/", json=body)
    assert (created.status_code, created.headers["ETag"]) == (201, '"1"')
    url = created.headers["Location"]
    known = {"If-None-Match": '"1"'}
    assert (await client.get(url, headers=known)).status_code == 304
    changed = await client.patch(
        url, json={"title": "C"}, headers={"If-Match": '"7", "1"'}
    )
    assert (changed.status_code, changed.headers["ETag"]) == (200, '"2"')
    assert (await client.get(url, headers=known)).json()["title"] == "C"
    nothing = await client.patch(url, json={}, headers={"If-Match": "*"})
    assert (nothing.status_code, nothing.headers["ETag"]) == (200, '"2"')
    for wrong in ('"1"', 'W/"2"', "2", "", '"2'):
        for method, end, sent in (
            ("PATCH", "", {"title": "D"}),
            ("POST", "/reserve", {"number": 1}),
            ("DELETE", "", None),
        ):
            refused = await client.request(
                method, url + end, json=sent, headers={"If-Match": wrong}
            )
            assert refused.status_code == 412
            assert refused.json() == {
                "detail": "The row has another version: read it again",
                "code": "version",
                "fields": [],
            }
    reserved = await client.post(f"{url}/reserve", json={"number": 1})
    assert (reserved.json(), reserved.headers["ETag"]) == ({"available": 2}, '"3"')
    gone = await client.delete(url, headers={"If-Match": '"3"'})
    assert gone.status_code == 204


async def test_a_version_can_be_required(client: AsyncClient) -> None:
    """Requests without a version are refused."""
    for method, path, body in (
        ("PATCH", "/labels/1", {"text": "B"}),
        ("POST", "/labels/1/print", None),
        ("DELETE", "/labels/1", None),
    ):
        refused = await client.request(method, path, json=body)
        assert refused.status_code == 428
        assert refused.json()["code"] == "version-required"
    printed = await client.post("/labels/1/print", headers={"If-Match": '"1"'})
    assert (printed.status_code, printed.headers["ETag"]) == (200, '"2"')


async def test_nothing_is_said_of_the_version_of_a_hidden_row(
    client: AsyncClient,
) -> None:
    """A row of another shop is as good as none."""
    for header in ({}, {"If-Match": '"1"'}, {"If-Match": '"7"'}, {"If-Match": "*"}):
        for method, path, body in (
            ("PATCH", "/labels/2", {"text": "B"}),
            ("POST", "/labels/2/print", None),
            ("DELETE", "/labels/2", None),
            ("PATCH", "/products/2", {"title": "B"}),
        ):
            hidden = await client.request(method, path, json=body, headers=header)
            assert (hidden.status_code, hidden.json()["detail"]) == (404, "Not found")
            assert "ETag" not in hidden.headers
    known = {"If-None-Match": '"1"'}
    assert (await client.get("/products/2", headers=known)).status_code == 404


async def test_own_code_counts_versions_too(client: AsyncClient) -> None:
    """A session of the project counts as the API does."""
    async with database.session() as session:
        product = await session.get_one(Product, 1)
        product.title = "B"
        await session.commit()
        assert product.row_version == 2
    assert (await client.get("/products/1")).headers["ETag"] == '"2"'
