"""Converts values between PostgreSQL and Python.

PostgreSQL's range is the wider one. Its dates and times have infinity, years before 1
and after 9999, 24:00:00 and months of no certain length: asyncpg reads the first and
the last day that Python knows as infinity, fails on what is beyond them, and cuts what
it cannot store. Its enums may have labels that Python's lack, its JSON numbers that no
float holds. Here each value is read as what it is; one that Python does not have is
PostgreSQL's text of it.
"""

import datetime
from collections.abc import Callable
from typing import Any

from sqlalchemy import CHAR, NCHAR, URL, Dialect, Enum, String, event
from sqlalchemy.dialects.postgresql import BIT, DOMAIN
from sqlalchemy.dialects.postgresql.asyncpg import AsyncPgEnum, PGCompiler_asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .documents import read_document, write_document

_DATE_EPOCH = datetime.date(2000, 1, 1)
_EPOCH = datetime.datetime(2000, 1, 1)
_UTC_EPOCH = _EPOCH.replace(tzinfo=datetime.UTC)
_FIRST_DAY = (datetime.date.min - _DATE_EPOCH).days
_LAST_DAY = (datetime.date.max - _DATE_EPOCH).days
_DAYS_OF_400_YEARS = 146_097
_MICROSECOND = datetime.timedelta(microseconds=1)
_DAY = 86_400_000_000
"""The number of microseconds of a day."""

_NUMERIC_OID = 1700
"""PostgreSQL's number of the type `numeric`."""

_MAX_INT32, _MIN_INT32 = 2**31 - 1, -(2**31)
_MAX_INT64, _MIN_INT64 = 2**63 - 1, -(2**63)


def create_exact_engine(url: URL, **options: Any) -> AsyncEngine:
    """Creates an engine whose connections read and write all values exactly.

    Args:
        url: The database.
        **options: Those of `create_async_engine`.
    """
    engine = create_async_engine(
        url,
        json_serializer=write_document,
        json_deserializer=read_document,
        **options,
    )
    if engine.dialect.driver == "asyncpg":
        dialect: Any = engine.dialect
        dialect.colspecs = {
            **dialect.colspecs,
            DOMAIN: _Domain,
            Enum: _NativeLabelOrMember,
        }
        dialect.statement_compiler = _Compiler
        event.listen(engine.sync_engine, "connect", _set_codecs)
    return engine


class _Compiler(PGCompiler_asyncpg):
    """Sends lists of texts and bits without a length, as SQLAlchemy does single texts.

    PostgreSQL would cut what is cast to `VARCHAR(5)[]` or `BIT(5)`, and fill up the
    bits; a column refuses them.
    """

    def render_bind_cast(self, type_: Any, dbapi_type: Any, sqltext: str) -> str:
        """Returns the SQL type of a parameter."""
        item: object = getattr(dbapi_type, "item_type", None)
        if item is not None and (name := _name_without_length(item)) is not None:
            return f"{sqltext}::{name}[]"
        if isinstance(dbapi_type, BIT):
            return f"{sqltext}::{_name_without_length(dbapi_type)}"
        cast: str = super().render_bind_cast(type_, dbapi_type, sqltext)  # type: ignore[no-untyped-call]
        return cast


def _name_without_length(kind: object) -> str | None:
    """The SQL name of a type that has a length, as one of any length."""
    match kind:
        case BIT():
            # Without the quotes, it is one of a single bit.
            return "BIT VARYING" if kind.varying else '"bit"'
        case CHAR() | NCHAR():
            return "BPCHAR"
        case String() if kind.length is not None and not isinstance(kind, Enum):
            return "VARCHAR"
        case _:
            return None


class _Domain(DOMAIN):
    """Converts values of a domain as those of its type, which SQLAlchemy leaves out.

    So a domain over `jsonb` is read as JSON, and not as its text.
    """

    def bind_processor(self, dialect: Dialect) -> Any:
        """Writes a value."""
        return self.data_type.dialect_impl(dialect).bind_processor(dialect)

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        """Reads a value."""
        # Only numbers ask what the driver returns. Of a list of a domain, SQLAlchemy
        # does not know it.
        kind = self.data_type.dialect_impl(dialect)
        return kind.result_processor(dialect, _NUMERIC_OID)


class _LabelOrMember(Enum):
    """The member of an enum, or the label if the Python class has no such member."""

    def result_processor(self, dialect: Dialect, coltype: object) -> Any:
        """Reads a label."""
        member_of: Callable[[Any], Any]
        member_of = super().result_processor(dialect, coltype)  # type: ignore[no-untyped-call]

        def process(value: Any) -> Any:
            try:
                return member_of(value)
            except LookupError:
                return value

        return process


class _NativeLabelOrMember(_LabelOrMember, AsyncPgEnum):
    """The same, for an enum type of the database."""

    @classmethod
    def adapt_native_to_emulated(cls, impl: Any, **options: Any) -> Any:
        """Uses a text column, if the database has no enum type."""
        return impl.adapt_to_emulated(_LabelOrMember, **options)


def _set_codecs(connection: Any, _: object) -> None:
    async def set_all(driver: Any) -> None:
        for name, (encode, decode) in _CODECS.items():
            await driver.set_type_codec(
                name,
                schema="pg_catalog",
                encoder=encode,
                decoder=decode,
                format="tuple",
            )
        # Of a type that it does not know, asyncpg reads an empty text in a list as
        # nothing at all: the process dies when it is touched. Not so with this codec.
        for (schema,) in await driver.fetch(_CITEXT_SCHEMAS):
            await driver.set_type_codec(
                "citext",
                schema=schema,
                encoder=str.encode,
                decoder=bytes.decode,
                format="binary",
            )

    connection.run_async(set_all)


def _encode_date(value: datetime.date) -> tuple[int]:
    if isinstance(value, datetime.datetime):
        raise ValueError("a date is expected, not a datetime")
    return ((value - _DATE_EPOCH).days,)


def _decode_date(encoded: tuple[int]) -> datetime.date | str:
    (days,) = encoded
    if _FIRST_DAY <= days <= _LAST_DAY:
        return _DATE_EPOCH + datetime.timedelta(days)
    if days in {_MIN_INT32, _MAX_INT32}:
        return _infinity(days)
    day, era = _far_day(days)
    return day + era


def _encode_timestamp(value: datetime.datetime) -> tuple[int]:
    if value.tzinfo is not None:
        raise ValueError("a datetime without a time zone is expected")
    return ((value - _EPOCH) // _MICROSECOND,)


def _decode_timestamp(encoded: tuple[int]) -> datetime.datetime | str:
    (count,) = encoded
    try:
        return _EPOCH + datetime.timedelta(0, 0, count)
    except OverflowError:
        return _far_moment(count, "")


def _encode_timestamptz(value: datetime.datetime) -> tuple[int]:
    if value.tzinfo is None:
        raise ValueError("a datetime with a time zone is expected")
    return ((value - _UTC_EPOCH) // _MICROSECOND,)


def _decode_timestamptz(encoded: tuple[int]) -> datetime.datetime | str:
    (count,) = encoded
    try:
        return _UTC_EPOCH + datetime.timedelta(0, 0, count)
    except OverflowError:
        return _far_moment(count, "+00")


def _encode_time(value: datetime.time) -> tuple[int]:
    if value.tzinfo is not None:
        raise ValueError("a time without an offset is expected")
    return (_since_midnight(value),)


def _decode_time(encoded: tuple[int]) -> datetime.time | str:
    (count,) = encoded
    return "24:00:00" if count == _DAY else _clock(count)


def _encode_timetz(value: datetime.time) -> tuple[int, int]:
    offset = value.utcoffset()
    if offset is None:
        raise ValueError("a time with an offset is expected")
    return _since_midnight(value), -int(offset.total_seconds())


def _decode_timetz(encoded: tuple[int, int]) -> datetime.time | str:
    count, west = encoded
    zone = datetime.timezone(datetime.timedelta(seconds=-west))
    if count == _DAY:
        return f"24:00:00{datetime.time(tzinfo=zone).isoformat()[8:]}"
    moment = _clock(count).replace(tzinfo=zone)
    # JSON's form of a time would lose the seconds of such an offset.
    return moment.isoformat() if west % 60 else moment


def _encode_interval(value: datetime.timedelta) -> tuple[int, int, int]:
    return 0, value.days, value.seconds * 1_000_000 + value.microseconds


def _decode_interval(encoded: tuple[int, int, int]) -> datetime.timedelta | str:
    months, days, count = encoded
    if months in {_MIN_INT32, _MAX_INT32} and months == days:
        return _infinity(months)
    try:
        # PostgreSQL, too, compares as if each month had 30 days.
        return datetime.timedelta(months * 30 + days, 0, count)
    except OverflowError:
        return f"{months} months {days} days {count} microseconds"


def _infinity(extreme: int) -> str:
    return "infinity" if extreme > 0 else "-infinity"


def _far_day(days: int) -> tuple[str, str]:
    """A day outside the years 1 to 9999, as PostgreSQL writes it, and its era."""
    cycles, rest = divmod(days, _DAYS_OF_400_YEARS)
    near = _DATE_EPOCH + datetime.timedelta(rest)
    year = near.year + 400 * cycles
    text = near.strftime("-%m-%d")
    return (f"{year}{text}", "") if year > 0 else (f"{1 - year:04}{text}", " BC")


def _far_moment(count: int, zone: str) -> str:
    if count in {_MIN_INT64, _MAX_INT64}:
        return _infinity(count)
    days, rest = divmod(count, _DAY)
    day, era = _far_day(days)
    return f"{day} {_clock(rest)}{zone}{era}"


def _since_midnight(value: datetime.time) -> int:
    seconds = (value.hour * 60 + value.minute) * 60 + value.second
    return seconds * 1_000_000 + value.microsecond


def _clock(count: int) -> datetime.time:
    return (_EPOCH + datetime.timedelta(microseconds=count)).time()


_CODECS: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "date": (_encode_date, _decode_date),
    "timestamp": (_encode_timestamp, _decode_timestamp),
    "timestamptz": (_encode_timestamptz, _decode_timestamptz),
    "time": (_encode_time, _decode_time),
    "timetz": (_encode_timetz, _decode_timetz),
    "interval": (_encode_interval, _decode_interval),
}

_CITEXT_SCHEMAS = (
    "SELECT nspname FROM pg_catalog.pg_type"
    " JOIN pg_catalog.pg_namespace ON pg_namespace.oid = typnamespace"
    " WHERE typname = 'citext'"
)
