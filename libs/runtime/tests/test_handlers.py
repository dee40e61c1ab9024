"""What holds of rows that hooks and handlers of the project have had."""

import pytest
from fastapi import HTTPException
from rowhouse_testing import Rows
from sqlalchemy import delete, false, inspect, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from rowhouse_runtime.actions import run_action
from rowhouse_runtime.handlers import StampError, check_stamped, former_values
from rowhouse_runtime.references import check_references

from .family import Branch
from .models import Item, Owner
from .statements import statements_of

pytestmark = pytest.mark.anyio


async def found(db: AsyncSession, rows: Rows) -> Item:
    """A row as a route gives it to its handler."""
    row = await rows.create(Item)
    item = await db.get(Item, row.id)
    assert item is not None
    return item


async def test_what_says_whose_a_row_is_stays(db: AsyncSession, rows: Rows) -> None:
    item = await found(db, rows)
    former = await former_values(db, item, "position")
    assert former.keys() == {"owner_id", "parent_id", "position"}
    item.slug = "other"
    await db.flush()
    await check_stamped(db, item, former, "position")
    item.position += 1
    with pytest.raises(StampError, match="A hook or a handler set position"):
        await check_stamped(db, item, former, "position")


async def test_what_is_not_loaded_is_read(db: AsyncSession, rows: Rows) -> None:
    item = await found(db, rows)
    loaded = await former_values(db, item, "position")
    db.expire(item)
    assert await former_values(db, item, "position") == loaded


@pytest.mark.parametrize("forgets", [False, True])
async def test_a_flush_hides_nothing(
    db: AsyncSession, rows: Rows, *, forgets: bool
) -> None:
    item = await found(db, rows)
    former = await former_values(db, item, "position")
    item.position += 1
    await db.flush()
    if forgets:
        db.expire(item)
    with pytest.raises(StampError):
        await check_stamped(db, item, former, "position")


async def test_a_new_row_is_its_users(db: AsyncSession) -> None:
    item = Item(position=1)
    await check_stamped(db, item, {"position": 1})
    for stamp in ({"position": 2}, {"owner_id": 1}):
        with pytest.raises(StampError):
            await check_stamped(db, item, stamp)


async def test_flushed_references_are_seen(
    db: AsyncSession, connection: AsyncConnection, rows: Rows
) -> None:
    item = await found(db, rows)
    seen, hidden = await rows.create(Owner), await rows.create(Owner)
    visible = {Owner: lambda: Owner.id == seen.id}
    former = await former_values(db, item)
    # What the row referred to before is nobody's to refuse.
    await check_references(db, item, visible, former=former)
    for owner in (seen, hidden):
        item.owner_id = owner.id
        await db.flush()
        if owner is seen:
            with statements_of(connection) as statements:
                await check_references(db, item, visible, former=former)
            # What the database has, and whether that is visible.
            assert len(statements) == 2
    with pytest.raises(HTTPException, match="No row has this owner_id"):
        await check_references(db, item, visible, former=former)


WAYS = ["set", "flush", "sql", "remove", "expire and remove"]


@pytest.mark.parametrize("way", WAYS)
async def test_what_an_action_makes_its_row_refer_to_is_seen(
    db: AsyncSession, rows: Rows, way: str
) -> None:
    item = await found(db, rows)
    seen, hidden = await rows.create(Owner), await rows.create(Owner)
    visible = {Owner: lambda: Owner.id == seen.id}
    former = await former_values(db, item)

    async def refer(owner: Owner) -> None:
        db.add(item)
        if way == "sql":
            statement = update(Item).where(Item.id == item.id)
            unknown = {"synchronize_session": False}
            await db.execute(
                statement.values(owner_id=owner.id), execution_options=unknown
            )
            return
        item.owner_id = owner.id
        if way != "set":
            await db.flush()
        if way.startswith("expire"):
            db.expire(item)
        if way.endswith("remove"):
            db.expunge(item)

    # What the row referred to before is nobody's to refuse.
    await run_action(db, None, row=item, former=former, visible=visible)
    await run_action(db, refer(seen), row=item, former=former, visible=visible)
    with pytest.raises(HTTPException, match="No row has this owner_id"):
        await run_action(db, refer(hidden), row=item, former=former, visible=visible)


async def test_a_new_row_refers_to_what_is_seen(db: AsyncSession, rows: Rows) -> None:
    item = await found(db, rows)
    visible = {Owner: lambda: Owner.id != item.owner_id}
    with pytest.raises(HTTPException):
        await check_references(db, item, visible, former={})


async def test_what_stays_is_not_asked_for(db: AsyncSession, rows: Rows) -> None:
    item = await found(db, rows)
    item.slug = "other"
    await check_references(db, item, {Owner: false})


async def test_only_what_is_not_loaded_is_read(db: AsyncSession, rows: Rows) -> None:
    item = await found(db, rows)
    former = await former_values(db, item)
    item.slug = "other"
    db.expire(item, ["owner_id", "touched_at"])
    await check_references(db, item, {Owner: false}, former=former)
    assert item.slug == "other"
    assert inspect(item).unloaded >= {"touched_at"}


async def test_a_deleted_row_refers_to_nothing(db: AsyncSession, rows: Rows) -> None:
    item = await found(db, rows)
    former = await former_values(db, item)
    unknown = {"synchronize_session": False}
    await db.execute(delete(Item), execution_options=unknown)
    item.owner_id += 1
    await check_references(db, item, {Owner: false}, former=former)


@pytest.fixture
async def tree(db: AsyncSession) -> tuple[Branch, Branch, Branch]:
    """A branch as a route gives it to its handler, a visible one and a hidden one."""
    db.add_all([Branch(id=number) for number in (1, 2, 3)])
    await db.commit()
    branch, seen, hidden = [await db.get_one(Branch, each) for each in (1, 2, 3)]
    # All that a relationship needs of a row may still be to be read.
    db.expire(hidden)
    return branch, seen, hidden


SEEN = {Branch: lambda: Branch.id <= 2}


@pytest.mark.parametrize("is_new", [False, True])
async def test_relationships_are_references(
    db: AsyncSession, tree: tuple[Branch, Branch, Branch], *, is_new: bool
) -> None:
    branch, seen, hidden = tree
    former: dict[str, object] = {} if is_new else await former_values(db, branch)

    async def refer(parent: Branch | None) -> None:
        row = Branch(parent=parent) if is_new else branch
        row.parent = parent
        db.add(row)
        await check_references(db, row, SEEN, former=former)

    for parent in (seen, None, Branch()):
        await refer(parent)
    with pytest.raises(HTTPException, match="No row has this parent_id"):
        await refer(hidden)


async def test_a_row_that_is_loaded_is_not_read_again(
    db: AsyncSession,
    connection: AsyncConnection,
    tree: tuple[Branch, Branch, Branch],
) -> None:
    branch, seen, _ = tree
    branch.parent = seen
    with statements_of(connection) as statements:
        await check_references(db, branch, SEEN)
    assert len(statements) == 1


async def test_of_a_row_that_is_referred_to_the_key_is_read(
    db: AsyncSession, tree: tuple[Branch, Branch, Branch]
) -> None:
    branch, seen, _ = tree
    seen.leaves_ = {"green": 1}
    db.expire(seen, ["id"])
    branch.parent = seen
    await check_references(db, branch, SEEN)
    assert seen.leaves_ == {"green": 1}


async def test_what_a_relationship_overwrites_is_no_reference(
    db: AsyncSession, tree: tuple[Branch, Branch, Branch]
) -> None:
    branch, seen, hidden = tree
    former = await former_values(db, branch)
    branch.parent_id, branch.parent = 3, seen
    await check_references(db, branch, SEEN, former=former)
    branch.parent_id, branch.parent = 2, hidden
    with pytest.raises(HTTPException):
        await check_references(db, branch, SEEN)


async def test_a_row_that_is_not_loaded_may_refer_to_itself(
    db: AsyncSession, tree: tuple[Branch, Branch, Branch]
) -> None:
    branch, _, _ = tree
    former = await former_values(db, branch)
    branch.parent_id = branch.id
    await db.flush()
    db.expire(branch)
    await check_references(db, branch, {Branch: false}, former=former)


async def test_an_action_refers_by_relationships(
    db: AsyncSession, tree: tuple[Branch, Branch, Branch]
) -> None:
    branch, _, hidden = tree
    former = await former_values(db, branch)
    branch.parent = hidden
    with pytest.raises(HTTPException, match="No row has this parent_id"):
        await run_action(db, None, row=branch, former=former, visible=SEEN)
