"""Actions: sync or async, committed, and fully loaded."""

import datetime

import pytest
from pydantic_core import PydanticSerializationError
from rowhouse_testing import Rows, Sessions
from starlette.responses import PlainTextResponse

from rowhouse_runtime.actions import run_action
from rowhouse_runtime.schemas import ResponseModel

from .models import Item


class ItemTouched(ResponseModel):
    """When an item was changed."""

    touched_at: datetime.datetime | None


pytestmark = pytest.mark.anyio


async def test_results_of_both_sorts(sessions: Sessions) -> None:
    async def slow() -> int:
        return 1

    async with sessions() as db:
        assert await run_action(db, slow()) == 1
        assert await run_action(db, {"a": 2}) == {"a": 2}
        assert await run_action(db, {"a": iter((3, 4))}) == {"a": [3, 4]}
        await run_action(db, None)
        plain = await run_action(db, {"touched_at": None}, ItemTouched)
        assert plain == ItemTouched(touched_at=None)
        answer = PlainTextResponse("done")
        assert await run_action(db, answer) is answer


async def test_changes_are_committed_and_loaded(sessions: Sessions, rows: Rows) -> None:
    key = (await rows.create(Item)).id

    async def rename(item: Item) -> Item:
        item.slug = "renamed"
        return item

    async with sessions() as db:
        item = await db.get_one(Item, key)
        assert item.touched_at is None
        renamed = await run_action(db, rename(item), ItemTouched)
        # The database computed it.
        assert renamed.touched_at is not None
    async with sessions() as db:
        assert (await db.get_one(Item, key)).slug == "renamed"


async def test_a_result_that_no_answer_can_hold_changes_nothing(
    sessions: Sessions, rows: Rows
) -> None:
    item = await rows.create(Item)

    async def rename(item: Item) -> object:
        item.slug = "renamed"
        return object()

    async def halve(item: Item) -> object:
        item.slug = "renamed"
        return "\ud800"

    for act in (rename, halve):
        async with sessions() as db:
            found = await db.get_one(Item, item.id)
            with pytest.raises(PydanticSerializationError):
                await run_action(db, act(found))
    async with sessions() as db:
        assert (await db.get_one(Item, item.id)).slug == item.slug
