"""Generated tests know which values of unique columns are in use."""

from collections.abc import AsyncGenerator
from enum import Enum
from typing import Any
from uuid import uuid4

import pytest
from fastapi import FastAPI
from sqlalchemy import ARRAY, ForeignKey, Index, String, UniqueConstraint, func, text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
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
from rowhouse_testing.unique import is_filled_alike

pytestmark = pytest.mark.anyio


class Base(DeclarativeBase):
    """The base of these models."""


class Size(Enum):
    """Of each, there is one box."""

    SMALL = "small"
    LARGE = "large"


class Box(Base):
    """A row with unique columns of all kinds."""

    __tablename__ = "boxes"
    __table_args__ = (
        UniqueConstraint("shelf", "is_first"),
        # As of rows that can be deleted softly.
        Index("of_open", "size", unique=True, postgresql_where=text("note = 'none'")),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    size: Mapped[Size]
    code: Mapped[str] = mapped_column(String(9), unique=True, default="none")
    label: Mapped[str] = mapped_column(unique=True, server_default="none")
    place: Mapped[str] = mapped_column(unique=True, server_default=text("'none'"))
    mark: Mapped[str] = mapped_column(unique=True, default=lambda: uuid4().hex)
    stamp: Mapped[str] = mapped_column(
        unique=True, server_default=func.gen_random_uuid()
    )
    tags: Mapped[list[str]] = mapped_column(ARRAY(String(9)), unique=True, default=list)
    shelf: Mapped[str] = mapped_column(default="none")
    is_first: Mapped[bool] = mapped_column(default=True)
    note: Mapped[str] = mapped_column(default="none")
    is_open: Mapped[bool | None] = mapped_column(unique=True)
    lid: Mapped[Size | None] = mapped_column(unique=True, default=Size.SMALL)
    inside_id: Mapped[int | None] = mapped_column(ForeignKey("boxes.id"))


@pytest.fixture(scope="module")
async def connection(anyio_backend: str) -> AsyncGenerator[AsyncConnection]:
    """A connection that sees the table of boxes."""
    async with temporary_tables(RUNTIME, "TEST_DATABASE_URL", Box) as connection:
        yield connection


@pytest.fixture
async def sessions(connection: AsyncConnection) -> AsyncGenerator[Sessions]:
    """Makes the test's sessions."""
    async with rolled_back(RUNTIME, connection) as sessions:
        yield sessions


@pytest.fixture
async def boxes(
    sessions: Sessions, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Resource]:
    """The boxes, as an API would describe them."""
    fields = {
        "size": Field(Size),
        "isOpen": Field(bool, attribute="is_open", nullable=True),
        "code": Field(str),
    }
    app = FastAPI()
    async with client_of(app) as client:
        api = Api(RUNTIME, app, client, client, sessions, rows, [], monkeypatch)
        yield Resource(api, Box, "/boxes", fields)


def test_defaults_that_fill_all_rows_alike() -> None:
    table: Any = Box.__table__
    alike = {each.key for each in table.columns if is_filled_alike(each)}
    assert alike == {"code", "label", "place", "tags", "shelf", "is_first", "lid"}


async def test_rows_differ_as_long_as_there_are_values(rows: Rows) -> None:
    made = [await rows.create(Box) for _ in Size]
    assert {each.size for each in made} == {*Size}
    with pytest.raises(pytest.skip.Exception, match="All values of boxes"):
        await rows.create(Box)


async def test_the_default_of_a_column_that_may_be_null_stays_free(rows: Rows) -> None:
    made = [await rows.create(Box) for _ in Size]
    assert {each.lid for each in made} == {None}


async def test_a_pair_differs_in_one_of_its_columns(rows: Rows) -> None:
    made = [await rows.create(Box, {"shelf": "a"}) for _ in Size]
    assert {each.is_first for each in made} == {True, False}


async def test_values_of_requests_are_free(boxes: Resource) -> None:
    row = await boxes.create_row()
    (other,) = {*Size} - {row.size}
    for _ in range(5):
        body = await boxes.body(["size", "isOpen"])
        assert body == {"size": other.value, "isOpen": not row.is_open}


async def test_a_row_may_keep_its_own_values(boxes: Resource) -> None:
    one, two = await boxes.create_several(2)
    for row in (one, two, one):
        known = boxes.attributes_of(row)
        assert await boxes.value("size", known) == row.size.value


async def test_as_many_rows_as_there_can_be(boxes: Resource) -> None:
    assert len(await boxes.create_several(5)) == len(Size)
    with pytest.raises(pytest.skip.Exception):
        await boxes.body(["size"])


async def test_nulls_are_never_in_use(boxes: Resource) -> None:
    made = [await boxes.row_values(at) for at in range(2)]
    boxes.api.rows.reserve(Box, made[0])
    boxes.api.rows.reserve(Box, made[1])
    body = await boxes.body(["isOpen"])
    assert body == {"isOpen": None}


async def test_rows_that_are_inserted_later_differ(boxes: Resource) -> None:
    one, two = await boxes.several_values(2)
    assert {one["size"], two["size"]} == {*Size}
    with pytest.raises(pytest.skip.Exception):
        await boxes.api.rows.create(Box)


async def test_what_is_undone_frees_its_values(boxes: Resource) -> None:
    await boxes.create_row()
    async with boxes.api.undone():
        row = await boxes.create_row()
    assert await boxes.body(["size"]) == {"size": row.size.value}
