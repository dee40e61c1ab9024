"""Makes the errors of a 422 fit to be sent.

FastAPI repeats the invalid input in its answer. What cannot be written as JSON (NaN,
half a surrogate pair), nests too deep or is too long would turn the 422 into a 500.
"""

import math
from collections.abc import Sequence
from itertools import islice
from typing import Any, cast

_MAX_DEPTH = 8
_MAX_ITEMS = 50
_MAX_TEXT = 500


def presentable(errors: Sequence[Any]) -> list[Any]:
    """Copies the errors. Replaces what cannot be sent, and shortens the rest."""
    return [_copy(error, 0) for error in errors[:_MAX_ITEMS]]


def _copy(value: Any, depth: int) -> Any:
    match value:
        case str():
            return value[:_MAX_TEXT].encode(errors="replace").decode()
        case bytes():
            return _copy(value.decode(errors="replace"), depth)
        case float():
            return value if math.isfinite(value) else str(value)
        case int():
            # Python does not write integers with several thousand digits.
            return value if abs(value) < 2**64 else "…"
        case dict() | list() | tuple() if depth >= _MAX_DEPTH:
            return "…"
        case dict():
            content: dict[Any, Any] = {**value}
            pairs = islice(content.items(), _MAX_ITEMS)
            return {_copy(key, depth): _copy(item, depth + 1) for key, item in pairs}
        case list() | tuple():
            items = cast("Sequence[Any]", value)
            return [_copy(item, depth + 1) for item in items[:_MAX_ITEMS]]
        case Exception():
            return {}
        case _:
            return value
