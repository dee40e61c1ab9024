"""What the routes answer beside their result."""

from typing import Any
from urllib.parse import quote

from fastapi import Request
from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from .database_errors import BODY, invalid_input

_DESCRIPTIONS = {
    401: "The request has no valid credentials.",
    403: "The user may not do this.",
    404: "There is no such row.",
    409: "The request conflicts with another row.",
}


# To a client, these are steps within a path.
_NO_SEGMENTS = frozenset({"", ".", ".."})


class ErrorResponse(BaseModel):
    """What went wrong."""

    detail: str


def error_responses(*status_codes: int) -> dict[int | str, dict[str, Any]]:
    """Describes error answers for OpenAPI.

    Args:
        status_codes: Some of 401, 403, 404 and 409.
    """
    return {
        code: {"model": ErrorResponse, "description": _DESCRIPTIONS[code]}
        for code in status_codes
    }


def location(request: Request, *key: object) -> str:
    """The path of the row that a request to its collection is creating.

    Args:
        request: The request.
        *key: The values of the key's columns.

    Raises:
        RequestValidationError: 422, when no path leads to a row of that key.
    """
    segments = [str(to_jsonable_python(value)) for value in key]
    check_reachable(*segments)
    collection: str = request.scope["path"].rstrip("/")
    return quote("/".join([collection, *segments]))


def check_reachable(*key: object) -> None:
    """Makes sure that the values of a key can be steps of a path.

    Raises:
        RequestValidationError: 422, when no path leads to a row of that key.
    """
    for value in key:
        if isinstance(value, str) and (value in _NO_SEGMENTS or "/" in value):
            raise invalid_input(
                "unreachable_key",
                "The key should be neither empty nor '.' nor '..', and have no '/': "
                "it is a part of the path of the row",
                BODY,
            )
