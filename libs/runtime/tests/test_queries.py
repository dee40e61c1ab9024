"""A row, or the 404 that says there is none."""

from typing import Any

import pytest
from fastapi import HTTPException
from rowhouse_testing import Rows
from sqlalchemy import (
    ColumnElement,
    Date,
    ForeignKey,
    Integer,
    Text,
    Uuid,
    bindparam,
    cast,
    delete,
    event,
    false,
    func,
    insert,
    inspect,
    literal,
    literal_column,
    select,
    text,
    true,
    update,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.exc import StatementError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    mapped_column,
    query_expression,
    relationship,
)
from sqlalchemy.sql.selectable import TypedReturnsRows
from sqlalchemy.types import TypeEngine

from rowhouse_runtime.queries import (
    assert_rowcount,
    get_object_from_query_or_404,
    lock_for_delete,
    lock_for_update,
    select_for,
    select_only,
)
from rowhouse_runtime.rows import delete_row, refresh_row
from rowhouse_runtime.schemas import ResponseModel

from .family import Desk, House, Tenant, Van, Vehicle, Vine, Window
from .models import Animal, Dog, Thing
from .statements import statements_of

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


def read_as(text: str, kind: type[TypeEngine[Any]]) -> ColumnElement[Any]:
    """A text that the database reads as another type."""
    return cast(literal(text, Text()), kind)


NO_VALUES = [
    # Of these, the driver refuses the first; the database says why it refuses others.
    Thing.number == 2**80,
    Thing.number == read_as("9" * 20, Integer),
    Thing.id == read_as("a", Uuid),
    Thing.day == read_as("soon", Date),
    Thing.day == read_as("2026-02-30", Date),
    Thing.text == "\0",
    Thing.document == read_as('"\\u0000"', JSONB),
    # What a value is refused with that is sent in the form of another type.
    func.pg_temp.refuse("22P03"),
]


@pytest.mark.parametrize("condition", NO_VALUES)
async def test_value_that_no_row_has_is_404(
    db: AsyncSession, condition: ColumnElement[bool]
) -> None:
    body = "$$ BEGIN RAISE USING ERRCODE = state; END $$ LANGUAGE plpgsql"
    refuse = f"FUNCTION pg_temp.refuse(state text) RETURNS boolean AS {body}"
    await db.execute(text(f"CREATE {refuse}"))
    await db.execute(insert(Thing), {"number": 1})
    with pytest.raises(HTTPException, match="Not found"):
        await get_object_from_query_or_404(db, select(Thing).where(condition))


async def test_other_errors_of_values_are_raised(db: AsyncSession) -> None:
    write = update(Thing).values(number=2**80).returning(Thing.id)
    failure = select(Thing).where(literal(1) / literal(0) == 1)
    statements: list[TypedReturnsRows[Any]] = [write, failure]
    for statement in statements:
        with pytest.raises(StatementError):
            async with db.begin_nested():
                await get_object_from_query_or_404(db, statement)


async def test_one_of_several_is_404_where_there_should_be_one(
    db: AsyncSession,
) -> None:
    db.add_all([Desk(room=1, number=1), Desk(room=1, number=2), Desk(room=2, number=1)])
    await db.flush()
    statement = select(Desk).where(Desk.room == bindparam("pk")).order_by(Desk.number)
    first = await get_object_from_query_or_404(db, statement, parameters={"pk": 1})
    assert first.number == 1
    for locked in (statement, lock_for_update(statement), lock_for_delete(statement)):
        with pytest.raises(HTTPException, match="Not found"):
            await get_object_from_query_or_404(
                db, locked, parameters={"pk": 1}, sole=True
            )
        only = await get_object_from_query_or_404(
            db, locked, parameters={"pk": 2}, sole=True
        )
        assert (only.room, only.number) == (2, 1)


async def test_row_that_cannot_be_locked_may_be_visible(db: AsyncSession) -> None:
    house = House(name="a", version=1, windows=[Window(), Window()])
    db.add(house)
    await db.flush()
    visible = select(House).where(House.id == bindparam("pk"))
    for key, status in ((house.id, 403), (house.id + 1, 404)):
        with pytest.raises(HTTPException) as error:
            await get_object_from_query_or_404(
                db, visible.where(false()), parameters={"pk": key}, unlocked=visible
            )
        assert error.value.status_code == status


class KeyOnly(ResponseModel):
    """The key of a row."""

    id: int


@pytest.mark.parametrize("model", [Dog, Animal, Tenant])
async def test_rows_of_a_hierarchy_are_locked_changed_and_deleted(
    db: AsyncSession, rows: Rows, model: type[Dog] | type[Animal] | type[Tenant]
) -> None:
    key = (await rows.create(Dog if model is Animal else model)).id
    statement = select_for(model, KeyOnly).where(model.id == key)
    for lock in (lock_for_update, lock_for_delete):
        row = await get_object_from_query_or_404(db, lock(statement), sole=True)
        assert isinstance(row, model)
    await delete_row(db, row)
    with pytest.raises(HTTPException):
        await get_object_from_query_or_404(db, statement, sole=True)


class Named(ResponseModel):
    """What a list shows of a house."""

    name: str
    plan: str | None


class Titled(ResponseModel):
    """What it shows by attributes that are no columns."""

    title: str
    street: str | None


class Plate(ResponseModel):
    """What it shows of a vehicle of any class."""

    plate: str


class Kind(ResponseModel):
    """What it shows of an animal of any class."""

    kind: str


async def test_only_what_is_shown_is_loaded(db: AsyncSession) -> None:
    house = House(name="a", version=1, plan="b", street="c", windows=[Window()])
    db.add_all([house, Dog(name="d")])
    await db.flush()
    db.expunge_all()
    row = (await db.scalars(select_only(House, Named))).unique().one()
    assert Named.model_validate(row) == Named(name="a", plan="b")
    assert len(row.windows) == 1
    columns = {each.key for each in inspect(House).column_attrs}
    assert columns - inspect(row).unloaded == {"id", "name", "plan"}
    dog = (await db.scalars(select_only(Animal, Kind))).one()
    assert (type(dog), Kind.model_validate(dog)) == (Dog, Kind(kind="dog"))


async def test_all_is_loaded_that_a_model_may_read(db: AsyncSession) -> None:
    house, van = House(name="a", version=1, street="c"), Van(plate="b", firm=2, load=3)
    db.add_all([house, van])
    await db.flush()
    db.expunge_all()
    row = (await db.scalars(select_only(House, Titled))).unique().one()
    assert Titled.model_validate(row) == Titled(title="a", street="c")
    db.expunge_all()
    loaded: list[object] = []

    def read(row: House | Van, _: object) -> None:
        name = "street_name" if isinstance(row, House) else "firm"
        loaded.append(vars(row)[name])

    event.listen(House, "load", read)
    event.listen(Van, "load", read)
    try:
        (await db.scalars(select_only(House, Named))).unique().one()
        (await db.scalars(select_only(Vehicle, Plate))).one()
    finally:
        event.remove(House, "load", read)
        event.remove(Van, "load", read)
    assert loaded == ["c", 2]


async def test_rowcount(db: AsyncSession) -> None:
    await db.execute(insert(Thing), [{"number": 1}, {"number": 2}])
    assert_rowcount(await db.execute(update(Thing).values(small=1)), 2)
    one = await db.execute(delete(Thing).where(Thing.number == 1))
    assert_rowcount(one)
    none = await db.execute(delete(Thing).where(Thing.number == 1))
    with pytest.raises(HTTPException) as error:
        assert_rowcount(none)
    assert (error.value.status_code, error.value.detail) == (404, "Not found")
    with pytest.raises(HTTPException, match="Not found"):
        assert_rowcount(await db.execute(select(Thing)))
    with pytest.raises(HTTPException) as error:
        assert_rowcount(none, expected=1, status_code=410, detail="Gone")
    assert (error.value.status_code, error.value.detail) == (410, "Gone")


class CaptainResource(ResponseModel):
    """What a response shows of a captain."""

    since: int | None


class Own(DeclarativeBase):
    """The models of the next tests."""


class Album(Own):
    """A row that others bring along."""

    __tablename__ = "albums"

    id: Mapped[int] = mapped_column(primary_key=True)


class Song(Own):
    """A row whose album is loaded by its SELECT with DISTINCT."""

    __tablename__ = "songs"
    __mapper_args__ = {  # noqa: RUF012
        "polymorphic_on": "kind",
        "polymorphic_identity": "song",
    }

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    album_id: Mapped[int] = mapped_column(ForeignKey(Album.id))
    album: Mapped[Album] = relationship(lazy="subquery", foreign_keys=album_id)
    plays: Mapped[list["Play"]] = relationship(viewonly=True)


class Cover(Song):
    """A song with the song that it is made of."""

    __mapper_args__ = {"polymorphic_identity": "cover"}  # noqa: RUF012

    of_id: Mapped[int | None] = mapped_column(ForeignKey(Song.id))
    of: Mapped[Song | None] = relationship(
        remote_side=Song.id, foreign_keys=of_id, lazy="joined"
    )
    single_id: Mapped[int | None] = mapped_column(ForeignKey(Album.id))
    single: Mapped[Album | None] = relationship(foreign_keys=single_id, lazy="joined")


class Play(Own):
    """A row that is loaded with a song, and so with its album."""

    __tablename__ = "plays"

    id: Mapped[int] = mapped_column(primary_key=True)
    song_id: Mapped[int] = mapped_column(ForeignKey(Song.id))
    song: Mapped[Song] = relationship(lazy="joined")


class AnyResource(ResponseModel):
    """A response that is no more than its key."""

    id: int


async def test_what_is_joined_is_locked_in_one_statement(
    connection: AsyncConnection, db: AsyncSession
) -> None:
    db.add(Vine(id=1, parent_id=1))
    await db.flush()
    db.expunge_all()
    statement = lock_for_update(select_for(Vine, AnyResource))
    with statements_of(connection) as statements:
        row = await get_object_from_query_or_404(db, statement)
    assert " JOIN " in statements[0]
    assert row.parent is row


class Sign(Own):
    """A row with attributes that only some SELECTs read."""

    __tablename__ = "signs"

    id: Mapped[int] = mapped_column(primary_key=True)
    place: Mapped[int]
    distance: Mapped[int | None] = query_expression()
    twice: Mapped[int | None] = query_expression(literal_column("2 * place", Integer))


class SignResource(ResponseModel):
    """A response with both."""

    id: int
    distance: int | None
    twice: int | None


async def test_attributes_of_some_selects_are_left_to_these(db: AsyncSession) -> None:
    await db.run_sync(lambda session: Own.metadata.create_all(session.connection()))
    row = Sign(place=3)
    db.add(row)
    await db.flush()
    await refresh_row(db, row, SignResource)
    assert (row.distance, row.twice) == (None, 6)
    statement = select_for(Sign, SignResource)
    for each in (
        statement,
        lock_for_update(statement),
        select_only(Sign, SignResource),
    ):
        db.expunge_all()
        row = await get_object_from_query_or_404(db, each)
        assert (row.distance, row.twice) == (None, 6)
        db.expunge_all()
        row = (await db.scalars(each)).one()
        assert (row.distance, row.twice) == (None, 6)


class Shelf(Own):
    """A row whose rows are loaded by a SELECT with DISTINCT."""

    __tablename__ = "shelves"

    id: Mapped[int] = mapped_column(primary_key=True)
    tomes: Mapped[list["Tome"]] = relationship(lazy="subquery", back_populates="shelf")
    above_id: Mapped[int | None] = mapped_column(ForeignKey("shelves.id"))
    above: Mapped["Shelf | None"] = relationship(
        remote_side="Shelf.id", lazy="joined", join_depth=1
    )
    # Without a depth, SQLAlchemy loads no row of the same class.
    upper: Mapped["Shelf | None"] = relationship(
        remote_side="Shelf.id", lazy="joined", viewonly=True
    )


class Tome(Own):
    """A row of another."""

    __tablename__ = "tomes"

    id: Mapped[int] = mapped_column(primary_key=True)
    shelf_id: Mapped[int] = mapped_column(ForeignKey(Shelf.id))
    shelf: Mapped[Shelf] = relationship(lazy="joined", back_populates="tomes")


@pytest.mark.parametrize("may", [None, true()])
async def test_relationships_of_locked_rows_are_read_again(
    db: AsyncSession, may: ColumnElement[bool] | None
) -> None:
    await db.run_sync(lambda session: Own.metadata.create_all(session.connection()))
    await db.execute(insert(Shelf), {"id": 1})
    await db.execute(insert(Tome), [{"id": 1, "shelf_id": 1}, {"id": 2, "shelf_id": 1}])
    shelf = await get_object_from_query_or_404(db, lock_for_update(select(Shelf)))
    await refresh_row(db, shelf, AnyResource, may=may)
    assert len(shelf.tomes) == 2
    db.expunge_all()
    tome = Tome(id=3, shelf_id=1)
    db.add(tome)
    await db.flush()
    await refresh_row(db, tome, AnyResource, may=may)
    assert tome.shelf.id == 1
