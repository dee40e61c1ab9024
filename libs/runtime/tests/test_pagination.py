"""Paging by limit, as the specification's table says."""

import pytest
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncSession

from rowhouse_runtime.pagination import apply_keyset_pagination, apply_offset_pagination

from .models import Thing

pytestmark = pytest.mark.anyio


@pytest.fixture
async def ten(db: AsyncSession) -> AsyncSession:
    """Ten things, numbered from 0."""
    await db.execute(insert(Thing), [{"number": number} for number in range(10)])
    return db


async def numbers(
    db: AsyncSession, cursor: int | None, size: int, most: int
) -> list[int]:
    statement, effective = apply_keyset_pagination(
        select(Thing).order_by(Thing.number),
        Thing,
        cursor,
        "number",
        size,
        most,
    )
    assert effective == min(size, most)
    return [thing.number for thing in await db.scalars(statement)]


async def test_keyset_fetches_one_row_more(ten: AsyncSession) -> None:
    assert await numbers(ten, None, 3, 100) == [0, 1, 2, 3]
    assert await numbers(ten, 2, 3, 100) == [3, 4, 5, 6]
    assert await numbers(ten, 9, 3, 100) == []


async def test_keyset_clamps_the_page_size(ten: AsyncSession) -> None:
    assert await numbers(ten, None, 50, 2) == [0, 1, 2]


async def test_offset_counts_what_is_filtered(ten: AsyncSession) -> None:
    statement = select(Thing).where(Thing.number > 3).order_by(Thing.number)
    page, count, limit = apply_offset_pagination(statement, 1, 50, 2)
    assert [thing.number for thing in await ten.scalars(page)] == [5, 6]
    assert await ten.scalar(count) == 6
    assert "ORDER BY" not in str(count)
    assert limit == 2


async def test_offset_beyond_the_end(ten: AsyncSession) -> None:
    page, count, limit = apply_offset_pagination(select(Thing), 2**62, 5, 100)
    assert (await ten.scalars(page)).all() == []
    assert await ten.scalar(count) == 10
    assert limit == 5
