"""Makes the errors of a 422 fit to be sent."""

from collections.abc import Sequence
from typing import Any

_MAX_ERRORS = 50
_MAX_TEXT = 500


def presentable(errors: Sequence[Any]) -> list[Any]:
    """The errors without the input, which may be long, secret or no JSON."""
    return [
        {
            "type": each["type"],
            "loc": [_text(part) for part in each["loc"]],
            "msg": _text(each["msg"]),
        }
        for each in errors[:_MAX_ERRORS]
    ]


def _text(part: str | int) -> str | int:
    """A key or a message, which may be long or contain half of a surrogate pair."""
    if isinstance(part, int):
        return part
    return part[:_MAX_TEXT].encode(errors="replace").decode()
