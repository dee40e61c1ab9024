"""Rows that generated tests make: whose they are, and what they refer to."""

from collections.abc import AsyncGenerator, Mapping
from typing import Any

import pytest
from sqlalchemy import (
    ForeignKey,
    ForeignKeyConstraint,
    Identity,
    String,
    UniqueConstraint,
    inspect,
)
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from tests.api import RUNTIME

from rowhouse_testing import Rows, Sessions, rolled_back, temporary_tables
from rowhouse_testing.rows import columns_of, foreign_key, needs_value

pytestmark = pytest.mark.anyio


class Base(DeclarativeBase):
    """The base of these models."""


class Firm(Base):
    """A tenant, with a short key."""

    __tablename__ = "firms"

    code: Mapped[str] = mapped_column(String(2), primary_key=True)


class Profile(Base):
    """A tenant has one; its key to the tenant is another's, too."""

    __tablename__ = "profiles"

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    firm: Mapped[str] = mapped_column(
        "firm_code", String(20), ForeignKey(Firm.code), unique=True
    )


class Badge(Base):
    """A row that refers to a row of a tenant by the tenant's key, and to another."""

    __tablename__ = "badges"

    id: Mapped[int] = mapped_column(primary_key=True)
    firm: Mapped[str] = mapped_column(ForeignKey(Profile.firm))
    profile_id: Mapped[int] = mapped_column(ForeignKey(Profile.id))


class Site(Base):
    """A row with a key of two columns, one of them the tenant's."""

    __tablename__ = "sites"

    firm: Mapped[str] = mapped_column(ForeignKey(Firm.code), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


class Desk(Base):
    """A row that refers to others of its own, in several ways."""

    __tablename__ = "desks"
    __table_args__ = (
        ForeignKeyConstraint(["firm", "site"], ["sites.firm", "sites.number"]),
        ForeignKeyConstraint(["firm", "before"], ["desks.firm", "desks.number"]),
    )

    firm: Mapped[str] = mapped_column(ForeignKey(Firm.code), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    site: Mapped[int]
    before: Mapped[int | None]


class Lamp(Base):
    """A row that leads to a site if it has a firm."""

    __tablename__ = "lamps"
    __table_args__ = (
        ForeignKeyConstraint(["firm", "site"], ["sites.firm", "sites.number"]),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    firm: Mapped[str | None]
    site: Mapped[int]


class Pair(Base):
    """A row of two notes, of which no two have the same."""

    __tablename__ = "pairs"
    __table_args__ = (UniqueConstraint("left_id", "right_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    left_id: Mapped[int] = mapped_column(ForeignKey("notes.id"))
    right_id: Mapped[int] = mapped_column(ForeignKey("notes.id"))


class Word(Base):
    """A row that others like it refer to by what is not its key."""

    __tablename__ = "words"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    root: Mapped[str | None] = mapped_column(ForeignKey("words.name"))
    meaning: Mapped[str | None] = mapped_column(deferred=True)


class Note(Base):
    """A row that may refer to others like it, and must refer to one firm."""

    __tablename__ = "notes"

    id: Mapped[int] = mapped_column(primary_key=True)
    firm: Mapped[str] = mapped_column(ForeignKey(Firm.code))
    answers_id: Mapped[int | None] = mapped_column(ForeignKey("notes.id"))
    quotes_id: Mapped[int | None] = mapped_column(ForeignKey("notes.id"))


class Animal(Base):
    """A base class."""

    __tablename__ = "animals"
    __mapper_args__ = {  # noqa: RUF012
        "polymorphic_on": "kind",
        "polymorphic_identity": "animal",
    }

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]


class Cat(Animal):
    """A subclass in the same table."""

    __mapper_args__ = {"polymorphic_identity": "cat"}  # noqa: RUF012


class Bird(Animal):
    """Another one."""

    __mapper_args__ = {"polymorphic_identity": "bird"}  # noqa: RUF012


class Dog(Animal):
    """A joined subclass, whose rows may refer to others of its base class."""

    __tablename__ = "dogs"

    id: Mapped[int] = mapped_column(ForeignKey(Animal.id), primary_key=True)
    friend_id: Mapped[int] = mapped_column(ForeignKey(Animal.id))

    __mapper_args__ = {  # noqa: RUF012
        "polymorphic_identity": "dog",
        "inherit_condition": id == Animal.id,  # noqa: A003
    }


class Bone(Base):
    """A row that refers to a dog."""

    __tablename__ = "bones"

    id: Mapped[int] = mapped_column(primary_key=True)
    dog_id: Mapped[int] = mapped_column(ForeignKey(Dog.id))


@pytest.fixture(scope="module")
async def connection(anyio_backend: str) -> AsyncGenerator[AsyncConnection]:
    """A connection that sees the tables of these models."""
    async with temporary_tables(RUNTIME, "TEST_DATABASE_URL", Firm) as connection:
        yield connection


@pytest.fixture
async def sessions(connection: AsyncConnection) -> AsyncGenerator[Sessions]:
    """Makes the test's sessions."""
    async with rolled_back(RUNTIME, connection) as sessions:
        yield sessions


OWN: Mapping[Any, Mapping[str, Any]] = {
    Firm: {"code": "me"},
    Profile: {"firm": "me"},
    Badge: {"firm": "me"},
    Site: {"firm": "me"},
    Desk: {"firm": "me"},
    Note: {"firm": "me"},
}


@pytest.fixture
def own(sessions: Sessions) -> Rows:
    """Makes rows of the user's firm."""
    return Rows(sessions, OWN)


async def firms(rows: Rows) -> set[str]:
    return {firm.code for firm in await rows.all(Firm)}


async def test_rows_are_the_users(own: Rows) -> None:
    desk, badge = await own.create(Desk), await own.create(Badge)
    assert desk.firm == badge.firm == "me"
    assert await firms(own) == {"me"}
    assert [site.firm for site in await own.all(Site)] == ["me"]
    assert desk.before is None
    # A site is a firm's, but not its only one.
    assert (await own.create(Desk)).site != desk.site


async def test_rows_of_others_are_not_the_users(own: Rows) -> None:
    for model in (Profile, Badge, Site, Desk, Note):
        other: Any = await own.create(
            model, {"firm": await own.other_value(model, "firm")}
        )
        assert other.firm != "me"


async def test_rows_of_others_do_not_need_the_users(own: Rows) -> None:
    for model in (Profile, Site, Note):
        await own.create(model, {"firm": await own.other_value(model, "firm")})
    assert "me" not in await firms(own)


async def test_others_belong_to_rows_that_are_nobodys(sessions: Sessions) -> None:
    rows = Rows(sessions, {Note: {"firm": "me"}})
    other = await rows.other_value(Note, "firm")
    assert await firms(rows) == {other}


async def test_only_row_of_the_user_is_referred_to_again(own: Rows) -> None:
    other = await own.create(Profile, {"firm": await own.other_value(Profile, "firm")})
    first, second = await own.create(Badge), await own.create(Badge)
    assert first.profile_id == second.profile_id != other.id
    found = await own.all(Profile, Profile.id)
    assert [profile.firm for profile in found] == [other.firm, "me"]


async def test_rows_of_others_are_referred_to_by_what_is_known(own: Rows) -> None:
    await own.create(Badge)
    key = foreign_key(columns_of(Badge)["firm"])
    assert key is not None
    assert await own.referred(key) == {"firm": "me"}
    assert await own.referred(key, {"firm": "zz"}) == {"firm": "zz"}
    assert {profile.firm for profile in await own.all(Profile)} == {"me", "zz"}


async def test_parts_of_a_key_lead_to_one_row(own: Rows) -> None:
    desks = [await own.create(Desk, {"site": number}) for number in (5, 5, 6)]
    assert [desk.site for desk in desks] == [5, 5, 6]
    assert sorted(site.number for site in await own.all(Site)) == [5, 6]


async def test_a_row_that_is_there_is_referred_to(own: Rows) -> None:
    key = foreign_key(columns_of(Desk)["site"])
    assert key is not None
    known = {"firm": "me", "site": 5}
    for _ in range(2):
        assert await own.referred(key, known) == known
        # The rest of the key is the user's.
        assert await own.referred(key, {"site": 5}) == known
    assert len(await own.all(Site)) == 1


async def test_what_a_row_leads_to_is_made_at_all_distances(rows: Rows) -> None:
    await rows.create(Lamp, {"firm": "aa"})
    await rows.create_referred(Lamp, {"firm": "bb", "site": 8})
    await rows.create_referred(Badge, {"firm": "cc"})
    assert {site.firm for site in await rows.all(Site)} == {"aa", "bb"}
    assert [profile.firm for profile in await rows.all(Profile)] == ["cc"]
    assert await firms(rows) == {"aa", "bb", "cc"}


async def test_a_key_without_one_of_its_parts_leads_nowhere(rows: Rows) -> None:
    lamp = await rows.create(Lamp, {"firm": None})
    assert lamp.firm is None
    assert await rows.all(Site) == []


async def test_a_row_may_refer_to_itself(own: Rows) -> None:
    desk = await own.create(Desk, {"number": 4, "before": 4})
    assert desk.before == 4
    assert len(await own.all(Desk)) == 1


async def test_a_row_may_refer_to_one_that_is_missing(own: Rows) -> None:
    await own.create(Desk, {"number": 4, "before": 3})
    assert {desk.number for desk in await own.all(Desk)} == {3, 4}


async def test_what_a_request_refers_to_is_made_once(own: Rows) -> None:
    for _ in range(2):
        await own.create_referred(Desk, {"firm": "me", "site": 8})
    assert [(each.firm, each.number) for each in await own.all(Site)] == [("me", 8)]
    # A key that is not whole leads nowhere.
    await own.create_referred(Desk, {"firm": "me"})
    assert len(await own.all(Site)) == 1
    assert await own.all(Desk) == []
    await own.create_referred(Note, {"firm": "xx"})
    assert "xx" in await firms(own)


async def test_owners_are_made_before_a_request(own: Rows) -> None:
    await own.create_owners(Note)
    assert await firms(own) == {"me"}


async def test_parts_of_a_key_may_all_be_of_the_owner(sessions: Sessions) -> None:
    rows = Rows(sessions, {Desk: {"firm": "me", "site": 5}})
    await rows.create_owners(Desk)
    assert [(each.firm, each.number) for each in await rows.all(Site)] == [("me", 5)]


async def test_each_row_has_an_owner_of_its_own(own: Rows) -> None:
    own.give_each_an_owner(Note)
    await own.create_owners(Note)
    assert own.scope_of(Note) == {}
    assert own.scope_of(Desk) == {"firm": "me"}
    assert (await own.stamps_of(Desk)) == {"firm": "me"}
    stamp = await own.stamps_of(Note)
    owners = [own.next_owner(Note)["firm"] for _ in range(5)]
    assert len({*owners, stamp["firm"], "me"}) == 7
    assert await firms(own) >= {*owners, stamp["firm"]}


async def test_rows_that_others_refer_to_are_of_their_class(rows: Rows) -> None:
    rows.learn_kinds(Dog)
    bone = await rows.create(Bone)
    kinds = {animal.id: animal.kind for animal in await rows.all(Animal)}
    assert kinds.pop(bone.dog_id) == "dog"
    # Its friend.
    assert [*kinds.values()] == ["animal"]
    dog = await rows.create(Dog)
    assert dog.kind == "dog"


async def test_rows_are_read_with_all_columns(rows: Rows) -> None:
    word = await rows.create(Word, {"meaning": "one"})
    (same,) = await rows.all(Word)
    assert word.meaning == same.meaning == "one"


async def test_a_session_of_the_caller_is_not_committed(rows: Rows) -> None:
    async with rows.session() as session:
        made = await rows.create(Firm, session=session)
        assert await session.get(Firm, made.code) is made
    assert await rows.all(Firm) == []


def test_columns_that_need_a_value() -> None:
    needed = {
        f"{table.name}.{column.key}"
        for table in Base.metadata.tables.values()
        for column in table.columns
        if needs_value(column)
    }
    assert "firms.code" in needed
    assert {"desks.firm", "desks.number", "desks.site"} <= needed
    assert not {"notes.id", "profiles.id", "desks.before", "notes.answers_id"} & needed


def test_the_shortest_key_of_a_column_counts() -> None:
    key = foreign_key(inspect(Desk).columns["firm"])
    assert key is not None
    assert key.referred_table is Firm.__table__
    assert foreign_key(inspect(Desk).columns["number"]) is None
