# ruff: noqa: S101
"""Tests of routes beside the generated ones."""

from httpx2 import AsyncClient

from .test_served import anyio_backend, client, pytestmark, user

__all__ = ["anyio_backend", "client", "pytestmark"]


async def test_own_routes_require_a_user(client: AsyncClient) -> None:
    """But for the router that says otherwise."""
    for path in ("/hours", "/tickets/urgent"):
        refused = await client.get(path)
        assert refused.status_code == 401
        assert refused.json()["code"] == "unauthenticated"
    header = await user(client, "1/7")
    assert (await client.get("/hours", headers=header)).json() == "9 to 5"
    assert (await client.get("/firms/count")).json() == 2


async def test_errors_of_own_routes_have_the_same_answers(client: AsyncClient) -> None:
    """A duplicate is a 409, and a wrong body a 422 with a code."""
    header = await user(client, "1/7")

    async def post(*devices: object) -> tuple[int, object]:
        answer = await client.post("/devices/import", json=devices, headers=header)
        return answer.status_code, answer.json()

    one = {"number": 1, "name": "Printer"}
    assert await post(one, {"number": 2, "name": "Scanner"}) == (200, 2)
    status, body = await post({"number": 3, "name": "Fax"}, one)
    assert status == 409
    assert isinstance(body, dict)
    assert (body["code"], body["fields"]) == ("unique", ["number"])
    missing = await client.get("/devices/3", headers=header)
    assert missing.status_code == 404
    status, body = await post({"number": "one", "name": "Printer"})
    assert status == 422
    assert isinstance(body, dict)
    assert (body["code"], body["fields"]) == ("validation", ["0.number"])
