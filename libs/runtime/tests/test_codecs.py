"""Dates and times as PostgreSQL has them, read and written by a connection."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from sqlalchemy import (
    ARRAY,
    CHAR,
    NCHAR,
    Column,
    ColumnElement,
    Date,
    DateTime,
    Enum,
    Float,
    Interval,
    MetaData,
    NullPool,
    Numeric,
    Select,
    String,
    Table,
    Time,
    Uuid,
    cast,
    func,
    insert,
    literal,
    select,
    text,
    type_coerce,
)
from sqlalchemy.dialects.postgresql import (
    BIT,
    CITEXT,
    DOMAIN,
    ENUM,
    JSONB,
    NUMRANGE,
    Range,
)
from sqlalchemy.exc import StatementError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.types import TypeEngine

from rowhouse_runtime.codecs import create_exact_engine
from rowhouse_runtime.database import database_url

from .specimens import Shade

pytestmark = pytest.mark.anyio

UTC = dt.UTC
WEST = dt.timezone(dt.timedelta(hours=-3, minutes=-30))

READ: list[tuple[str, object]] = [
    ("date '0001-01-01'", dt.date.min),
    ("date '9999-12-31'", dt.date.max),
    ("date '0001-12-31 BC'", "0001-12-31 BC"),
    ("date '0044-03-15 BC'", "0044-03-15 BC"),
    ("date '10000-01-01'", "10000-01-01"),
    ("date '20240-02-29'", "20240-02-29"),
    ("date 'infinity'", "infinity"),
    ("date '-infinity'", "-infinity"),
    ("timestamp '0001-01-01'", dt.datetime.min),
    ("timestamp '9999-12-31 23:59:59.999999'", dt.datetime.max),
    ("timestamp '10000-01-01 01:02:03.000004'", "10000-01-01 01:02:03.000004"),
    ("timestamp '0001-12-31 23:59 BC'", "0001-12-31 23:59:00 BC"),
    ("timestamp 'infinity'", "infinity"),
    ("timestamp '-infinity'", "-infinity"),
    ("timestamptz '0001-01-01 00:00+00'", dt.datetime.min.replace(tzinfo=UTC)),
    ("timestamptz '2024-02-29 12:00+02'", dt.datetime(2024, 2, 29, 10, tzinfo=UTC)),
    ("timestamptz '10000-01-01 01:00+01'", "10000-01-01 00:00:00+00"),
    ("timestamptz '-infinity'", "-infinity"),
    ("time '00:00'", dt.time()),
    ("time '23:59:59.999999'", dt.time.max),
    ("time '24:00'", "24:00:00"),
    ("timetz '12:00-03:30'", dt.time(12, tzinfo=WEST)),
    ("timetz '24:00-03:30'", "24:00:00-03:30"),
    ("timetz '12:00+15:59:59'", "12:00:00+15:59:59"),
    ("interval '2 mons 3 days 4 us'", dt.timedelta(63, 0, 4)),
    ("interval '-1 mons -1 us'", dt.timedelta(-30, 0, -1)),
    ("interval 'infinity'", "infinity"),
    ("interval '-infinity'", "-infinity"),
    (
        "interval '2147483647 mons'",
        "2147483647 months 0 days 0 microseconds",
    ),
    (
        "interval '3000000 years 2 days 1 s'",
        "36000000 months 2 days 1000000 microseconds",
    ),
]


@pytest.mark.parametrize(("written", "expected"), READ)
async def test_values_are_read(
    db: AsyncSession, written: str, expected: object
) -> None:
    found: object = await db.scalar(text(f"SELECT {written}"))
    assert found == expected
    assert type(found) is type(expected)
    if isinstance(found, dt.time | dt.datetime) and isinstance(expected, type(found)):
        assert found.utcoffset() == expected.utcoffset()


WRITTEN: list[tuple[TypeEngine[Any], object, str]] = [
    (Date(), dt.date.min, "0001-01-01"),
    (Date(), dt.date(2024, 2, 29), "2024-02-29"),
    (Date(), dt.date.max, "9999-12-31"),
    (DateTime(), dt.datetime.min, "0001-01-01 00:00:00"),
    (DateTime(), dt.datetime.max, "9999-12-31 23:59:59.999999"),
    (Time(), dt.time(1, 2, 3, 4), "01:02:03.000004"),
    (Time(timezone=True), dt.time(1, 2, 3, 4, WEST), "01:02:03.000004-03:30"),
    (Interval(), dt.timedelta(2, 3, 4), "2 days 00:00:03.000004"),
    (Interval(), dt.timedelta(-1, 1), "-1 days +00:00:01"),
]


@pytest.mark.parametrize(("kind", "value", "expected"), WRITTEN)
async def test_values_are_written(
    db: AsyncSession, kind: TypeEngine[Any], value: object, expected: str
) -> None:
    assert await db.scalar(select(cast(literal(value, kind), String))) == expected


async def test_moments_are_written_in_any_zone(db: AsyncSession) -> None:
    await db.execute(text("SET LOCAL timezone TO 'UTC'"))
    moment = dt.datetime(2024, 1, 1, 1, 2, 3, 4, WEST)
    written = select(cast(literal(moment, DateTime(timezone=True)), String))
    assert await db.scalar(written) == "2024-01-01 04:32:03.000004+00"


async def test_a_list_of_texts_is_not_cut(db: AsyncSession) -> None:
    texts = ARRAY(String(3))
    assert await db.scalar(select(literal(["abcd"], texts))) == ["abcd"]
    assert not await db.scalar(select(literal(["abc"], texts) == ["abcd"]))


LENGTHS: list[tuple[TypeEngine[Any], object, object]] = [
    (ARRAY(CHAR(3)), ["abcd"], ["abc"]),
    (ARRAY(CHAR()), ["abcd"], ["a"]),
    (ARRAY(NCHAR(3)), ["abcd"], ["abc"]),
    (BIT(3), "0111", "011"),
    (BIT(3), "01", "010"),
    (BIT(3, varying=True), "0111", "011"),
    (ARRAY(BIT(3)), ["0111"], ["011"]),
    (ARRAY(BIT(3, varying=True)), ["0111"], ["011"]),
]


@pytest.mark.parametrize(("kind", "wrong", "right"), LENGTHS)
async def test_what_has_another_length_is_refused(
    db: AsyncSession, kind: TypeEngine[Any], wrong: object, right: object
) -> None:
    column: Column[Any] = Column("value", kind)
    table = Table("of_a_length", MetaData(), column)
    connection = await db.connection()
    await connection.run_sync(table.create)
    await db.execute(insert(table).values(value=right))
    assert await db.scalar(select(column).where(column == right)) == right
    with pytest.raises(StatementError, match=r"value too long|bit string"):
        await db.execute(insert(table).values(value=wrong))


DOMAINS: list[tuple[TypeEngine[Any], object]] = [
    (JSONB(), {"a": [1, None]}),
    (JSONB(), "a"),
    (NUMRANGE(), Range(Decimal(1), Decimal(2))),
    (ENUM(Shade, create_type=False), Shade.DARK),
    (Enum(Shade, native_enum=False), Shade.DARK),
    (Uuid(as_uuid=False), "00000000-0000-0000-0000-000000000007"),
    (Numeric(4, 2, asdecimal=False), 1.5),
    (Numeric(4, 2), Decimal("1.50")),
    (Float(), 1.5),
    (String(5), "abc"),
    (DOMAIN("inner_domain", JSONB()), [{"a": 1}]),
]


@pytest.mark.parametrize("is_list", [False, True])
@pytest.mark.parametrize(("kind", "value"), DOMAINS)
async def test_values_of_a_domain_are_those_of_its_type(
    db: AsyncSession, kind: TypeEngine[Any], value: object, is_list: bool
) -> None:
    domain: Any = DOMAIN("domain", kind)
    column = Column[Any]("value", ARRAY(domain) if is_list else domain)
    table = Table("with_domain", MetaData(), column)
    if isinstance(kind, DOMAIN):
        # SQLAlchemy creates the domains of columns only.
        inner = kind
        await db.run_sync(lambda session: inner.create(session.connection()))
    await db.run_sync(lambda session: domain.create(session.connection()))
    await db.run_sync(lambda session: table.create(session.connection()))
    written = [value] if is_list else value
    await db.execute(insert(table).values(value=written))
    found: object = await db.scalar(select(column))
    assert found == written
    if not is_list:
        assert type(found) is type(value)


async def test_a_list_of_labels_is_one_of_labels(db: AsyncSession) -> None:
    label: Any = ENUM(Shade, create_type=False)
    written: ColumnElement[Any] = literal([Shade.DARK], ARRAY(label))
    assert await db.scalar(select(cast(written, String))) == "{DARK}"
    assert await db.scalar(select(func.pg_typeof(written).cast(String))) == "shade[]"


async def test_a_label_is_read_as_a_member(db: AsyncSession) -> None:
    for label in (ENUM(Shade, create_type=False), Enum(Shade, native_enum=False)):
        read: Select[Any] = select(type_coerce(literal("DARK"), label))
        assert await db.scalar(read) is Shade.DARK


WRONG: list[tuple[TypeEngine[Any], object, str]] = [
    (Date(), dt.datetime(2024, 1, 1), "a date is expected, not a datetime"),
    (
        DateTime(),
        dt.datetime(2024, 1, 1, tzinfo=UTC),
        "a datetime without a time zone is expected",
    ),
    (
        DateTime(timezone=True),
        dt.datetime(2024, 1, 1),
        "a datetime with a time zone is expected",
    ),
    (Time(), dt.time(tzinfo=UTC), "a time without an offset is expected"),
    (Time(timezone=True), dt.time(), "a time with an offset is expected"),
]


@pytest.mark.parametrize(("kind", "value", "expected"), WRONG)
async def test_nothing_is_cut_that_cannot_be_stored(
    db: AsyncSession, kind: TypeEngine[Any], value: object, expected: str
) -> None:
    with pytest.raises(StatementError) as refused:
        await db.scalar(select(literal(value, kind)))
    assert f"({expected})" in str(refused.value)


async def test_list_of_citext_may_have_empty_texts() -> None:
    url = database_url("TEST_DATABASE_URL")
    making = create_exact_engine(url, poolclass=NullPool)
    async with making.begin() as connection:
        await connection.execute(text("CREATE SCHEMA of_citext"))
        await connection.execute(
            text("CREATE EXTENSION IF NOT EXISTS citext SCHEMA of_citext")
        )
    try:
        using = create_exact_engine(url, poolclass=NullPool)
        async with using.connect() as connection:
            where = "FROM pg_type WHERE typname = 'citext'"
            schema = await connection.scalar(
                text(f"SELECT typnamespace::regnamespace {where}")
            )
            await connection.execute(text(f"SET search_path TO {schema}"))
            texts = ["", "É", "NULL", '"']
            stored = select(cast(literal(texts, ARRAY(CITEXT)), ARRAY(CITEXT)))
            assert await connection.scalar(stored) == texts
            same = select(cast(literal("É", CITEXT), CITEXT) == "é")
            assert await connection.scalar(same) is True
    finally:
        async with making.begin() as connection:
            await connection.execute(text("DROP SCHEMA of_citext CASCADE"))
