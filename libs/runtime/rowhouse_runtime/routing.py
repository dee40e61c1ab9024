"""The route classes of generated routers, and of those of the project."""

import logging
from collections.abc import Mapping
from typing import Any, ClassVar, cast, get_args, get_origin

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.exception_handlers import (
    http_exception_handler,
    request_validation_exception_handler,
)
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from pydantic import BaseModel
from sqlalchemy.exc import (
    CircularDependencyError,
    InvalidRequestError,
    SQLAlchemyError,
    StatementError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm.exc import FlushError, ObjectDeletedError, StaleDataError
from starlette.exceptions import HTTPException as BaseHTTPException
from starlette.types import Message, Receive, Scope, Send

from .database_errors import (
    LOST_KEY,
    NOT_SET_UP,
    REFERRED_TO,
    TOO_SLOW,
    DatabaseTimeoutError,
    DatabaseUnreachableError,
    RefusedRowError,
    SettingError,
    http_error,
    is_skipped_insert,
    may_succeed_again,
)
from .errors import (
    BODY,
    ReplayedError,
    conflict,
    error_body,
    invalid_input,
    problem_body,
    unavailable,
)

logger = logging.getLogger(__name__)

# SQLAlchemy does not distinguish these.
_STALE = "A rule of the database refuses this, or another request changed the row"

_DEFAULT_HANDLERS = (http_exception_handler, request_validation_exception_handler)

_HANDLERS = "starlette.exception_handlers"
"""In the scope: by class and by status, what the app does about exceptions."""


class OwnRoute(APIRoute):
    """A route of the project's own.

    Errors become the response that says what the client can do about them, unless the
    app has a handler of its own for their class.
    """

    sends_problems: ClassVar[bool] = False
    """Whether errors are `application/problem+json`."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Runs the request."""
        classes, statuses = scope.get(_HANDLERS, ({}, {}))
        own = {
            each: handler
            for each, handler in classes.items()
            if handler not in _DEFAULT_HANDLERS
        }
        errors = (BaseHTTPException, RequestValidationError)
        handlers = {
            **dict.fromkeys(errors, self._answer),
            **dict.fromkeys(DATABASE_ERRORS, self._answer_database_error),
            ReplayedError: _replay,
            **own,
        }
        scope[_HANDLERS] = (handlers, statuses)
        try:
            await super().handle(scope, receive, send)
        except BaseHTTPException as error:
            # The method is not that of the route.
            if handlers[BaseHTTPException] != self._answer:
                raise
            response = await self._answer(Request(scope), error)
            await response(scope, receive, send)

    async def _answer(self, request: Request, error: Exception) -> Response:
        if not isinstance(error, RequestValidationError):
            error = cast("BaseHTTPException", error)
            if error.status_code < 400:
                return await http_exception_handler(request, error)
        body = error_body(error, self._keys(request))
        status_code = getattr(error, "status_code", 422)
        headers = getattr(error, "headers", None)
        if not self.sends_problems:
            return JSONResponse(body, status_code, headers)
        problem = problem_body(status_code, body)
        return JSONResponse(problem, status_code, headers, "application/problem+json")

    async def _answer_database_error(
        self, request: Request, error: Exception
    ) -> Response:
        answer = answer_to(error, _source_of(request))
        if answer is None:
            raise error
        _log(answer, error)
        return await self._answer(request, answer)

    def _keys(self, request: Request) -> Mapping[str, str]:
        """What the request calls its fields, by their names in the model."""
        schema: Any = self.body_field and self.body_field.field_info.annotation
        if get_origin(schema) is list:
            (schema,) = get_args(schema)
        keys = {name: name for name in request.path_params}
        if isinstance(schema, type) and issubclass(schema, BaseModel):
            for name, field in schema.model_fields.items():
                key = field.alias or name
                keys |= {name: key, key: key}
        return keys


class OwnProblemRoute(OwnRoute):
    """The same with errors that are `application/problem+json` (RFC 9457)."""

    sends_problems = True


class ApiRoute(OwnRoute):
    """A route whose handler runs in one database transaction, and commits it.

    When the transaction loses against a concurrent one, the request is run once more
    from its start: with a new session, and a current user that is loaded anew.
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Runs the request, and runs it again if its transaction was lost."""
        handlers = scope.get(_HANDLERS, ({}, {}))
        recorded = _RecordedBody(receive)
        try:
            try:
                await super().handle(scope, recorded.receive, send)
            except _TransactionLost:
                scope[_HANDLERS] = handlers
                await super().handle(scope, recorded.replay(), send)
        except _TransactionLost as lost:
            _log(lost.answer, lost.__cause__)
            response = await self._answer(Request(scope), lost.answer)
            await response(scope, receive, send)

    async def _answer_database_error(
        self, request: Request, error: Exception
    ) -> Response:
        answer = answer_to(error, _source_of(request))
        if answer is not None and may_succeed_again(error):
            raise _TransactionLost(answer) from error
        return await super()._answer_database_error(request, error)


class ProblemRoute(ApiRoute):
    """The same with errors that are `application/problem+json` (RFC 9457)."""

    sends_problems = True


def answering_errors(
    router: APIRouter, route_class: type[OwnRoute] = OwnRoute
) -> APIRouter:
    """Lets the routes of a router of the project's own answer errors as others do.

    Those of a route class of their own stay as they are.

    Args:
        router: The router, with those that it includes.
        route_class: What its routes become.
    """
    for route in router.routes:
        # A newer FastAPI keeps the routers that a router includes.
        included = getattr(route, "original_router", None)
        if isinstance(included, APIRouter):
            answering_errors(included, route_class)
        elif type(route) is APIRoute:
            # A route that is made cannot be given another class otherwise, and its
            # responses are those of its class.
            route.__class__ = route_class
    return router


async def _replay(_: Request, error: Exception) -> Response:
    return cast("ReplayedError", error).response


DATABASE_ERRORS = (
    SQLAlchemyError,
    DatabaseTimeoutError,
    DatabaseUnreachableError,
    RefusedRowError,
    SettingError,
)
"""The errors that a request answers instead of failing."""


def _source_of(request: Request) -> tuple[str, ...]:
    """The part of a request that the values of its statements are from."""
    return ("path",) if request.method in {"GET", "DELETE"} else BODY


def answer_to(error: Exception, source: tuple[str, ...]) -> Exception | None:
    """The response to an error of the database, or None if it is a defect."""
    match error:
        case StatementError():
            return http_error(error, source)
        case RefusedRowError():
            return invalid_input("value_error", str(error), source)
        case StaleDataError():
            return conflict(_STALE)
        case ObjectDeletedError():
            # A trigger has changed the key, or an action has deleted the row by SQL.
            return conflict(LOST_KEY)
        case FlushError() | InvalidRequestError() if is_skipped_insert(error):
            return conflict()
        case CircularDependencyError():
            # Rows that refer to each other can be deleted, or given another key, in
            # no order.
            return conflict(REFERRED_TO, "referenced")
        case PoolTimeoutError():
            return unavailable("All connections are in use; try again")
        case DatabaseUnreachableError():
            return unavailable("The database cannot be reached; try again")
        case DatabaseTimeoutError():
            return unavailable(TOO_SLOW)
        case SettingError():
            return unavailable(NOT_SET_UP, retry=False)
        case _:
            return None


class _TransactionLost(Exception):  # noqa: N818
    """A transaction that lost against a concurrent one, with the response for it."""

    def __init__(self, answer: Exception) -> None:
        self.answer = answer


def _log(answer: Exception, error: BaseException | None) -> None:
    """Logs why the database is unavailable. The client does not get the reason."""
    if isinstance(answer, HTTPException) and answer.status_code == 503:
        logger.warning("Answered %d: %s", answer.status_code, error)


class _RecordedBody:
    """Keeps the body of a request, so that it can be read again."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._messages: list[Message] = []

    async def receive(self) -> Message:
        """Receives the next part."""
        message = await self._receive()
        self._messages.append(message)
        return message

    def replay(self) -> Receive:
        """Receives everything again, from the start."""
        messages = iter(self._messages)

        async def receive() -> Message:
            message = next(messages, None)
            return await self._receive() if message is None else message

        return receive
