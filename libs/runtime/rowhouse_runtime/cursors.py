"""Cursors: opaque texts that say where a page ended.

A cursor is base64url JSON, `[version, digest, values]`. The digest binds it to the
search it was made for. The values are those of the last row's order columns, or that of
its key alone; what a value is, the column says. Where the client may not see them, the
JSON is sealed.
"""

import base64
import datetime
import json
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from hashlib import blake2b
from typing import Annotated, Any, cast

from fastapi.exceptions import RequestValidationError
from pydantic import (
    AllowInfNan,
    PydanticSchemaGenerationError,
    TypeAdapter,
)
from pydantic_core import to_json, to_jsonable_python

from .schemas import Date, DateTime, Time, TimeDelta
from .sealing import Seal

_VERSION = 1
_MAX_DECIMAL_EXPONENT = 2**18
"""More digits than PostgreSQL's numbers have, and not too many for the driver."""


def search_digest(*parts: object) -> str:
    """A short digest of the search that a cursor belongs to."""
    data = to_json(parts, bytes_mode="base64")
    return blake2b(data, digest_size=9).hexdigest()


def encode_cursor(
    digest: str, values: Sequence[object], seal: Seal | None = None
) -> str:
    """Makes the cursor of a row; with a seal, nobody else can read its values."""
    plain = to_jsonable_python(values, bytes_mode="base64")
    content = to_json([_VERSION, digest, plain])
    if seal is not None:
        content = seal.close(content)
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


def decode_cursor(
    cursor: str, digest: str, *forms: Sequence[type[Any]], seal: Seal | None = None
) -> list[Any]:
    """Returns the values inside a cursor.

    Args:
        cursor: What a client sent.
        digest: The digest of the search that it is sent with.
        *forms: What the values may be: their Python types, `object` where any will do.
            How many there are tells which form it is.
        seal: What such cursors are sealed with.

    Raises:
        RequestValidationError: It is broken, or belongs to another search.
    """
    try:
        version, made_for, values = _content(cursor, seal)
        types = next((each for each in forms if len(each) == len(values)), None)
        if version != _VERSION or types is None:
            raise ValueError
    except (ValueError, TypeError, RecursionError):
        raise broken_cursor() from None
    if made_for != digest:
        raise invalid_cursor("Cursor belongs to a search with another sort or filter")
    try:
        return [_decode(value, kind) for value, kind in zip(values, types, strict=True)]
    except ValueError:
        raise broken_cursor() from None


def broken_cursor() -> RequestValidationError:
    """A 422 for an invalid cursor."""
    return invalid_cursor("Cursor should be one that a page returned")


def invalid_cursor(message: str) -> RequestValidationError:
    """A 422 in FastAPI's own format, for the field `cursor`."""
    return RequestValidationError(
        [{"type": "invalid_cursor", "loc": ("body", "cursor"), "msg": message}],
    )


def _content(cursor: str, seal: Seal | None) -> tuple[object, object, list[object]]:
    padded = cursor + "=" * (-len(cursor) % 4)
    content = base64.b64decode(padded, altchars=b"-_", validate=True)
    version, digest, values = json.loads(seal.open(content) if seal else content)
    if not isinstance(values, list):
        raise TypeError
    return version, digest, cast("list[object]", values)


def _decode(value: object, kind: type) -> object:
    if value is None:
        return None
    found = _adapter(kind).validate_json(to_json(value))
    if isinstance(found, Decimal) and abs(found.adjusted()) > _MAX_DECIMAL_EXPONENT:
        raise ValueError
    return found


@cache
def _adapter(kind: type) -> TypeAdapter[Any]:
    # A column can contain values that a request cannot.
    wider: Any = _WIDER_TYPES.get(kind, kind)
    try:
        return TypeAdapter(wider, config={"val_json_bytes": "base64"})
    except PydanticSchemaGenerationError:
        return TypeAdapter(Any)


_WIDER_TYPES: dict[type, Any] = {
    Decimal: Annotated[Decimal, AllowInfNan()],
    datetime.date: Date,
    datetime.datetime: DateTime,
    datetime.time: Time,
    datetime.timedelta: TimeDelta,
}
