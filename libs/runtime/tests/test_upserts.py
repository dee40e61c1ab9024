"""An upsert creates a row, or changes the one with its unique key."""

import pytest
from fastapi import HTTPException
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from rowhouse_testing import Sessions
from sqlalchemy import false, select

from rowhouse_runtime.upserts import check_path, upsert_row

from .family import Club
from .models import Owner

pytestmark = pytest.mark.anyio


class Body(BaseModel):
    """A request."""

    name: str = Field(alias="fullName")


def test_path_and_body_have_one_key() -> None:
    body = Body(fullName="ada")
    check_path(body, name="ada")
    with pytest.raises(RequestValidationError) as caught:
        check_path(body, name="Ada")
    (error,) = caught.value.errors()
    assert (error["type"], error["loc"]) == ("other_key", ("body", "fullName"))


async def test_creates_a_row_then_meets_it(sessions: Sessions) -> None:
    async with sessions() as db:
        made, is_new = await upsert_row(
            db, Owner(name="ada"), key=["name"], fields=["name"]
        )
        assert (made.name, is_new) == ("ada", True)
        met, is_new = await upsert_row(
            db, Owner(name="ada"), key=["name"], fields=["name"]
        )
        assert (met.id, is_new) == (made.id, False)
        assert len((await db.scalars(select(Owner))).all()) == 1


async def test_a_row_that_may_not_be_changed_is_a_conflict(sessions: Sessions) -> None:
    async with sessions() as db:
        await upsert_row(db, Owner(name="ada"), key=["name"], fields=["name"])
        with pytest.raises(HTTPException) as caught:
            await upsert_row(
                db,
                Owner(name="ada"),
                key=["name"],
                fields=["name"],
                changeable=[false()],
            )
    assert caught.value.status_code == 409
    assert caught.value.detail == "A row with this name exists already"


async def test_a_model_may_load_a_collection_by_a_join(sessions: Sessions) -> None:
    async with sessions() as db:
        for is_first in (True, False):
            met, is_new = await upsert_row(db, Club(id=7), key=["id"], fields=["id"])
            assert (met.id, is_new) == (7, is_first)
