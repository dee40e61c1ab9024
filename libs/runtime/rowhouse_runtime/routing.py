"""The route class of generated routers."""

import logging
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from sqlalchemy.exc import (
    CircularDependencyError,
    InvalidRequestError,
    SQLAlchemyError,
    StatementError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm.exc import FlushError, ObjectDeletedError, StaleDataError
from starlette.types import Message, Receive, Scope, Send

from .database_errors import (
    BODY,
    LOST_KEY,
    NOT_SET_UP,
    REFERRED_TO,
    TOO_SLOW,
    DatabaseTimeoutError,
    DatabaseUnreachableError,
    RefusedRowError,
    SettingError,
    conflict,
    http_error,
    invalid_input,
    is_skipped_insert,
    may_succeed_again,
    unavailable,
)
from .validation_errors import presentable

logger = logging.getLogger(__name__)

# SQLAlchemy does not distinguish these.
_STALE = "A rule of the database refuses this, or another request changed the row"


class ApiRoute(APIRoute):
    """A route whose handler runs in one database transaction, and commits it.

    When the transaction loses against a concurrent one, the request is run once more
    from its start: with a new session, and a current user that is loaded anew. Errors
    of the database become the response that says what the client can do about them.
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Runs the request, and runs it again if its transaction was lost."""
        recorded = _RecordedBody(receive)
        try:
            await super().handle(scope, recorded.receive, send)
        except _TransactionLost:
            try:
                await super().handle(scope, recorded.replay(), send)
            except _TransactionLost as lost:
                raise _logged(lost.answer, lost.__cause__) from lost.__cause__

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Makes sure that an error response can be sent, and says what went wrong."""
        handler = super().get_route_handler()

        async def handle(request: Request) -> Response:
            has_body = request.method not in {"GET", "DELETE"}
            try:
                return await handler(request)
            except RequestValidationError as error:
                raise RequestValidationError(presentable(error.errors())) from error
            except _DATABASE_ERRORS as error:
                answer = _answer(error, BODY if has_body else ("path",))
                if answer is None:
                    raise
                if may_succeed_again(error):
                    raise _TransactionLost(answer) from error
                raise _logged(answer, error) from error

        return handle


_DATABASE_ERRORS = (
    SQLAlchemyError,
    DatabaseTimeoutError,
    DatabaseUnreachableError,
    RefusedRowError,
    SettingError,
)


def _answer(error: Exception, source: tuple[str, ...]) -> Exception | None:
    """The response to an error of the database, or None if it is a defect."""
    match error:
        case StatementError():
            return http_error(error, source)
        case RefusedRowError():
            refused = invalid_input("value_error", str(error), source)
            return RequestValidationError(presentable(refused.errors()))
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
            return conflict(REFERRED_TO)
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


def _logged(answer: Exception, error: BaseException | None) -> Exception:
    """Logs why the database is unavailable. The client does not get the reason."""
    if isinstance(answer, HTTPException) and answer.status_code == 503:
        logger.warning("Answered %d: %s", answer.status_code, error)
    return answer


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
