# ruff: noqa: S101
"""Requests of the tests."""

from typing import Any

from httpx2 import AsyncClient

Header = dict[str, str]


async def user(client: AsyncClient, name: str) -> Header:
    """The header of somebody of a firm."""
    form = {"username": name, "password": "tickets"}
    token = (await client.post("/auth/token", data=form)).json()["access_token"]
    return {"Authorization": f"Bearer {token}"}


async def create(
    client: AsyncClient, header: Header, path: str, **body: object
) -> dict[str, Any]:
    """A new row."""
    made = await client.post(f"/{path}/", json=body, headers=header)
    assert made.status_code == 201, made.text
    row: dict[str, Any] = made.json()
    return row
