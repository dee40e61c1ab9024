"""The claims of a token, read as the types that a config gives them."""

import datetime
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from .tokens import unauthorized

T = TypeVar("T")

_MAX_INTEGER = 2**63
"""The range of PostgreSQL's largest integer type. No column has other values."""


def read_claim(claims: Mapping[str, Any], read: Callable[[object], T], *path: str) -> T:
    """Returns a claim as a Python value.

    Args:
        claims: The payload of a token.
        read: Makes the value; a ValueError says that the claim is of another type.
        *path: The name of the claim; of one inside others, all of their names.

    Raises:
        HTTPException: 401, when the claim is missing, null or of another type.
    """
    value: object = claims
    for name in path:
        inside = isinstance(value, Mapping)
        value = cast("Mapping[str, object]", value).get(name) if inside else None
    try:
        return read(value)
    except ValueError:
        raise unauthorized(f"The token has no valid {'.'.join(path)}") from None


def optional(read: Callable[[object], T]) -> Callable[[object], T | None]:
    """Reads a claim that may be null or missing."""

    def read_optional(value: object) -> T | None:
        return None if value is None else read(value)

    return read_optional


def as_str(value: object) -> str:
    """Reads a string that a database can store."""
    if not isinstance(value, str) or "\0" in value:
        raise ValueError
    value.encode()  # Raises a ValueError for half a surrogate pair.
    return value


def as_str_list(value: object) -> list[str]:
    """Reads a list of strings."""
    if not isinstance(value, list):
        raise ValueError
    return [as_str(item) for item in cast("list[object]", value)]


def as_uuid(value: object) -> UUID:
    """Reads a UUID in its usual form, with hyphens."""
    text = as_str(value)
    found = UUID(text)
    if str(found) != text.lower():
        raise ValueError
    return found


def as_int(value: object) -> int:
    """Reads a whole number that a column can hold."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError
    if not -_MAX_INTEGER <= value < _MAX_INTEGER:
        raise ValueError
    return value


def as_int_text(value: object) -> int:
    """Reads a whole number from a string: a `sub` is always a string."""
    text = as_str(value)
    found = as_int(int(text))
    if str(found) != text:
        raise ValueError
    return found


def as_bool(value: object) -> bool:
    """Reads true or false."""
    if not isinstance(value, bool):
        raise ValueError
    return value


def as_datetime(value: object) -> datetime.datetime:
    """Reads a time: seconds since 1970, as in `iat`, or ISO 8601 with an offset."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return datetime.datetime.fromtimestamp(value, datetime.UTC)
        except (OverflowError, OSError) as error:
            raise ValueError from error
    found = datetime.datetime.fromisoformat(as_str(value))
    if found.tzinfo is None:
        raise ValueError
    return found
