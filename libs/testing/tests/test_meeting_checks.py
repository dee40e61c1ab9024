"""The rows and requests of generated tests meet the CHECKs of their tables."""

from collections.abc import AsyncGenerator
from enum import Enum
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import CheckConstraint, ForeignKey, Identity, String, column
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, validates
from tests.api import RUNTIME, client_of

from rowhouse_testing import (
    Api,
    Field,
    Resource,
    Rows,
    Sessions,
    rolled_back,
    temporary_tables,
)

pytestmark = pytest.mark.anyio


class Base(DeclarativeBase):
    """The base of these models."""


class Firm(Base):
    """A row whose key nobody chooses."""

    __tablename__ = "firms"

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)


class Mood(Enum):
    """One of these is refused."""

    GOOD = "good"
    BAD = "bad"


class Review(Base):
    """A row with CHECKs of one column and of several."""

    __tablename__ = "reviews"
    __table_args__ = (
        CheckConstraint("rating BETWEEN 1 AND 5"),
        CheckConstraint("status IN ('new', 'it''s done')"),
        CheckConstraint('"first" < "last" AND "last" < 9000'),
        CheckConstraint(column("code") == "a:b"),
        CheckConstraint("mood <> 'BAD' AND kept"),
    )

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    firm_id: Mapped[int] = mapped_column(ForeignKey(Firm.id))
    rating: Mapped[int]
    status: Mapped[str] = mapped_column(String(20))
    first: Mapped[int]
    last: Mapped[int]
    code: Mapped[str]
    mood: Mapped[Mood]
    kept: Mapped[bool]

    @validates("rating")
    def check_rating(self, _: str, value: int) -> int:
        """Refuses one value that the CHECK allows."""
        if value == 3:
            raise ValueError("Nobody says 3")
        return value


class Reply(Base):
    """A row that needs one with CHECKs."""

    __tablename__ = "replies"

    id: Mapped[int] = mapped_column(primary_key=True)
    review_id: Mapped[int] = mapped_column(ForeignKey(Review.id))


class Riddle(Base):
    """A row that cannot be made by trying."""

    __tablename__ = "riddles"
    __table_args__ = (CheckConstraint("md5(answer) = 'x'", name="unmet"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    answer: Mapped[str]


FIELDS = {
    "rating": Field(int),
    "status": Field(str),
    "first": Field(int),
    "end": Field(int, attribute="last"),
    "code": Field(str),
    "mood": Field(Mood),
    "kept": Field(bool),
}


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


@pytest.fixture
async def reviews(
    sessions: Sessions, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Resource]:
    """The reviews, as an API would describe them."""
    app = FastAPI()
    async with client_of(app) as client:
        api = Api(RUNTIME, app, client, client, sessions, rows, [], monkeypatch)
        yield Resource(api, Review, "/reviews", FIELDS)


def is_met(values: dict[str, Any]) -> bool:
    """Whether values meet all CHECKs."""
    last = values["last"] if "last" in values else values["end"]
    return (
        values["rating"] in {1, 2, 4, 5}
        and values["status"] in {"new", "it's done"}
        and values["first"] < last < 9000
        and values["code"] == "a:b"
        and values["mood"] in {Mood.GOOD, "good"}
        and values["kept"]
    )


async def test_rows_that_others_refer_to(rows: Rows) -> None:
    for _ in range(20):
        await rows.create(Reply)
    assert len(await rows.all(Review)) == 20


async def test_bodies(reviews: Resource) -> None:
    for _ in range(20):
        assert is_met(await reviews.body(FIELDS))
    known = {"last": 3}
    assert all([await reviews.value("first", known) < 3 for _ in range(20)])


async def test_rows_of_fields(reviews: Resource) -> None:
    for at in range(20):
        values = await reviews.row_values(at, known={"first": 7})
        assert is_met(values)
        assert values["first"] == 7
        await reviews.api.rows.create(Review, values)


async def test_what_cannot_be_met_is_said_by_the_database(rows: Rows) -> None:
    with pytest.raises(IntegrityError, match='"unmet"'):
        await rows.create(Riddle)


async def test_users_have_the_row_of_a_generated_key(sessions: Sessions) -> None:
    rows = Rows(sessions, {Review: {"firm_id": 9000}})
    assert (await rows.create(Review)).firm_id == 9000
    assert [firm.id for firm in await rows.all(Firm)] == [9000]
