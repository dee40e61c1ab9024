"""What generated tests stand on."""

import datetime
import os
import re
import uuid
from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import EmailStr, Field
from sqlalchemy import Column, NullPool, func, select, text
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from rowhouse_runtime.database import database_url
from rowhouse_runtime.schemas import UNSET, Base64Bytes, RequestModel
from rowhouse_runtime.testing import Rows, Sessions, temporary_tables
from rowhouse_runtime.testing.patterns import matching_text
from rowhouse_runtime.testing.samples import column_value

from .models import Dog, Item, Level, Owner, Thing

pytestmark = pytest.mark.anyio


async def test_rows_are_valid_and_different(rows: Rows) -> None:
    first, second = await rows.create(Item), await rows.create(Item)
    assert first.id != second.id
    assert first.slug != second.slug
    assert first.owner_id != second.owner_id
    assert first.parent_id is None
    assert isinstance(first.level, Level)


async def test_rows_of_a_joined_subclass(rows: Rows) -> None:
    dog = await rows.create(Dog)
    assert dog.kind == "dog"
    assert dog.name.startswith("name-")


async def test_rows_are_forgotten_after_each_test(sessions: Sessions) -> None:
    async with sessions() as db:
        for model in (Item, Owner, Dog):
            assert await db.scalar(select(func.count()).select_from(model)) == 0


class ItemBody(RequestModel):
    """Fields of each type, with each constraint."""

    owner_id: int
    position: Annotated[int, Field(ge=10, lt=13)]
    slug: Annotated[str, Field(min_length=3, pattern="^[a-z]+-[0-9]+$")]
    level: Literal["low", "high"]
    email: EmailStr
    price: Annotated[Decimal, Field(gt=Decimal("0.5"), le=Decimal("99999"))]
    ratio: Annotated[float, Field(ge=0, le=0.5)]
    at: datetime.datetime
    day: datetime.date
    hour: datetime.time
    span: datetime.timedelta
    key: uuid.UUID
    flag: bool
    data: Base64Bytes
    document: dict[str, Any]
    tags: list[str]
    renamed: Annotated[str, Field(alias="other", min_length=20, max_length=20)]
    optional: str | None = None
    unset: Annotated[str, Field(max_length=3)] = UNSET


async def test_bodies_are_valid(rows: Rows, sessions: Sessions) -> None:
    body = await rows.body(ItemBody, Item)
    parsed = ItemBody.model_validate(body)
    assert "optional" not in body
    assert len(parsed.slug) <= 8  # The column is no longer.
    async with sessions() as db:
        assert await db.get(Owner, body["owner_id"]) is not None
    complete = await rows.body(ItemBody, Item, complete=True)
    ItemBody.model_validate(complete)
    assert {"optional", "unset"} <= set(complete)


PATTERNS = [
    "^[a-z0-9]+(?:-[a-z0-9]+)*$",
    r"^\d{3}-\d{4}$",
    r"^(foo|ba[rz])\b",
    r"^#[0-9a-fA-F]{6}$",
    r"[^a-z]$",
    r"^\+?[1-9]\d{1,14}$",
    r"^\S+@\w+\.com$",
    "^(?i:abc).?$",
    "",
    r"^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$",
    r"^(?=.*\d)[a-z\d]{4,}$",
]


@pytest.mark.parametrize("pattern", PATTERNS)
@given(seed=st.integers())
def test_texts_match_their_pattern(pattern: str, seed: int) -> None:
    found = matching_text(pattern, 0, 100, seed)
    assert re.search(pattern, found)
    assert matching_text(pattern, 0, 100, seed) == found


def test_texts_differ() -> None:
    found = {matching_text("^[a-z]+$", 1, 9, seed) for seed in range(50)}
    assert len(found) > 25


@pytest.mark.parametrize("pattern", ["^a{5}$", "(", r"^(a)\1$"])
def test_patterns_beyond_reach_are_named(pattern: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(pattern))):
        matching_text(pattern, 0, 3, 1)


@pytest.mark.parametrize("column", Thing.__table__.columns, ids=str)
def test_every_type_has_values(column: Column[Any]) -> None:
    assert column_value(column, 1) is not None


def test_type_without_values_is_named() -> None:
    with pytest.raises(TypeError, match="No value is known for the column words"):
        column_value(Column("words", TSVECTOR), 1)


async def test_tables_leave_nothing_behind(connection: AsyncConnection) -> None:
    schema = await connection.scalar(text("SELECT current_schema()"))
    assert schema.startswith("test_")
    engine = create_async_engine(
        database_url("TEST_DATABASE_URL"),
        poolclass=NullPool,
    )
    async with engine.connect() as other:
        statement = text("SELECT count(*) FROM pg_namespace WHERE nspname = :name")
        assert await other.scalar(statement, {"name": schema}) == 0
    async with temporary_tables("TEST_DATABASE_URL", Thing) as second:
        # Neither waits for the other.
        assert await second.scalar(text("SELECT current_schema()")) != schema


async def test_database_must_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert os.environ["TEST_DATABASE_URL"]
    monkeypatch.delenv("TEST_DATABASE_URL")
    with pytest.raises(pytest.exit.Exception, match=r"^Set TEST_DATABASE_URL to a "):
        async with temporary_tables("TEST_DATABASE_URL", Thing):
            pass
    monkeypatch.setenv("TEST_DATABASE_URL", "localhost")
    with pytest.raises(pytest.exit.Exception, match=r"^The .* is no database URL"):
        async with temporary_tables("TEST_DATABASE_URL", Thing):
            pass
