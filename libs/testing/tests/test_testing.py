"""What generated tests stand on."""

import datetime
import os
import re
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from fastapi import APIRouter, FastAPI
from httpx2 import AsyncClient
from pydantic import EmailStr
from rowhouse_runtime.addresses import MacAddress
from rowhouse_runtime.database import database_url
from rowhouse_runtime.schemas import Base64Bytes
from sqlalchemy import (
    ARRAY,
    Column,
    DateTime,
    Enum,
    ForeignKey,
    ForeignKeyConstraint,
    Integer,
    MetaData,
    NullPool,
    Numeric,
    Sequence,
    String,
    Table,
    Time,
    Uuid,
    func,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.dialects.postgresql import (
    DOMAIN,
    MACADDR8,
    TSQUERY,
    TSVECTOR,
)
from sqlalchemy.ext.asyncio import (
    AsyncConnection,
    AsyncSession,
    async_sessionmaker,
    create_async_engine,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeEngine
from tests.api import RUNTIME, app_of, client_of
from tests.family import Pet, Resident, Tenant, Trip, Van, Vehicle
from tests.models import Dog, Item, Level, Owner, Thing

from rowhouse_testing import Api, Field, Rows, Sessions, temporary_tables
from rowhouse_testing.edges import accepted, refused
from rowhouse_testing.patterns import matching_text
from rowhouse_testing.resource import Resource
from rowhouse_testing.routes import check_included
from rowhouse_testing.rows import is_decided_by, source_of
from rowhouse_testing.samples import column_value, sample

pytestmark = pytest.mark.anyio


async def test_rows_are_valid_and_different(rows: Rows) -> None:
    first, second = await rows.create(Item), await rows.create(Item)
    assert first.id != second.id
    assert first.slug != second.slug
    assert first.owner_id != second.owner_id
    assert first.parent_id is None
    assert isinstance(first.level, Level)


async def test_none_in_a_row_is_null(rows: Rows, db: AsyncSession) -> None:
    """And not the document `null`."""
    await rows.create(Thing, {"document": None, "plain_json": None})
    is_null = Thing.document.is_(None), Thing.plain_json.is_(None)
    assert (await db.scalars(select(Thing).where(*is_null))).one()


async def test_rows_of_a_joined_subclass(rows: Rows) -> None:
    dog = await rows.create(Dog)
    assert dog.kind == "dog"
    assert dog.name.startswith("name-")


@pytest.mark.parametrize(
    ("column", "model", "decides"),
    [
        (Pet.resident_id, Resident, True),
        (Pet.resident_id, Tenant, False),
        (Trip.plate, Vehicle, True),
        (Trip.plate, Van, False),
        (Trip.van_plate, Van, True),
        (Trip.van_plate, Vehicle, True),
        (Trip.van_plate, Resident, False),
    ],
)
def test_rules_of_a_class_decide_about_its_table_and_those_of_subclasses(
    column: Any, model: Any, decides: bool
) -> None:
    (reference,) = column.foreign_keys
    assert is_decided_by(reference.constraint, model) == decides


async def test_body_has_fields_with_and_without_a_column(
    sessions: Sessions, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = FastAPI()
    async with client_of(app) as client:
        api = Api(RUNTIME, app, client, client, sessions, rows, [], monkeypatch)
        fields = {"parent_id": Field(int, nullable=True), "title": Field(str)}
        body = await Resource(api, Item, "/items", fields).body(fields)
    assert isinstance(body["title"], str)
    assert (await rows.all(Item))[0].id == body["parent_id"]


async def test_value_of_another_user_is_not_the_users_own(sessions: Sessions) -> None:
    own = column_value(inspect(Item).columns["slug"], 1)
    rows = Rows(sessions, {Item: {"slug": own}})
    values = [await rows.other_value(Item, "slug") for _ in range(3)]
    assert own not in values


def test_values_are_those_of_the_column_that_keys_lead_to() -> None:
    metadata = MetaData()
    firms = Table("firms", metadata, Column("code", String(8), primary_key=True))
    tickets = Table(
        "tickets",
        metadata,
        Column("firm", String, ForeignKey("firms.code"), primary_key=True),
        Column("number", Integer, primary_key=True),
    )
    files = Table(
        "files",
        metadata,
        Column("firm", String),
        Column("number", Integer),
        ForeignKeyConstraint(["firm", "number"], ["tickets.firm", "tickets.number"]),
    )
    # A part of the key of its own table.
    parts = Table(
        "parts",
        metadata,
        Column("firm", String, primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("whole", Integer),
        ForeignKeyConstraint(["firm", "whole"], ["parts.firm", "parts.number"]),
    )
    assert source_of(files.c.firm) is firms.c.code
    assert source_of(files.c.number) is tickets.c.number
    assert source_of(parts.c.firm) is parts.c.firm
    assert source_of(parts.c.whole) is parts.c.number


async def test_rows_are_forgotten_after_each_test(sessions: Sessions) -> None:
    async with sessions() as db:
        for model in (Item, Owner, Dog):
            assert await db.scalar(select(func.count()).select_from(model)) == 0


FIELDS: list[tuple[Field, list[Any], list[Any]]] = [
    (Field(bool), [True, False], []),
    (Field(int, nullable=True), [None], []),
    (Field(int, enum=[3, 5], nullable=True), [None, 3, 5], [6]),
    (Field(str, enum=["low", "high"]), ["low", "high"], ["no such value"]),
    (Field(int, ge=10, lt=13), [10, 12], [9, 13]),
    (Field(int, gt=-3), [-2], [-3]),
    (Field(int, le=5), [5], [6]),
    (Field(float, ge=0, le=0.5), [0, 0.5], [-1, 1.5]),
    (Field(Decimal, gt=0.5, le=99999), [1.5, 99999], [0.5, 100000]),
    (Field(Decimal, lt=3), [2], [3]),
    (
        Field(Decimal, max_digits=4, decimal_places=1),
        ["999.9", "0.1"],
        ["1000.9", "0.01"],
    ),
    (Field(str, min_length=3, pattern="^[a-z]+-[0-9]+$"), [], ["xx", "   "]),
    (Field(str, min_length=2, max_length=3), ["xx", "xxx"], ["x", "xxxx"]),
    (Field(str, max_length=3, pattern="^[0-9]*$"), ["000"], ["0000", " "]),
    (Field(Base64Bytes, min_length=1, max_length=2), ["eA==", "eHg="], ["", "eHh4"]),
    (
        Field(list[Decimal], min_length=1, max_length=2),
        [["1"], ["1", "2"]],
        [[], ["1", "2", "3"]],
    ),
    (Field(list[str], min_length=2), [["text-1", "text-2"]], [["text-1"]]),
    (Field(list[list[int]], min_length=1), [[[]]], [[]]),
    (Field(EmailStr, texts=r"^[a-z]{6}@example\.com$", max_length=20), [], []),
]


@pytest.mark.parametrize(("field", "within", "beyond"), FIELDS)
def test_values_of_fields(field: Field, within: list[Any], beyond: list[Any]) -> None:
    assert accepted(field) == within
    found = refused(field)
    nulls = [] if field.nullable else [None]
    wrong = [1 if field.base is str else "not a value"]
    expected = nulls + (beyond if field.enum else wrong + beyond)
    # Of a pattern there are more: see below.
    count = len(expected) if "pattern" in field.limits else None
    assert [value for value, _ in found[:count]] == expected
    for value, kind in found:
        assert kind is None or field.error(value) == kind
    samples = [sample(field, "name", number, None) for number in range(1, 40)]
    assert [field.error(value) for value in samples] == [None] * len(samples)


def test_items_of_a_list_match_the_pattern_of_their_texts() -> None:
    texts = r"^[a-z]{6}@example\.com$"
    field = Field(list[EmailStr], texts=texts, min_length=2)
    [two] = accepted(field)
    assert len(two) == 2
    assert all(re.search(texts, text) for text in two)


def test_what_is_refused_is_beyond_one_constraint_alone() -> None:
    field = Field(str, min_length=3, max_length=5, pattern="^[0-9-]+$")
    kinds = ["string_too_short", "string_too_long", "string_pattern_mismatch"]
    assert [*dict.fromkeys(kind for _, kind in refused(field)[2:])] == kinds


def test_short_texts_differ() -> None:
    """A unique column may be a country of two characters, or one letter."""
    for length, count in ((1, 36), (2, 1296)):
        column = Column("code", String(length))
        field = Field(str, max_length=length)
        stored = {column_value(column, number) for number in range(count)}
        sent = {sample(field, "code", number, column) for number in range(count)}
        assert len(stored) == len(sent) == count
        assert {len(text) for text in stored | sent} == {length}


def test_numbers_without_a_whole_part() -> None:
    column = Column("rate", Numeric(4, 4))
    for number in (1, 7, 40):
        sent = sample(Field(Decimal), "rate", number, column)
        for value in (column_value(column, number), Decimal(sent)):
            assert 0 < value < 1


def test_values_of_a_uuid_that_is_a_text_are_uuids() -> None:
    column = Column("token", Uuid(as_uuid=False))
    for value in (column_value(column, 7), sample(Field(str), "token", 7, column)):
        assert value == str(UUID(value))


async def test_columns_of_postgresqls_own_types_hold_their_values(
    connection: AsyncConnection,
) -> None:
    address = Field(MacAddress)
    own: list[tuple[TypeEngine[Any], Field | None]] = [
        (MACADDR8(), address),
        (ARRAY(MACADDR8()), Field(list[MacAddress])),
        (TSVECTOR(), None),
        (DOMAIN("short", String(4), check="VALUE > ''"), Field(str)),
        (ARRAY(DOMAIN("word", String(4))), Field(list[str])),
    ]
    columns: list[Column[Any]] = [
        Column(f"of_type_{at}", kind) for at, (kind, _) in enumerate(own)
    ]
    table = Table("own_types", MetaData(), *columns)
    await connection.run_sync(table.create)
    for column, (_, field) in zip(columns, own, strict=True):
        for number in (7, 70000):
            values = [column_value(column, number)]
            if field is not None:
                values.append(sample(field, column.name, number, column))
            for value in values:
                statement = insert(table).values({column: value}).returning(column)
                stored = await connection.scalar(statement)
                assert field is None or stored == value


def test_items_of_a_list_have_a_time_zone_if_their_column_has_one() -> None:
    times: list[tuple[DateTime | Time, Field]] = [
        (DateTime(), Field(list[datetime.datetime])),
        (DateTime(timezone=True), Field(list[datetime.datetime])),
        (Time(), Field(list[datetime.time])),
    ]
    for kind, field in times:
        column: Column[Any] = Column("seen", ARRAY(kind))
        sent = sample(field, "seen", 7, column)
        assert [text.endswith("Z") for text in sent] == [kind.timezone]
        assert field.error(sent) is None
        [stored] = column_value(column, 7)
        assert (stored.tzinfo is not None) == kind.timezone


def test_items_of_a_list_of_uuids_that_are_texts_are_uuids() -> None:
    column: Column[Any] = Column("tokens", ARRAY(Uuid(as_uuid=False)))
    [token] = sample(Field(list[str]), "tokens", 7, column)
    assert token == str(UUID(token))


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
def test_texts_match_their_pattern(pattern: str) -> None:
    for number in range(50):
        assert re.search(pattern, matching_text(pattern, 0, 100, number, bool))


def test_texts_differ() -> None:
    found = {matching_text("^[a-z]+$", 1, 9, seed, bool) for seed in range(50)}
    assert len(found) > 25


@pytest.mark.parametrize(
    ("pattern", "weaker"),
    [
        ("^[a-z]+$", "^[a-z]+"),
        ("^[a-z]+$", "[a-z]+$"),
        ("^[a-z0-9]+(?:-[a-z0-9]+)*$", "^[a-z0-9-]+$"),
        ("^[a-z0-9]+(?:-[a-z0-9]+)*$", "^[a-z0-9]+(?:-+[a-z0-9]+)*$"),
        (r"^\d{4}$", r"^\d{3,}$"),
        (r"^\d{4}$", r"^\d{,4}$"),
        ("^[0-9]{5}$", "^[0-9]{5}\n?$"),
    ],
)
def test_what_a_weaker_pattern_would_take_is_among_refused(
    pattern: str, weaker: str
) -> None:
    texts = [each for each, _ in refused(Field(str, pattern=pattern))]
    assert any(isinstance(each, str) and re.search(weaker, each) for each in texts)


@pytest.mark.parametrize("pattern", ["^a{5}$", "^aaaa"])
def test_patterns_beyond_reach_are_named(pattern: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(pattern))):
        matching_text(pattern, 0, 3, 1, bool)


@pytest.mark.parametrize("column", Thing.__table__.columns, ids=str)
def test_every_type_has_values(column: Column[Any]) -> None:
    assert column_value(column, 1) is not None


def test_type_without_values_is_named() -> None:
    with pytest.raises(TypeError, match="No value is known for the column words"):
        column_value(Column("words", TSQUERY), 1)


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
    async with temporary_tables(RUNTIME, "TEST_DATABASE_URL", Thing) as second:
        # Neither waits for the other.
        assert await second.scalar(text("SELECT current_schema()")) != schema


async def test_types_and_sequences_may_be_in_schemas_without_tables() -> None:
    class Own(DeclarativeBase):
        """The models of another project."""

    level: Any = DOMAIN("level", Integer, schema="levels")

    class Sign(Own):
        __tablename__ = "signs"

        id: Mapped[int] = mapped_column(
            Sequence("ids", schema="numbers"), primary_key=True
        )
        kind: Mapped[str] = mapped_column(Enum("a", "b", name="kind", schema="kinds"))
        levels: Mapped[list[int]] = mapped_column(ARRAY(level))

    async with temporary_tables(RUNTIME, "TEST_DATABASE_URL", Sign) as connection:
        sign = {"id": 1, "kind": "a", "levels": [1]}
        await connection.execute(insert(Sign).values(sign))
        assert (await connection.execute(select(Sign.kind))).scalar_one() == "a"


async def test_database_must_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert os.environ["TEST_DATABASE_URL"]
    monkeypatch.delenv("TEST_DATABASE_URL")
    with pytest.raises(pytest.exit.Exception, match=r"^Set TEST_DATABASE_URL to a "):
        async with temporary_tables(RUNTIME, "TEST_DATABASE_URL", Thing):
            pass
    monkeypatch.setenv("TEST_DATABASE_URL", "localhost")
    with pytest.raises(pytest.exit.Exception, match=r"^The .* is not a database URL"):
        async with temporary_tables(RUNTIME, "TEST_DATABASE_URL", Thing):
            pass


@pytest.mark.parametrize(
    ("method", "path", "is_distinct"),
    [
        ("GET", "/things/{key}", False),
        ("GET", "/things/first", False),
        ("GET", "/things/{pk}.json", False),
        ("GET", "/things", True),
        ("POST", "/things/{pk}", True),
        ("GET", "/things/{pk}/parts", True),
    ],
)
def test_a_route_that_hides_another_is_noticed(
    rows: Rows,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
    path: str,
    is_distinct: bool,
) -> None:
    def handle() -> None:
        """Does nothing."""

    first, last, outer = APIRouter(prefix="/things"), APIRouter(), APIRouter()
    first.add_api_route("/{pk}", handle, methods=["GET"])
    last.add_api_route(path, handle, methods=[method])
    outer.include_router(first)
    app = app_of(outer, last)
    client = AsyncClient()
    api = Api(RUNTIME, app, client, client, async_sessionmaker(), rows, [], monkeypatch)
    if is_distinct:
        check_included(api)
        return
    with pytest.raises(AssertionError, match=r"GET /things/\{pk\} hides"):
        check_included(api)


async def test_a_router_that_is_left_out_is_found(
    rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, inner = APIRouter(prefix="/own"), APIRouter()
    inner.get("/inner")(lambda: None)
    own.include_router(inner)
    client = AsyncClient()

    def api_of(app: FastAPI) -> Api:
        return Api(
            RUNTIME, app, client, client, async_sessionmaker(), rows, [], monkeypatch
        )

    app = FastAPI()
    with pytest.raises(AssertionError, match="inner is left out"):
        check_included(api_of(app), own)
    app.include_router(own, prefix="/v1")
    check_included(api_of(app), own)
