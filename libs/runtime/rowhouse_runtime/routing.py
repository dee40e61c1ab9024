"""The route class of generated routers."""

import json
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any

from fastapi import HTTPException, Request, Response, status
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from sqlalchemy.exc import StatementError
from sqlalchemy.ext.asyncio import AsyncSession

from .database_errors import BODY, http_error, is_serialization_failure
from .validation_errors import presentable

Handler = Callable[..., Awaitable[Any]]


class ApiRoute(APIRoute):
    """A route whose handler runs in one database transaction.

    The handler commits. When the transaction loses against a concurrent one, it is
    run once more; then the answer is 503. Other errors of the database become the
    409 or 422 that says what the client can do about them.
    """

    def __init__(self, path: str, endpoint: Handler, **options: Any) -> None:  # noqa: ANN401
        """Takes what `fastapi.routing.APIRoute` takes."""
        super().__init__(path, in_transaction(endpoint), **options)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Makes sure that what a 422 repeats of the request can be sent back."""
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            try:
                return await handler(_BodyRequest(request.scope, request.receive))
            except RequestValidationError as error:
                raise RequestValidationError(presentable(error.errors())) from error

        return handle


class _BodyRequest(Request):
    """A request whose body, when it cannot be read as JSON, is always a 422.

    FastAPI answers 422 for a syntax error, but 400 for the rest: bytes that are no
    UTF-8, an integer with too many digits, values nested too deep.
    """

    async def json(self) -> Any:  # noqa: ANN401
        """Parses the body.

        Raises:
            json.JSONDecodeError: It cannot be read as JSON.
        """
        try:
            return await super().json()
        except json.JSONDecodeError:
            raise
        except (ValueError, RecursionError) as error:
            reason = "Unreadable: bad UTF-8, a number too long, or nested too deep"
            raise json.JSONDecodeError(reason, "", 0) from error


def in_transaction(handler: Handler) -> Handler:
    """Wraps a handler whose session, if it has one, is the keyword argument `db`."""

    @wraps(handler)
    async def run(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        try:
            try:
                return await handler(*args, **kwargs)
            except StatementError as error:
                if not is_serialization_failure(error):
                    raise
                db = kwargs.get("db")
                if isinstance(db, AsyncSession):
                    await db.rollback()
                return await handler(*args, **kwargs)
        except StatementError as error:
            answer = _answer(error, _source(kwargs))
            if answer is None:
                raise
            raise answer from error

    return run


def _source(arguments: dict[str, Any]) -> tuple[str, ...]:
    """Where the values of a handler's statements are from."""
    in_path = "pk" in arguments and "body" not in arguments
    return ("path", "pk") if in_path else BODY


def _answer(error: StatementError, source: tuple[str, ...]) -> Exception | None:
    if is_serialization_failure(error):
        return HTTPException(
            status.HTTP_503_SERVICE_UNAVAILABLE,
            "The database is busy; try again",
            headers={"Retry-After": "1"},
        )
    return http_error(error, source)
