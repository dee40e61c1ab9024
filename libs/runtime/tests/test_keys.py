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


@pytest.mark.parametrize("digits", [20, 1000, 1001, 5000])
async def test_an_integer_of_any_length_is_a_key_that_no_column_holds(
    digits: int,
) -> None:
    async with client_of(app_of(router)) as client:
        answer = await client.get(f"/numbers/{'9' * digits}")
    assert answer.status_code == 200
    assert answer.json() > 2**63


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
    ("text", "status"),
    [
        ("0b0e3a52-7d6f-4f0c-9b1e-3f1d2c4b5a69", 200),
        ("0b0e3a52-7d6f-4f0c-9b1e-3f1d2c4b5a690", 404),
        ("0B" * 500, 404),
        ("0b0e3a52-7d6f-4f0c-9b1e-3f1d2c4b5a6", 422),
        ("0b0e3a52-7d6f-4f0c-9b1e-3f1d2c4b5a69x", 422),
    ],
)
async def test_more_digits_than_a_uuid_has_are_the_key_of_no_row(
    text: str, status: int
) -> None:
    async with client_of(app_of(router)) as client:
        answer = await client.get(f"/uuids/{text}")
    assert answer.status_code == status
    if status == 404:
        assert answer.json() == {"detail": "Not found"}


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/texts/a", 200),
        ("/texts/%00", 422),
        ("/days/1999-12-31", 200),
        ("/days/1999-12-32", 422),
        ("/moments/1999-12-31T12:00:00Z", 200),
        ("/moments/0001-01-01T00:00:00+01:00", 422),
    ],
)
async def test_what_no_column_can_store_is_no_key(path: str, status: int) -> None:
    async with client_of(app_of(router)) as client:
        answer = await client.get(path)
    assert answer.status_code == status
    if status == 200:
        assert answer.json() == path.rpartition("/")[2]
