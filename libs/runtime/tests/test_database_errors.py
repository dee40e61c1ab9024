"""Errors of a real database become the answers that say what to do about them."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest
from httpx2 import AsyncClient, Response
from sqlalchemy import insert
from sqlalchemy.ext.asyncio import AsyncSession

from rowhouse_runtime.testing import Rows, Sessions

from .api import app_of, client_of, router, router_of
from .models import Item, Owner

pytestmark = pytest.mark.anyio


@pytest.fixture
async def client(sessions: Sessions) -> AsyncGenerator[AsyncClient]:
    """A client of the hand-written API."""
    async with client_of(app_of(router, sessions=sessions)) as client:
        yield client


@pytest.fixture
async def valid(rows: Rows) -> dict[str, Any]:
    """The columns of an item that can be inserted."""
    owner = await rows.create(Owner)
    return {
        "owner_id": owner.id,
        "position": 1,
        "slug": "a",
        "level": "low",
        "tags": [],
    }


async def create(client: AsyncClient, values: dict[str, Any]) -> Response:
    return await client.post("/items/", json={"values": values})


async def test_valid(client: AsyncClient, valid: dict[str, Any]) -> None:
    response = await create(client, valid)
    assert response.status_code == 201
    assert response.headers["Location"] == f"/items/{response.json()}"
    assert (await client.get(response.headers["Location"])).json() == "a"


@pytest.mark.parametrize(
    ("changes", "detail"),
    [
        ({"position": 2}, "A row with this slug exists already"),
        ({"slug": "b"}, "A row with this owner_id and position exists already"),
        ({"slug": "b", "owner_id": -1}, "No row has this owner_id"),
        ({"slug": "b", "position": 2, "parent_id": -1}, "No row has this parent_id"),
    ],
)
async def test_conflicts_name_the_columns(
    client: AsyncClient,
    valid: dict[str, Any],
    changes: dict[str, Any],
    detail: str,
) -> None:
    await create(client, valid)
    response = await create(client, {**valid, **changes})
    assert response.status_code == 409
    assert response.json() == {"detail": detail}


async def test_row_that_is_referred_to(
    client: AsyncClient, valid: dict[str, Any]
) -> None:
    await create(client, valid)
    response = await client.delete(f"/owners/{valid['owner_id']}")
    assert response.status_code == 409
    assert response.json() == {"detail": "Other rows still refer to this one"}


async def test_key_that_the_column_cannot_hold(client: AsyncClient) -> None:
    response = await client.delete(f"/owners/{10**14}")
    assert response.status_code == 422
    (error,) = response.json()["detail"]
    assert error["loc"] == ["path", "pk"]
    assert error["type"] == "value_error"


@pytest.mark.parametrize(
    ("changes", "loc", "kind"),
    [
        ({"position": None}, ["body", "position"], "missing"),
        ({"position": -1}, ["body"], "check_violation"),
        ({"slug": "too long a slug"}, ["body"], "value_error"),
        ({"slug": "a\x00"}, ["body"], "value_error"),
        ({"slug": "\ud800"}, ["body"], "value_error"),
        ({"slug": 1}, ["body"], "value_error"),
        ({"position": 2**31}, ["body"], "value_error"),
        ({"position": 2**64}, ["body"], "value_error"),
        ({"position": "x"}, ["body"], "value_error"),
        ({"level": "none"}, ["body"], "value_error"),
    ],
)
async def test_values_that_cannot_be_stored(
    sessions: Sessions,
    valid: dict[str, Any],
    changes: dict[str, Any],
    loc: list[str],
    kind: str,
) -> None:
    async def insert_item(db: AsyncSession) -> None:
        await db.execute(insert(Item), {**valid, **changes})

    app = app_of(router_of(insert_item), sessions=sessions)
    async with client_of(app) as client:
        response = await client.post("/work")
    assert response.status_code == 422
    (error,) = response.json()["detail"]
    assert error["loc"] == loc
    assert error["type"] == kind
    assert "insert" not in response.text.lower()
