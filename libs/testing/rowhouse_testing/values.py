"""Values of Python classes and column types: of different numbers, different ones."""

import datetime
from collections.abc import Callable
from decimal import Decimal
from ipaddress import IPv4Address, IPv4Network
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin
from uuid import UUID

from pydantic import TypeAdapter
from sqlalchemy.dialects.postgresql import (
    CIDR,
    INET,
    MACADDR,
    MACADDR8,
    TSVECTOR,
    Range,
)

_START = datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)

_VALUES: dict[Any, Callable[[int], Any]] = {
    bool: lambda number: number % 2 == 1,
    int: lambda number: number,
    float: lambda number: number + 0.5,
    Decimal: Decimal,
    str: lambda number: f"text-{number}",
    bytes: lambda number: str(number).encode(),
    dict: lambda number: {"number": number},
    list: lambda _: [],
    UUID: lambda number: UUID(int=number),
    datetime.datetime: lambda number: _START + _days(number),
    datetime.date: lambda number: (_START + _days(number)).date(),
    datetime.time: lambda number: datetime.time(number // 60 % 24, number % 60),
    datetime.timedelta: lambda number: datetime.timedelta(seconds=number),
    IPv4Address: lambda number: IPv4Address(0x0A000000 + number),
    IPv4Network: lambda number: IPv4Network(0x0A000000 + number),
    # Column types whose values their Python class does not tell.
    INET: lambda number: value_of(IPv4Address, number),
    CIDR: lambda number: value_of(IPv4Network, number),
    MACADDR: lambda number: f"08:00:2b:00:{_two_bytes(number)}",
    # PostgreSQL makes one of six bytes longer.
    MACADDR8: lambda number: f"08:00:2b:ff:fe:00:{_two_bytes(number)}",
    TSVECTOR: str,
}


def value_of(kind: Any, number: int) -> Any:
    """A value of a class, or of a type of columns.

    Raises:
        KeyError: None is known.
    """
    if get_origin(kind) is Range:
        end = class_of(*get_args(kind))
        return Range(value_of(end, number), value_of(end, number + 1))
    return _VALUES[kind](number)


def instance_of(kind: Any, number: int, example_of: Callable[..., Any]) -> Any:
    """A value of a class that says what it is made of.

    It has what the class requires, and what the class adds by itself.
    """
    adapter: TypeAdapter[Any] = TypeAdapter(kind)
    schema = adapter.json_schema()
    definitions: dict[str, Any] = schema.get("$defs", {})

    def resolve(reference: dict[str, Any]) -> Any:
        return definitions[reference["$ref"].rpartition("/")[2]]

    return adapter.validate_python(example_of(schema, resolve, number))


def document_of(kind: Any, number: int, example_of: Callable[..., Any]) -> Any:
    """A value in JSON of a class of documents: a TypedDict or a Pydantic model."""
    document = instance_of(kind, number, example_of)
    return TypeAdapter(kind).dump_python(document, mode="json", by_alias=True)


def class_of(kind: Any) -> Any:
    """The class of a type's values; of several, the first.

    Ranges stay what they are, as the type of their ends is theirs.
    """
    origin = get_origin(kind)
    if origin is Range:
        return kind
    if origin in {Annotated, Union, UnionType}:
        return class_of(get_args(kind)[0])
    return origin or kind


def column_type(kind: object) -> type | None:
    """The type of columns that tells what the values of a column are, if one does."""
    return next((each for each in type(kind).__mro__ if each in _VALUES), None)


def _two_bytes(number: int) -> str:
    return f"{number // 256 % 256:02x}:{number % 256:02x}"


def _days(number: int) -> datetime.timedelta:
    return datetime.timedelta(days=number, seconds=number)
