"""Cursors: where a page ended, as an opaque text.

A cursor is base64url JSON, `[version, digest, values]`. The digest binds it to the
search it was made for. The values are those of the last row's order columns; what a
value is, the column says.
"""

import base64
import binascii
import json
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from hashlib import blake2b
from typing import Annotated, Any, cast

from fastapi import HTTPException, status
from fastapi.exceptions import RequestValidationError
from pydantic import (
    AllowInfNan,
    PydanticSchemaGenerationError,
    TypeAdapter,
    ValidationError,
)
from pydantic_core import to_json, to_jsonable_python

MAX_CURSOR_LENGTH = 2048
"""How many characters a cursor may have."""

_VERSION = 1


def search_digest(*parts: object) -> str:
    """A short digest of what a cursor is bound to."""
    data = to_json(parts, bytes_mode="base64")
    return blake2b(data, digest_size=9).hexdigest()


def encode_cursor(digest: str, values: Sequence[object]) -> str:
    """Makes the cursor of a row.

    Raises:
        HTTPException: 422, when a value is too long for a cursor.
    """
    plain = to_jsonable_python(values, bytes_mode="base64", inf_nan_mode="strings")
    content = to_json([_VERSION, digest, plain])
    cursor = base64.urlsafe_b64encode(content).decode().rstrip("=")
    if len(cursor) > MAX_CURSOR_LENGTH:
        raise HTTPException(
            status.HTTP_422_UNPROCESSABLE_CONTENT,
            "The page ends at a value too long for a cursor; sort by another field",
        )
    return cursor


def decode_cursor(cursor: str, digest: str, types: Sequence[type[Any]]) -> list[Any]:
    """Returns the values inside a cursor.

    Args:
        cursor: What a client sent.
        digest: The digest of the search that it is sent with.
        types: The Python types of the values, `object` where any will do.

    Raises:
        RequestValidationError: It is broken, or belongs to another search.
    """
    try:
        version, made_for, values = _content(cursor)
        if version != _VERSION or len(values) != len(types):
            raise ValueError
    except (ValueError, TypeError, RecursionError, binascii.Error):
        raise invalid_cursor("Cursor should be one that a page returned") from None
    if made_for != digest:
        raise invalid_cursor("Cursor belongs to a search with another sort or filter")
    try:
        return [_decode(value, kind) for value, kind in zip(values, types, strict=True)]
    except ValidationError:
        raise invalid_cursor("Cursor should be one that a page returned") from None


def invalid_cursor(message: str) -> RequestValidationError:
    """A 422 of FastAPI's own form, for the field `cursor`."""
    return RequestValidationError(
        [{"type": "invalid_cursor", "loc": ("body", "cursor"), "msg": message}],
    )


def _content(cursor: str) -> tuple[object, object, list[object]]:
    if len(cursor) > MAX_CURSOR_LENGTH:
        raise ValueError
    padded = cursor + "=" * (-len(cursor) % 4)
    content = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
    version, digest, values = content
    if not isinstance(values, list):
        raise TypeError
    return version, digest, cast("list[object]", values)


def _decode(value: object, kind: type) -> object:
    if value is None:
        return None
    return _adapter(kind).validate_json(to_json(value))


@cache
def _adapter(kind: type) -> TypeAdapter[Any]:
    if kind is Decimal:
        # A column can hold NaN, though no request can bring it.
        return TypeAdapter(Annotated[Decimal, AllowInfNan()])
    try:
        return TypeAdapter(kind, config={"val_json_bytes": "base64"})
    except PydanticSchemaGenerationError:
        return TypeAdapter(Any)
