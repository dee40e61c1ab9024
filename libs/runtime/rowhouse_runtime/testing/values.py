"""Values of Python's classes; different numbers give different ones."""

import datetime
from collections.abc import Callable
from decimal import Decimal
from ipaddress import IPv4Address
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin
from uuid import UUID

from pydantic import TypeAdapter
from pydantic_core import to_jsonable_python

Schema = dict[str, Any]

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
}


_FORMS: dict[str, Any] = {
    "date": datetime.date,
    "date-time": datetime.datetime,
    "time": datetime.time,
    "duration": datetime.timedelta,
    "uuid": UUID,
    "ipv4": IPv4Address,
}
"""Texts of JSON Schema that stand for values of Python's."""


def value_of(kind: Any, number: int) -> Any:  # noqa: ANN401
    """A value of a class.

    Raises:
        KeyError: None is known.
    """
    return _VALUES[kind](number)


def document_of(kind: Any, number: int) -> Any:  # noqa: ANN401
    """A value in JSON of a class of documents: a TypedDict or a Pydantic model.

    It has what the class requires and nothing else.
    """
    schema = TypeAdapter(kind).json_schema()
    return _in_schema(schema, schema.get("$defs", {}), number)


def _in_schema(schema: Schema, definitions: Schema, number: int) -> Any:  # noqa: ANN401
    """A value that a JSON Schema describes; of several ways, the first."""

    def value(inner: Schema) -> Any:  # noqa: ANN401
        return _in_schema(inner, definitions, number)

    match schema:
        case {"$ref": str(path)}:
            return value(definitions[path.rpartition("/")[2]])
        case {"const": fixed} | {"enum": [fixed, *_]}:
            return fixed
        case {"anyOf": [first, *_]} | {"oneOf": [first, *_]} | {"allOf": [first, *_]}:
            return value(first)
        case {"type": "object"}:
            properties = schema.get("properties", {})
            return {
                name: value(properties[name]) for name in schema.get("required", [])
            }
        case {"type": "array"}:
            items = schema.get("prefixItems", [])
            rest = schema.get("minItems", len(items)) - len(items)
            return [value(each) for each in [*items, *[schema.get("items", {})] * rest]]
        case {"type": "string", "format": str(form)} if form in _FORMS:
            return to_jsonable_python(value_of(_FORMS[form], number))
        case {"type": "string"}:
            text = f"text-{number}"[: schema.get("maxLength")]
            return text.ljust(schema.get("minLength", 0), "x")
        case {"type": "integer" | "number" as kind}:
            least = schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1)
            least = min(least, schema.get("maximum", least))
            return least if kind == "number" else int(least)
        case {"type": "boolean"}:
            return number % 2 == 1
        case _:
            return None


def class_of(kind: Any) -> Any:  # noqa: ANN401
    """The class of a type's values; of several, the first."""
    origin = get_origin(kind)
    if origin in {Annotated, Union, UnionType}:
        return class_of(get_args(kind)[0])
    return origin or kind


def _days(number: int) -> datetime.timedelta:
    return datetime.timedelta(days=number, seconds=number)
