"""A row, or the 404 that says there is none."""

import pytest
from fastapi import HTTPException
from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from rowhouse_runtime.queries import assert_rowcount, get_object_from_query_or_404

from .models import Thing

pytestmark = pytest.mark.anyio


async def test_first_object(db: AsyncSession) -> None:
    await db.execute(insert(Thing), [{"number": 1}, {"number": 2}])
    statement = select(Thing).where(Thing.number == bindparam("pk"))
    found = await get_object_from_query_or_404(db, statement, parameters={"pk": 2})
    assert found.number == 2
    removal = delete(Thing).where(Thing.number == 2).returning(Thing.id)
    assert await get_object_from_query_or_404(db, removal) == found.id


async def test_nothing_is_404(db: AsyncSession) -> None:
    with pytest.raises(HTTPException) as error:
        await get_object_from_query_or_404(db, select(Thing))
    assert (error.value.status_code, error.value.detail) == (404, "Not found")
    with pytest.raises(HTTPException, match="No thing"):
        await get_object_from_query_or_404(db, select(Thing), "No thing")


async def test_rowcount(db: AsyncSession) -> None:
    await db.execute(insert(Thing), [{"number": 1}, {"number": 2}])
    assert_rowcount(await db.execute(update(Thing).values(small=1)), 2)
    one = await db.execute(delete(Thing).where(Thing.number == 1))
    assert_rowcount(one)
    none = await db.execute(delete(Thing).where(Thing.number == 1))
    with pytest.raises(HTTPException) as error:
        assert_rowcount(none)
    assert (error.value.status_code, error.value.detail) == (404, "Not found")
    with pytest.raises(HTTPException) as error:
        assert_rowcount(none, expected=1, status_code=410, detail="Gone")
    assert (error.value.status_code, error.value.detail) == (410, "Gone")
