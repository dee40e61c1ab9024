"""Cursors: opaque texts that say where a page ended.

A cursor is base64url JSON, `[version, digest, values]`. The digest binds it to the
search it was made for. The values are those of the last row's order columns, or that of
its key alone; what a value is, the column says.
"""

import base64
import json
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from hashlib import blake2b
from typing import Annotated, Any, cast

from fastapi.exceptions import RequestValidationError
from pydantic import AllowInfNan, TypeAdapter
from pydantic_core import to_json, to_jsonable_python

from .storable import check_storable

_VERSION = 1


def search_digest(*parts: object) -> str:
    """A short digest of the search that a cursor belongs to."""
    data = to_json(parts, bytes_mode="base64")
    return blake2b(data, digest_size=9).hexdigest()


def encode_cursor(digest: str, values: Sequence[object]) -> str:
    """Makes the cursor of a row. Clients can read its values."""
    plain = to_jsonable_python(values, bytes_mode="base64")
    content = to_json([_VERSION, digest, plain])
    return base64.urlsafe_b64encode(content).decode().rstrip("=")


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
        padded = cursor + "=" * (-len(cursor) % 4)
        content = base64.b64decode(padded, altchars=b"-_", validate=True)
        version, made_for, values = json.loads(content)
        if version != _VERSION or not isinstance(values, list):
            raise ValueError
        pairs = zip(cast("list[object]", values), types, strict=True)
        found = [_decode(value, kind) for value, kind in pairs]
    except (ValueError, TypeError, RecursionError):
        raise invalid_cursor("Cursor should be one that a page returned") from None
    if made_for != digest:
        raise invalid_cursor("Cursor belongs to a search with another sort or filter")
    return found


def invalid_cursor(message: str) -> RequestValidationError:
    """A 422 in FastAPI's own format, for the field `cursor`."""
    return RequestValidationError(
        [{"type": "invalid_cursor", "loc": ("body", "cursor"), "msg": message}],
    )


def _decode(value: object, kind: type) -> object:
    if value is None:
        return None
    found: object = _adapter(kind).validate_json(to_json(value))
    # A column of numbers can contain NaN.
    return found if isinstance(found, float) else check_storable(found)


@cache
def _adapter(kind: type) -> TypeAdapter[Any]:
    # A column of numbers can contain NaN, unlike a request.
    wider: Any = Annotated[Decimal, AllowInfNan()] if kind is Decimal else kind
    return TypeAdapter(wider, config={"val_json_bytes": "base64"})
