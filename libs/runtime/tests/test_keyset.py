"""A walk through all pages equals the unpaged set, whatever the order."""

import uuid
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest
from fastapi.exceptions import RequestValidationError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rowhouse_testing import rolled_back
from sqlalchemy import delete, insert, select
from sqlalchemy.dialects import postgresql
from sqlalchemy.dialects.postgresql import MACADDR
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession
from sqlalchemy.orm import DeclarativeBase, Mapped, aliased, mapped_column

from rowhouse_runtime.cursors import encode_cursor, search_digest
from rowhouse_runtime.keyset import (
    KeysetOrder,
    KeysetPage,
    fetch_keyset_page,
    keyset_order,
)
from rowhouse_runtime.ordering import SortDirection
from rowhouse_runtime.queries import select_only
from rowhouse_runtime.schemas import ResponseModel

from .api import RUNTIME
from .clauses import Clause, sort, sorts
from .family import Desk, House, Window
from .models import Thing
from .things import VALUES, things

pytestmark = pytest.mark.anyio


class KeyItem(ResponseModel):
    """An item that hides all but the key."""

    room: int
    number: int


walks = settings(
    max_examples=120,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def ordered(clauses: Sequence[Clause] | None, cursor_field: str = "id") -> KeysetOrder:
    return keyset_order(
        Thing,
        clauses,
        default_field="number",
        cursor_field=cursor_field,
        key=["id"],
    )


async def walk(
    db: AsyncSession,
    order: KeysetOrder,
    size: int,
    between: Callable[[list[Thing]], Awaitable[None]] | None = None,
) -> list[Thing]:
    """Fetches page after page; `between` is called with what there is so far."""
    found: list[Thing] = []
    cursor: str | None = None
    while True:
        page = await fetch_keyset_page(
            db,
            select(Thing),
            order,
            cursor=cursor,
            page_size=size,
            max_page_size=5,
        )
        found.extend(page.rows)
        if page.next_cursor is None:
            return found
        assert len(page.rows) == min(size, 5)
        cursor = page.next_cursor
        if between is not None:
            await between(found)


async def insert_all(db: AsyncSession, rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        await db.execute(insert(Thing), list(rows))


@walks
@given(
    rows=things(),
    clauses=sorts(list(VALUES)),
    cursor_field=st.sampled_from(["id", *VALUES]),
    size=st.integers(1, 8),
)
async def test_walk_equals_the_unpaged_set(
    connection: AsyncConnection,
    rows: list[dict[str, Any]],
    clauses: list[Clause],
    cursor_field: str,
    size: int,
) -> None:
    order = ordered(clauses, cursor_field)
    async with rolled_back(RUNTIME, connection) as sessions, sessions() as db:
        await insert_all(db, rows)
        unpaged = (await db.scalars(select(Thing).order_by(*order.order_by()))).all()
        assert {thing.id for thing in unpaged} == {row["id"] for row in rows}
        assert [thing.id for thing in await walk(db, order, size)] == [
            thing.id for thing in unpaged
        ]


@walks
@given(
    rows=things(),
    newer=things(),
    clauses=sorts(list(VALUES)),
    choices=st.lists(st.integers(0, 100), min_size=20, max_size=20),
)
async def test_walk_while_rows_come_and_go(
    connection: AsyncConnection,
    rows: list[dict[str, Any]],
    newer: list[dict[str, Any]],
    clauses: list[Clause],
    choices: list[int],
) -> None:
    """Rows that stay are seen once; rows that come or go once at most."""
    order = ordered(clauses)
    deleted: set[uuid.UUID] = set()
    pending = list(newer)
    async with rolled_back(RUNTIME, connection) as sessions, sessions() as db:
        await insert_all(db, rows)

        async def change(seen: list[Thing]) -> None:
            choice = choices.pop() if choices else 0
            # The very row that the cursor was made from may go too.
            victim = seen[-1].id if choice % 2 else rows[choice % len(rows)]["id"]
            await db.execute(delete(Thing).where(Thing.id == victim))
            deleted.add(victim)
            if pending:
                await insert_all(db, [pending.pop()])

        found = [thing.id for thing in await walk(db, order, 2, change)]
    assert len(found) == len(set(found))
    stayed = {row["id"] for row in rows} - deleted
    assert stayed <= set(found)
    assert set(found) <= {row["id"] for row in [*rows, *newer]}


@settings(walks, max_examples=40)
@given(
    keys=st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1),
    notes=st.lists(st.sampled_from([None, "a", "b" * 3000]), min_size=16, max_size=16),
    clauses=sorts(["room", "number", "note"]),
    size=st.integers(1, 4),
    hides=st.booleans(),
)
async def test_walk_by_a_key_of_several_columns(
    connection: AsyncConnection,
    keys: set[tuple[int, int]],
    notes: list[str | None],
    clauses: list[Clause],
    size: int,
    hides: bool,
) -> None:
    order = keyset_order(
        Desk,
        clauses,
        default_field="room",
        cursor_field="room",
        key=["room", "number"],
    )
    async with rolled_back(RUNTIME, connection) as sessions, sessions() as db:
        made = zip(sorted(keys), notes, strict=False)
        db.add_all(Desk(room=a, number=b, note=note) for (a, b), note in made)
        await db.flush()
        unpaged = (await db.scalars(select(Desk).order_by(*order.order_by()))).all()
        found: list[Desk] = []
        cursor: str | None = None
        while True:
            page = await fetch_keyset_page(
                db,
                select(Desk),
                order,
                cursor=cursor,
                page_size=size,
                max_page_size=5,
                shown=KeyItem if hides else None,
            )
            found.extend(page.rows)
            if page.next_cursor is None:
                break
            cursor = page.next_cursor
    assert found == list(unpaged)


@settings(walks, max_examples=40)
@given(
    rows=things(),
    clauses=sorts(["twin", "small", "text"]),
    size=st.integers(1, 4),
)
async def test_walk_by_related_rows(
    connection: AsyncConnection,
    rows: list[dict[str, Any]],
    clauses: list[Clause],
    size: int,
) -> None:
    """Their values may be absent, and are in no cursor."""
    twin = aliased(Thing)
    of_twin = select(twin.small).where(twin.number == Thing.number, twin.id != Thing.id)
    order = keyset_order(
        Thing,
        [Clause("twin", SortDirection.DESC), *clauses] if len(rows) % 2 else clauses,
        default_field="twin",
        cursor_field="id",
        key=["id"],
        related={
            "twin": lambda: of_twin.order_by(twin.id).limit(1).scalar_subquery(),
            "unused": lambda: pytest.fail("No sort names it"),
        },
    )
    if "twin" in dict(order.terms):
        assert order.position(None) == ("id",)
    async with rolled_back(RUNTIME, connection) as sessions, sessions() as db:
        await insert_all(db, rows)
        unpaged = (await db.scalars(select(Thing).order_by(*order.order_by()))).all()
        found = await walk(db, order, size)
    assert found == list(unpaged)


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        ([], ["room asc", "number asc"]),
        ([("number", "desc")], ["number desc", "room desc"]),
        ([("note", "desc")], ["note desc", "room desc", "number desc"]),
        (
            [("number", "asc"), ("room", "desc"), ("note", "asc")],
            ["number asc", "room desc"],
        ),
    ],
)
def test_order_ends_with_all_columns_of_the_key(
    terms: list[tuple[str, str]],
    expected: list[str],
) -> None:
    order = keyset_order(
        Desk,
        sort(*terms),
        default_field="room",
        cursor_field="room",
        key=["room", "number"],
    )
    assert [f"{field} {direction}" for field, direction in order.terms] == expected


def sql(order: KeysetOrder, values: Sequence[Any]) -> str:
    condition = order.after(values)
    return str(condition.compile(dialect=postgresql.dialect()))  # type: ignore[no-untyped-call]


def test_one_direction_without_nulls_compares_whole_rows() -> None:
    order = ordered(sort(("number", "desc")))
    assert "(things.number, things.id) < (" in sql(order, [1, uuid.uuid4()])


@pytest.mark.parametrize(
    "terms", [[("text", "asc")], [("number", "asc"), ("id", "desc")]]
)
def test_other_orders_bound_the_first_column(terms: list[tuple[str, str]]) -> None:
    order = ordered(sort(*terms))
    values = ["a" if name == "text" else 1 for name, _ in order.terms]
    assert " OR " in sql(order, values)
    assert sql(order, values).startswith(f"(things.{terms[0][0]} = ")
    # Only what can be NULL is asked for it: an index serves the rest.
    may_be_null = {
        name for name, _ in order.terms if f"{name} IS NULL" in sql(order, values)
    }
    assert may_be_null == {"text"} & {name for name, _ in terms}


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        ([], ["number asc", "day asc", "id asc"]),
        ([("text", "desc")], ["text desc", "day desc", "id desc"]),
        ([("day", "desc")], ["day desc", "id desc"]),
        (
            [("text", "asc"), ("number", "desc")],
            ["text asc", "number desc", "day desc", "id desc"],
        ),
        ([("id", "desc"), ("text", "asc")], ["id desc"]),
        ([("text", "asc"), ("text", "desc")], ["text asc", "day asc", "id asc"]),
    ],
)
def test_order_ends_with_the_cursor_field_and_the_key(
    terms: list[tuple[str, str]],
    expected: list[str],
) -> None:
    order = ordered(sort(*terms), "day")
    assert [f"{field} {direction}" for field, direction in order.terms] == expected


async def test_cursor_belongs_to_its_search(db: AsyncSession) -> None:
    await insert_all(db, [{"number": number} for number in range(3)])

    async def fetch(
        order: KeysetOrder, cursor: str | None, scope: object
    ) -> str | None:
        page = await fetch_keyset_page(
            db,
            select(Thing),
            order,
            cursor=cursor,
            page_size=1,
            max_page_size=1,
            scope=scope,
        )
        return page.next_cursor

    ascending = ordered(sort(("number", "asc")))
    cursor = await fetch(ascending, None, {"field": "number"})
    assert cursor is not None
    assert await fetch(ascending, cursor, {"field": "number"})
    with pytest.raises(RequestValidationError, match="another sort or filter"):
        await fetch(ordered(sort(("number", "desc"))), cursor, {"field": "number"})
    with pytest.raises(RequestValidationError, match="another sort or filter"):
        await fetch(ascending, cursor, {"field": "text"})


async def test_cursor_has_values_that_the_mapping_defers(db: AsyncSession) -> None:
    db.add_all(
        House(name="a", plan=plan, windows=[Window(), Window()]) for plan in "bac"
    )
    await db.flush()
    order = keyset_order(
        House, sort(("plan", "asc")), default_field="id", cursor_field="id", key=["id"]
    )
    plans: list[str | None] = []
    cursor = None
    for _ in range(3):
        db.expunge_all()
        page = await fetch_keyset_page(
            db, select(House), order, cursor=cursor, page_size=1, max_page_size=1
        )
        plans += [row.plan for row in page.rows]
        cursor = page.next_cursor
    assert (plans, cursor) == (["a", "b", "c"], None)


class Own(DeclarativeBase):
    """A base of its own."""


class Card(Own):
    """A row with texts that are of another type in the database."""

    __tablename__ = "card_of_keyset"

    id: Mapped[int] = mapped_column(primary_key=True)
    address: Mapped[str] = mapped_column(MACADDR)


@pytest.mark.parametrize(
    ("direction", "tied"), [("asc", "asc"), ("asc", "desc"), ("desc", "asc")]
)
async def test_value_of_a_cursor_has_the_type_of_its_column(
    db: AsyncSession, direction: str, tied: str
) -> None:
    await db.run_sync(lambda session: Own.metadata.create_all(session.connection()))
    addresses = (f"08:00:2b:01:02:0{last}" for last in (3, 1, 2, 3))
    db.add_all(Card(address=each) for each in addresses)
    await db.flush()
    order = keyset_order(
        Card,
        sort(("address", direction), ("id", tied)),
        default_field="id",
        cursor_field="id",
        key=["id"],
    )
    unpaged = (await db.scalars(select(Card).order_by(*order.order_by()))).all()
    found: list[Card] = []
    cursor: str | None = None
    while len(found) < len(unpaged):
        page = await fetch_keyset_page(
            db, select(Card), order, cursor=cursor, page_size=1, max_page_size=5
        )
        found += page.rows
        cursor = page.next_cursor
    assert found == [*unpaged]


class ThingKeyItem(ResponseModel):
    """An item that hides all but its key and its number."""

    id: uuid.UUID
    number: int


async def test_value_that_is_not_shown_is_in_no_cursor(db: AsyncSession) -> None:
    await insert_all(db, [{"number": at, "text": f"hidden {at}"} for at in range(4)])
    order = ordered(sort(("text", "desc")))

    async def fetch(cursor: str | None, least: int = 0) -> KeysetPage[Thing]:
        return await fetch_keyset_page(
            db,
            select_only(Thing, ThingKeyItem).where(Thing.number >= least),
            order,
            cursor=cursor,
            page_size=1,
            max_page_size=1,
            shown=ThingKeyItem,
        )

    first = await fetch(None)
    assert first.next_cursor is not None
    key = first.rows[0].id
    digest = search_digest("Thing", order.terms, None)
    assert first.next_cursor == encode_cursor(digest, [key])
    second = await fetch(first.next_cursor)
    assert [row.number for row in [*first.rows, *second.rows]] == [3, 2]
    # Nor can a client ask for what comes after a value of its own.
    forged = encode_cursor(digest, ["hidden 2", key])
    with pytest.raises(RequestValidationError, match="one that a page returned"):
        await fetch(forged)
    # The row is one that the search finds.
    with pytest.raises(RequestValidationError, match="a row that is gone"):
        await fetch(second.next_cursor, least=3)
    await db.delete(first.rows[0])
    await db.flush()
    with pytest.raises(RequestValidationError, match="a row that is gone"):
        await fetch(first.next_cursor)


async def test_values_that_are_shown_are_in_the_cursor(db: AsyncSession) -> None:
    await insert_all(db, [{"number": at} for at in (7, 8)])
    order = ordered(sort(("number", "asc")))
    page = await fetch_keyset_page(
        db,
        select(Thing),
        order,
        cursor=None,
        page_size=1,
        max_page_size=1,
        shown=ThingKeyItem,
    )
    digest = search_digest("Thing", order.terms, None)
    assert page.next_cursor == encode_cursor(digest, [7, page.rows[0].id])
