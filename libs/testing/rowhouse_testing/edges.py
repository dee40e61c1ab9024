"""Values at the limits of a field's constraints, and beyond them."""

import base64
from decimal import Decimal
from typing import Any

from .fields import Field
from .patterns import matching_texts
from .samples import LONGEST, example

_WRONG = ("not a value", 1)
_CHARACTERS = ("x", "X", "0", "-")
# What a pattern may not allow at all, or not at the ends of a text.
_OTHERS = ("", " ", "~", "0", "a", "A", "é", "-", "\n")


def accepted(field: Field) -> list[Any]:
    """Every fixed value, or a value at the limit of each constraint."""
    values: list[Any] = [None] if field.nullable else []
    if field.enum:
        return [*values, *field.enum]
    if field.base is bool:
        return [*values, True, False]
    for name in field.limits:
        within = [each for each in _near(name, field) if not field.error(each)]
        values += [each for each in within[:1] if each not in values]
    return values


def refused(field: Field) -> list[tuple[Any, str | None]]:
    """Values beyond each constraint, with the type of the error if it tells why."""
    values: list[tuple[Any, str | None]] = [] if field.nullable else [(None, None)]
    if field.enum:
        numbers = field.base is int
        missing = max(map(int, field.enum)) + 1 if numbers else "no such value"
        # A Literal and a class of values name this error differently.
        return [*values, (missing, None)]
    plain = Field(field.type)
    values.append((next(each for each in _WRONG if plain.error(each)), None))
    for name, limit in field.limits.items():
        alone = Field(field.type, **{name: limit})
        others = {key: value for key, value in field.limits.items() if key != name}
        rest = Field(field.type, **others)
        beyond = [each for each in _near(name, field) if alone.error(each)]
        # Prefer a value that violates nothing else.
        beyond.sort(key=lambda each: rest.error(each) is not None)
        # One shows that a limit is there; of a pattern, each tells another part of it.
        tried = beyond if name == "pattern" else beyond[:1]
        values += [(each, field.error(each)) for each in tried]
    return values


def _near(name: str, field: Field) -> list[Any]:
    """Values on both sides of a limit, the nearest first."""
    limit, limits = field.limits[name], field.limits
    match name:
        case "min_length" | "max_length":
            sizes = [size for size in (limit, limit - 1, limit + 1) if size >= 0]
            return [value for size in sizes for value in _of_length(field, size)]
        case "pattern":
            return _mismatches(field, limit)
        case "max_digits":
            largest = Decimal("9" * limit).scaleb(-limits.get("decimal_places", 0))
            return [str(largest), str(largest + 1)]
        case "decimal_places":
            least = Decimal(str(limits.get("ge", limits.get("gt", 0))))
            return [
                str(least + Decimal(1).scaleb(-each)) for each in (limit, limit + 1)
            ]
        case _:
            return [
                int(number) if number == int(number) else number
                for number in (limit, limit - 1, limit + 1)
            ]


def _of_length(field: Field, size: int) -> list[Any]:
    if field.item is not None:
        item = field.item
        return [[example(item, number) for number in range(1, size + 1)]]
    if field.base is bytes:
        return [base64.b64encode(b"x" * size).decode()]
    return [each * size for each in _CHARACTERS] if field.base is str else []


def _mismatches(field: Field, pattern: str) -> list[Any]:
    """Texts that do not match, some only because of one end or the middle."""
    shortest = max(field.limits.get("min_length", 1), 1)
    text = min(matching_texts(pattern, shortest, LONGEST), key=len)
    near = [made for each in _OTHERS for made in (text + each, each + text)]
    near += [text[1:], text[:-1], text + text, f"{text}--{text}"]
    matching = Field(str, pattern=pattern)
    texts = dict.fromkeys([*(each * shortest for each in _OTHERS), *near])
    return [each for each in texts if matching.error(each)]
