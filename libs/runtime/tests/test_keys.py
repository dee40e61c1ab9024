"""What is read as a key in a path."""

from datetime import date, datetime
from uuid import UUID

import pytest
from fastapi import APIRouter

from rowhouse_runtime.schemas import DateKey, DateTimeKey, IntKey, StrKey, UuidKey

from .api import app_of, client_of

pytestmark = pytest.mark.anyio

router = APIRouter()


@router.get("/numbers/{pk}")
async def get_number(pk: IntKey) -> int:
    """Returns an integer key as it is read."""
    return pk


@router.get("/uuids/{pk}")
async def get_uuid(pk: UuidKey) -> UUID:
    """Returns a UUID key as it is read."""
    return pk


@router.get("/texts/{pk}")
async def get_text(pk: StrKey) -> str:
    """Returns a text key as it is read."""
    return pk


@router.get("/days/{pk}")
async def get_day(pk: DateKey) -> date:
    """Returns a date key as it is read."""
    return pk


@router.get("/moments/{pk}")
async def get_moment(pk: DateTimeKey) -> datetime:
    """Returns a datetime key as it is read."""
    return pk


@pytest.mark.parametrize("text", ["01", "+1", "1.0", "a"])
async def test_an_integer_is_written_in_one_way(text: str) -> None:
    async with client_of(app_of(router)) as client:
        answer = await client.get(f"/numbers/{text}")
    assert answer.status_code == 422
    [error] = answer.json()["detail"]
    assert error["msg"] == (
        "Input should be a valid integer, unable to parse string as an integer"
    )


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/texts/a", 200),
        ("/texts/%00", 422),
        ("/days/1999-12-31", 200),
        ("/days/1999-12-32", 422),
        ("/moments/1999-12-31T12:00:00Z", 200),
        ("/moments/0001-01-01T00:00:00+01:00", 200),
    ],
)
async def test_what_no_column_can_store_is_no_key(path: str, status: int) -> None:
    async with client_of(app_of(router)) as client:
        answer = await client.get(path)
    assert answer.status_code == status
    if status == 200:
        assert answer.json() == path.rpartition("/")[2]
