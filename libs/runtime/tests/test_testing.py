"""What generated tests stand on."""

import datetime
import json
import os
import re
import uuid
from dataclasses import fields
from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import EmailStr, TypeAdapter, ValidationError
from pydantic import Field as Constraint
from sqlalchemy import Column, NullPool, func, select, text
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from rowhouse_runtime.database import database_url
from rowhouse_runtime.schemas import Base64Bytes, Inet, MacAddress
from rowhouse_runtime.testing import Field, Rows, Sessions, temporary_tables
from rowhouse_runtime.testing.fields import TYPES
from rowhouse_runtime.testing.patterns import matching_text
from rowhouse_runtime.testing.samples import column_value, sample

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


FIELDS = [
    Field("int", ge=10, lt=13),
    Field("int", gt=-3),
    Field("int", le=5),
    Field("float", ge=0, le=0.5),
    Field("decimal", gt=0.5, le=99999),
    Field("decimal", lt=3),
    Field("decimal", max_digits=4, decimal_places=1),
    Field("str", min_length=3, pattern="^[a-z]+-[0-9]+$"),
    Field("str", min_length=20, max_length=20),
    Field("str", enum=["low", "high"]),
    Field("int", enum=[3, 5], nullable=True),
    Field("email", max_length=320),
    Field("bytes", min_length=1, max_length=3),
    Field("list[decimal]", min_length=2, max_length=3),
    *(
        Field(kind, nullable=True)
        for kind in (
            "uuid",
            "bool",
            "datetime",
            "date",
            "time",
            "timedelta",
            "json",
            "inet",
            "macaddr",
        )
    ),
]


LIMITS = tuple(
    each.name
    for each in fields(Field)
    if each.name not in {"type", "attribute", "nullable", "enum"}
)


def annotation_of(field: Field) -> Any:  # noqa: ANN401
    """The type that a request has for a field, as the generator writes it."""
    kinds: dict[str, Any] = {
        "int": int,
        "float": float,
        "decimal": Decimal,
        "str": str,
        "email": EmailStr,
        "bytes": Base64Bytes,
        "list[decimal]": list[Decimal],
        "uuid": uuid.UUID,
        "bool": bool,
        "datetime": datetime.datetime,
        "date": datetime.date,
        "time": datetime.time,
        "timedelta": datetime.timedelta,
        "json": dict[str, Any],
        "inet": Inet,
        "macaddr": MacAddress,
    }
    kind = Literal[*field.enum] if field.enum else kinds[field.type]
    limits = {name: getattr(field, name) for name in LIMITS}
    given = {name: value for name, value in limits.items() if value is not None}
    return Annotated[kind | None if field.nullable else kind, Constraint(**given)]


def test_every_type_and_constraint_is_tested_here() -> None:
    assert {field.type for field in FIELDS} >= {*TYPES}
    for limit in LIMITS:
        assert any(getattr(field, limit) is not None for field in FIELDS), limit


@pytest.mark.parametrize("field", FIELDS, ids=repr)
def test_values_of_fields(field: Field) -> None:
    adapter = TypeAdapter[Any](annotation_of(field))
    samples = [sample(field, "name", number, None) for number in range(1, 40)]
    for value in [*samples, *field.accepted()]:
        adapter.validate_json(json.dumps(value))
    for value, kind in field.refused():
        with pytest.raises(ValidationError) as refused:
            adapter.validate_json(json.dumps(value))
        assert kind is None or {e["type"] for e in refused.value.errors()} == {kind}


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
