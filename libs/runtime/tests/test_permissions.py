"""What a user may do with a row that is visible."""

from typing import Any

import pytest
from fastapi import HTTPException
from sqlalchemy import false, null, select, true, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from rowhouse_runtime.access import differs, has_role, rows_if, same
from rowhouse_runtime.actions import run_action
from rowhouse_runtime.permissions import check_row, forbid_unless
from rowhouse_runtime.queries import get_object_from_query_or_404, lock_for_update
from rowhouse_runtime.rows import refresh_row
from rowhouse_runtime.schemas import ResponseModel

from .models import Dog, Thing
from .statements import statements_of

pytestmark = pytest.mark.anyio


class ThingResource(ResponseModel):
    """What is shown of a thing."""

    small: int | None


async def thing(db: AsyncSession, number: int | None) -> Thing:
    """A stored thing."""
    made = Thing(number=0, small=number)
    db.add(made)
    await db.flush()
    return made


@pytest.mark.parametrize("number", [1, 2, None])
async def test_comparisons_with_a_value_of_the_user(
    db: AsyncSession, number: int | None
) -> None:
    await thing(db, number)
    for value in (1, None):
        found = await db.scalar(select(Thing).where(same(Thing.small, value)))
        other = await db.scalar(select(Thing).where(differs(Thing.small, value)))
        assert (found is not None) == (value == number == 1)
        # NULL is another value; None is none, so nothing is another either.
        assert (other is not None) == (value == 1 and number != 1)


def test_roles() -> None:
    assert has_role(["reader", "admin"], "admin")
    assert has_role("admin", "admin")
    for roles in (["administrator"], "administrator", [], "", None):
        assert not has_role(roles, "admin")
    assert str(rows_if(True)) == str(true())
    assert str(rows_if(False)) == str(false())
    forbid_unless(True)
    with pytest.raises(HTTPException) as error:
        forbid_unless(False)
    assert (error.value.status_code, error.value.detail) == (403, "Not allowed")


async def test_row_that_may_not_be_used(db: AsyncSession) -> None:
    made = await thing(db, 1)
    statement = select(Thing).where(Thing.id == made.id)
    for found in (statement, lock_for_update(statement)):
        may = Thing.small == 1
        assert await get_object_from_query_or_404(db, found, may=may) is made
        for refused in (Thing.small == 2, false(), Thing.small == null()):
            with pytest.raises(HTTPException) as error:
                await get_object_from_query_or_404(db, found, may=refused)
            assert error.value.status_code == 403
        hidden = found.where(false())
        with pytest.raises(HTTPException) as error:
            await get_object_from_query_or_404(db, hidden, may=true())
        assert error.value.status_code == 404


async def test_what_a_row_has_become(db: AsyncSession) -> None:
    made = await thing(db, 1)
    made.small = 2
    await db.flush()
    may, not_any_more = Thing.small == 2, Thing.small == 1
    await refresh_row(db, made, ThingResource, may=may)
    await check_row(db, made, may)
    assert await run_action(db, {"done": True}, row=made, may=may) == {"done": True}
    for check in (
        refresh_row(db, made, ThingResource, may=not_any_more),
        check_row(db, made, not_any_more),
        run_action(db, {"done": True}, row=made, may=not_any_more),
    ):
        with pytest.raises(HTTPException) as error:
            await check
        assert error.value.status_code == 403


async def test_a_rule_is_asked_about_the_row_alone(db: AsyncSession) -> None:
    rex, ben = Dog(name="Rex"), Dog(name="Ben")
    db.add_all([rex, ben, Thing(number=0, text="Rex")])
    await db.flush()
    is_named = select(Thing).where(Thing.text == Dog.name).exists()
    for may in (Dog.name == "Rex", is_named):
        await check_row(db, rex, may)
        with pytest.raises(HTTPException, match="Not allowed"):
            await check_row(db, ben, may)


async def test_a_rule_may_be_a_column_that_is_not_true(db: AsyncSession) -> None:
    made = Thing(number=0, flag=False)
    db.add(made)
    await db.flush()
    found = select(Thing).where(Thing.id == made.id)
    flag: Any = Thing.flag
    for may, is_allowed in ((~flag, True), (flag, False)):
        for check in (
            get_object_from_query_or_404(db, found, may=may),
            refresh_row(db, made, ThingResource, may=may),
            check_row(db, made, may),
        ):
            if is_allowed:
                await check
            else:
                with pytest.raises(HTTPException, match="Not allowed"):
                    await check


async def test_what_is_read_back_is_what_is_stored(db: AsyncSession) -> None:
    made = await thing(db, 1)
    table = Thing.__table__
    await db.execute(table.update().values(small=3))  # type: ignore[attr-defined]
    await refresh_row(db, made, ThingResource, may=Thing.small == 3)
    assert made.small == 3


async def test_a_row_that_is_not_stored_is_a_conflict(db: AsyncSession) -> None:
    made = await thing(db, 1)
    table = Thing.__table__
    await db.execute(table.delete())  # type: ignore[attr-defined]
    with pytest.raises(HTTPException) as refused:
        await refresh_row(db, made, ThingResource, may=true())
    assert refused.value.status_code == 409


async def test_a_row_is_read_back_by_one_statement(
    db: AsyncSession, connection: AsyncConnection
) -> None:
    made = await thing(db, 1)
    with statements_of(connection) as statements:
        await refresh_row(db, made, ThingResource)
        await refresh_row(db, made, ThingResource, may=true())
    assert [each.split()[0] for each in statements] == ["SELECT", "SELECT"]


async def test_an_action_that_deletes_its_row(db: AsyncSession) -> None:
    made = await thing(db, 1)
    await db.delete(made)
    assert await run_action(db, None, row=made, may=false()) is None


@pytest.mark.parametrize("is_expired", [False, True])
async def test_an_action_that_removes_its_row_from_the_session(
    db: AsyncSession, is_expired: bool
) -> None:
    made = await thing(db, 1)
    if is_expired:
        db.expire(made)
    db.expunge(made)
    await db.execute(update(Thing).values(small=2))
    with pytest.raises(HTTPException) as error:
        await run_action(db, None, row=made, may=Thing.small == 1)
    assert error.value.status_code == 403
    await run_action(db, None, row=made, may=Thing.small == 2)
