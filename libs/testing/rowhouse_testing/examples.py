"""Creates documents from JSON Schemas."""

import base64
import datetime
from collections.abc import Callable
from ipaddress import IPv4Address, IPv4Network
from typing import Any
from uuid import UUID

from pydantic_core import to_jsonable_python

Schema = dict[str, Any]
Resolve = Callable[[Schema], Schema]

_START = datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)

_FORMATS: dict[str, Callable[[int], Any]] = {
    "date": lambda number: _moment(number).date(),
    "date-time": lambda number: _moment(number),
    "time": lambda number: datetime.time(number // 60 % 24, number % 60),
    "duration": lambda number: datetime.timedelta(seconds=number),
    "email": lambda number: f"user{number or ''}@example.org",
    "ipv4": lambda number: IPv4Address(0x0A000000 + number),
    "ipv4network": lambda number: IPv4Network(0x0A000000 + number),
    "uuid": lambda number: UUID(int=number),
}


def example_of(schema: Schema, resolve: Resolve, number: int = 0) -> Any:
    """A value in JSON that a schema describes; of several ways, the first.

    Args:
        schema: The schema. Of an object, the example has what is required.
        resolve: Returns the schema that a `$ref` stands for.
        number: Different numbers give different values, where there are some.
    """

    def value(inner: Schema) -> Any:
        return example_of(inner, resolve, number)

    match schema:
        case {"examples": [first, *_]} | {"const": first} | {"enum": [first, *_]}:
            return first
        case {"default": initial}:
            return initial
        case {"$ref": str()}:
            return value(resolve(schema))
        case {"anyOf": [first, *_]} | {"oneOf": [first, *_]} | {"allOf": [first, *_]}:
            return value(first)
        case {"type": "object"}:
            required = schema.get("required", [])
            return {name: value(schema["properties"][name]) for name in required}
        case {"type": "array"}:
            items = schema.get("prefixItems", [])
            rest = schema.get("minItems", len(items)) - len(items)
            return [value(each) for each in [*items, *[schema.get("items", {})] * rest]]
        case {"type": "string"}:
            return _text(schema, number)
        case {"type": "integer" | "number" as kind}:
            least = schema.get("minimum", schema.get("exclusiveMinimum", 0) + 1)
            least = min(least, schema.get("maximum", least))
            return least if kind == "number" else int(least)
        case {"type": "boolean"}:
            return number % 2 == 1
        case _:
            return None


def _text(schema: Schema, number: int) -> str:
    kind = schema.get("format")
    if kind in _FORMATS:
        return str(to_jsonable_python(_FORMATS[kind](number)))
    text = f"text-{number}" if number else "text"
    if schema.get("contentEncoding") == "base64":
        return base64.b64encode(text.encode()).decode()
    return text[: schema.get("maxLength")].ljust(schema.get("minLength", 0), "x")


def _moment(number: int) -> datetime.datetime:
    return _START + datetime.timedelta(days=number, seconds=number)
