"""Responses other than the result: errors, and the Location header."""

from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Request
from pydantic import BaseModel, Field
from pydantic_core import to_jsonable_python

from .database_errors import BODY, invalid_input

_DESCRIPTIONS = {
    400: "The request cannot be read.",
    401: "The request has no valid credentials.",
    403: "The user may not do this.",
    404: "There is no such row.",
    409: "The request conflicts with another row.",
    412: "The row has another version than the request is about.",
    422: "The request is not what the schema says, or breaks a rule of the database.",
    428: "The request does not say which version of the row it is about.",
    503: "The database is of no service.",
}


# Clients interpret these as parts of a path.
_NO_SEGMENTS = frozenset({"", ".", ".."})


class ErrorResponse(BaseModel):
    """What went wrong."""

    detail: str


class InvalidValue(BaseModel):
    """An invalid value in a request."""

    type: Annotated[str, Field(description="What is wrong with it, for programs.")]
    loc: Annotated[
        list[str | int],
        Field(description="Where it is: `body` or `path`, then keys and positions."),
    ]
    msg: Annotated[str, Field(description="What is wrong with it, for people.")]


class InvalidRequestResponse(BaseModel):
    """All validation errors of a request."""

    detail: list[InvalidValue]


_RETRY_AFTER = {
    "description": "After how many seconds the same request may succeed, if it may.",
    "schema": {"type": "integer"},
}


def error_responses(*status_codes: int) -> dict[int | str, dict[str, Any]]:
    """Describes error responses for OpenAPI: these, 422 and 503, which all routes have.

    Args:
        status_codes: Some of 400, 401, 403, 404, 409, 412 and 428.
    """
    responses: dict[int | str, dict[str, Any]] = {
        code: {"model": ErrorResponse, "description": _DESCRIPTIONS[code]}
        for code in (*status_codes, 422, 503)
    }
    responses[422]["model"] = InvalidRequestResponse
    responses[503]["headers"] = {"Retry-After": _RETRY_AFTER}
    return responses


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
    collection: str = request.scope["path"].removesuffix("/")
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
