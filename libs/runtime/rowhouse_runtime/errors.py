"""The errors of requests, and the bodies of their responses."""

from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import HTTPException, Response, status
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException as BaseHTTPException

from .validation_errors import presentable

BODY = ("body",)
"""The location of errors in a request body."""

Place = tuple[str | int, ...]

# Of other statuses, the code is their phrase: `not-found`.
_CODES = {
    401: "unauthenticated",
    412: "version",
    422: "validation",
    428: "version-required",
    503: "unavailable",
}

_REFUSED = "A rule of the database refuses this"


class ConflictError(HTTPException):
    """A 409 that says which rule a request breaks."""

    fields: Sequence[str]
    """The places in the request, where they do not follow from the columns."""

    def __init__(
        self,
        detail: str,
        code: str,
        columns: tuple[str, ...],
        constraint: str | None,
    ) -> None:
        """Describes the error. See `conflict`."""
        super().__init__(status.HTTP_409_CONFLICT, detail)
        self.code = code
        self.columns = columns
        self.constraint = constraint


class InvalidInputError(RequestValidationError):
    """A 422 in FastAPI's own format."""

    def __init__(
        self,
        kind: str,
        message: str,
        place: Place,
        code: str | None = None,
        constraint: str | None = None,
    ) -> None:
        """Describes the error.

        Args:
            kind: What is wrong, in the terms of Pydantic.
            message: What the response says about it.
            place: Where it is in the request.
            code: What the response says for programs, if it is no `validation`.
            constraint: The name of the constraint that refuses the value.
        """
        super().__init__([{"type": kind, "loc": place, "msg": message}])
        self.code = code
        self.constraint = constraint


class OperationError(HTTPException):
    """An error of one operation of a bulk request, which it names."""

    def __init__(
        self, error: BaseHTTPException, index: int, fields: Sequence[str]
    ) -> None:
        """Describes the error.

        Args:
            error: What the operation alone would be answered with.
            index: The position of the operation.
            fields: The places in the request that it is about.
        """
        detail: Any = error.detail
        if isinstance(detail, str):
            detail = f"Operation {index}: {detail}"
        super().__init__(error.status_code, detail, dict(error.headers or {}))
        self.code: str | None = getattr(error, "code", None)
        self.constraint: str | None = getattr(error, "constraint", None)
        self.fields = fields


class InvalidOperationError(RequestValidationError):
    """A 422 of one operation of a bulk request."""

    def __init__(
        self, error: RequestValidationError, errors: Sequence[Mapping[str, Any]]
    ) -> None:
        """Describes the error.

        Args:
            error: What the operation alone would be answered with.
            errors: Its errors, with their places in the whole request.
        """
        super().__init__(errors)
        self.code: str | None = getattr(error, "code", None)
        self.constraint: str | None = getattr(error, "constraint", None)


class ReplayedError(Exception):
    """Ends a request that was answered before."""

    def __init__(self, response: Response) -> None:
        """Takes the response to it."""
        super().__init__()
        self.response = response


def conflict(
    detail: str = _REFUSED,
    code: str = "conflict",
    columns: Iterable[str] = (),
    constraint: str | None = None,
) -> ConflictError:
    """A 409.

    Args:
        detail: What the response says.
        code: The same for programs.
        columns: What it is about.
        constraint: The name of what the request breaks, if it has one.
    """
    return ConflictError(detail, code, (*columns,), constraint)


def invalid_input(kind: str, message: str, place: Place) -> InvalidInputError:
    """A 422."""
    return InvalidInputError(kind, message, place)


def unavailable(detail: str, *, retry: bool = True) -> HTTPException:
    """A 503.

    Args:
        detail: What the response says.
        retry: Whether the same request may succeed in a moment.
    """
    headers = {"Retry-After": "1"} if retry else None
    return HTTPException(status.HTTP_503_SERVICE_UNAVAILABLE, detail, headers)


def error_body(
    error: BaseHTTPException | RequestValidationError, keys: Mapping[str, str]
) -> dict[str, Any]:
    """The body of an error: FastAPI's `detail`, and what programs read beside it.

    Args:
        keys: What the request calls its fields, by their names in the model.
    """
    detail: Any
    if isinstance(error, BaseHTTPException):
        detail, status_code = error.detail, error.status_code
        columns: Sequence[str] = getattr(error, "columns", ())
        known = [keys[name] for name in columns if name in keys]
        fields: Sequence[str] = getattr(error, "fields", known)
    else:
        detail, status_code = presentable(error.errors()), 422
        places = (each["loc"][1:] for each in detail)
        names = (".".join(map(str, place)) for place in places if place)
        fields = [*dict.fromkeys(names)]
    code = getattr(error, "code", None) or _CODES.get(status_code)
    body = {
        "detail": detail,
        "code": code or phrase_of(status_code).lower().replace(" ", "-"),
        "fields": fields,
    }
    constraint = getattr(error, "constraint", None)
    return body | {"constraint": constraint} if constraint else body


def problem_body(status_code: int, body: Mapping[str, Any]) -> dict[str, Any]:
    """The body of an error as RFC 9457 has it, where `detail` is a text."""
    title = phrase_of(status_code)
    problem = {"type": "about:blank", "title": title, "status": status_code, **body}
    if isinstance(body["detail"], str):
        return problem
    return problem | {"detail": "The request is not valid", "errors": body["detail"]}


def phrase_of(status_code: int) -> str:
    """What HTTP calls a status."""
    try:
        return HTTPStatus(status_code).phrase
    except ValueError:
        return "Error"
