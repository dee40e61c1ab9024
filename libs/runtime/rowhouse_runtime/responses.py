"""Responses other than the result: errors, and the Location header."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import Request
from pydantic import BaseModel, Field
from pydantic.json_schema import SkipJsonSchema
from pydantic_core import to_jsonable_python

from .errors import BODY, invalid_input

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


class InvalidValue(BaseModel):
    """An invalid value in a request."""

    type: Annotated[str, Field(description="What is wrong with it, for programs.")]
    loc: Annotated[
        list[str | int],
        Field(description="Where it is: `body` or `path`, then keys and positions."),
    ]
    msg: Annotated[str, Field(description="What is wrong with it, for people.")]


Code = Annotated[
    str,
    Field(
        description="What went wrong, for programs.", examples=["not-found", "unique"]
    ),
]
Fields = Annotated[
    list[str],
    Field(description="The fields of the request that the error is about."),
]
Constraint = Annotated[
    str, Field(description="The constraint of the database that is broken, if known.")
]


class ErrorResponse(BaseModel):
    """What went wrong."""

    detail: Annotated[
        str | list[InvalidValue],
        Field(description="What went wrong, for people; in a 422, all invalid values."),
    ]
    code: Code
    fields: Fields
    constraint: Constraint | SkipJsonSchema[None] = None


class ProblemResponse(BaseModel):
    """What went wrong, as RFC 9457 has it."""

    type: str
    title: str
    status: int
    detail: Annotated[str, Field(description="What went wrong, for people.")]
    code: Code
    fields: Fields
    constraint: Constraint | SkipJsonSchema[None] = None
    errors: Annotated[
        list[InvalidValue] | SkipJsonSchema[None],
        Field(description="In a 422, all invalid values."),
    ] = None


_RETRY_AFTER = {
    "description": "After how many seconds the same request may succeed, if it may.",
    "schema": {"type": "integer"},
}


def error_responses(*status_codes: int) -> dict[int | str, dict[str, Any]]:
    """Describes error responses for OpenAPI: these, 422 and 503, which all routes have.

    Args:
        status_codes: Some of 400, 401, 403, 404, 409, 412 and 428.
    """
    return _described(status_codes, {"model": ErrorResponse})


def problem_responses(*status_codes: int) -> dict[int | str, dict[str, Any]]:
    """Describes error responses that are `application/problem+json`.

    FastAPI knows models only for the media type of the result.

    Args:
        status_codes: As for `error_responses`.
    """
    schema = ProblemResponse.model_json_schema()
    schema.pop("$defs")
    schema["properties"]["errors"]["items"] = InvalidValue.model_json_schema()
    content = {"application/problem+json": {"schema": schema}}
    return _described(status_codes, {"content": content})


def _described(
    status_codes: Iterable[int], body: Mapping[str, Any]
) -> dict[int | str, dict[str, Any]]:
    responses: dict[int | str, dict[str, Any]] = {
        code: {**body, "description": _DESCRIPTIONS[code]}
        for code in (*status_codes, 422, 503)
    }
    responses[503]["headers"] = {"Retry-After": _RETRY_AFTER}
    return responses


def location(request: Request, *key: object, below: int = 0) -> str:
    """The path of the row that a request is creating.

    Args:
        *key: The values of the key's columns.
        below: How many steps the path of the request has behind that of the collection.

    Raises:
        RequestValidationError: 422, when no path leads to a row of that key.
    """
    segments = [str(to_jsonable_python(value)) for value in key]
    check_reachable(*segments)
    collection: str = request.scope["path"].removesuffix("/")
    collection = collection.rsplit("/", below)[0]
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
