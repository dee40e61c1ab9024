"""Values at the limits of a field's constraints, and beyond them."""

import base64
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from .fields import Field
from .patterns import matching_text
from .samples import example

_Near = Callable[[Field, Any], list[Any]]

_WRONG = ("not a value", 1)
_CHARACTERS = ("x", "X", "0", "-")
_TEXTS = ("", " ", "~", "0", "a", "A", "é")
# Characters that a pattern may allow inside a string but not at its ends.
_ENDS = ("-", " ", "\n", "A", "a", "0", "é")
_LONGEST = 200


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
        missing = (
            max(map(int, field.enum)) + 1 if field.base is int else "no such value"
        )
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
    values: _Near = _NEAR.get(name, _numbers)
    return values(field, field.limits[name])


def _numbers(_: Field, limit: float) -> list[Any]:
    return [_plain(number) for number in (limit, limit - 1, limit + 1)]


def _lengths(field: Field, limit: int) -> list[Any]:
    """Values of that length, shorter and longer ones, if the size is known."""
    lengths = [length for length in (limit, limit - 1, limit + 1) if length >= 0]
    if field.item is not None:
        item = field.item
        return [
            [example(item, number) for number in range(1, length + 1)]
            for length in lengths
        ]
    if field.base is bytes:
        return [base64.b64encode(b"x" * length).decode() for length in lengths]
    if field.base is str:
        return [each * length for length in lengths for each in _CHARACTERS]
    return []


def _mismatches(field: Field, pattern: str) -> list[Any]:
    """Strings that do not match, some only because of one end or the middle."""
    shortest = field.limits.get("min_length", 0)
    texts = [each * max(shortest, 1) for each in _TEXTS]
    try:
        text = matching_text(pattern, max(shortest - 1, 0), _LONGEST, seed=0)
    except ValueError:
        near: list[str] = []
    else:
        near = [made for each in _ENDS for made in (text + each, each + text)]
        near += [text[1:], text[:-1], text + text, f"{text}--{text}"]
    matching = Field(str, pattern=pattern)
    return [each for each in dict.fromkeys([*texts, *near]) if matching.error(each)]


def _digits(field: Field, limit: int) -> list[Any]:
    """The largest number with that many digits, and a larger one."""
    largest = Decimal("9" * limit).scaleb(-field.limits.get("decimal_places", 0))
    return [str(largest), str(largest + 1)]


def _places(field: Field, limit: int) -> list[Any]:
    """A number with that many digits after the point, and one with more."""
    least = Decimal(str(field.limits.get("ge", field.limits.get("gt", 0))))
    return [str(least + Decimal(1).scaleb(-places)) for places in (limit, limit + 1)]


_NEAR: dict[str, _Near] = {
    "min_length": _lengths,
    "max_length": _lengths,
    "pattern": _mismatches,
    "max_digits": _digits,
    "decimal_places": _places,
}
"""Values near the limit of a constraint. All other constraints limit numbers."""


def _plain(number: float) -> float:
    return int(number) if number == int(number) else number
