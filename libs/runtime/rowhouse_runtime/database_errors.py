"""What a database error means to the client.

Answers name the columns of a violated constraint, never its SQL.
"""

import re
from typing import Any

from fastapi import HTTPException, status
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import StatementError

UNIQUE_VIOLATION = "23505"
FOREIGN_KEY_VIOLATION = "23503"
NOT_NULL_VIOLATION = "23502"
CHECK_VIOLATION = "23514"
EXCLUSION_VIOLATION = "23P01"
_DATA_EXCEPTION_CLASS = "22"
_SERIALIZATION_FAILURES = frozenset({"40001", "40P01"})

# PostgreSQL writes "Key (a, b)=(1, 2) …" in every language, with the words translated.
_KEY = re.compile(r"\((?P<columns>[^()]+)\)=\(")
_NAME = re.compile(r'"?(\w+)"?')


def is_serialization_failure(error: StatementError) -> bool:
    """Whether the same transaction may succeed when it is run again."""
    return _sqlstate(error) in _SERIALIZATION_FAILURES


BODY = ("body",)
"""The place of what the body of a request says."""


def http_error(
    error: StatementError,
    source: tuple[str, ...] = BODY,
) -> Exception | None:
    """The error to answer with, or none when it is no fault of the client.

    Args:
        error: What the database, or its driver, said.
        source: The part of the request that the statement's values are from.
    """
    state = _sqlstate(error)
    columns = _columns(error)
    if state in {UNIQUE_VIOLATION, EXCLUSION_VIOLATION}:
        return _conflict(_unique_message(columns))
    if state == FOREIGN_KEY_VIOLATION:
        return _conflict(_foreign_key_message(error, columns))
    if state == NOT_NULL_VIOLATION:
        return invalid_input("missing", "Field required", (*BODY, *columns))
    if state == CHECK_VIOLATION:
        return invalid_input(
            "check_violation", "Input breaks a rule of the database", BODY
        )
    if state.startswith(_DATA_EXCEPTION_CLASS) or _is_refused_argument(error):
        return invalid_input(
            "value_error", "Input has a value the database cannot hold", source
        )
    return None


def invalid_input(
    kind: str,
    message: str,
    place: tuple[str, ...],
) -> RequestValidationError:
    """A 422 of FastAPI's own form."""
    return RequestValidationError(
        [{"type": kind, "loc": place, "msg": message}],
    )


def _conflict(message: str) -> HTTPException:
    return HTTPException(status.HTTP_409_CONFLICT, message)


def _unique_message(columns: tuple[str, ...]) -> str:
    if not columns:
        return "Conflicts with a row that exists already"
    return f"A row with this {' and '.join(columns)} exists already"


def _foreign_key_message(error: StatementError, columns: tuple[str, ...]) -> str:
    statement = error.statement or ""
    if statement.lstrip()[:6].upper() == "DELETE":
        return "Other rows still refer to this one"
    if not columns:
        return "Refers to a row that does not exist"
    return f"No row has this {' and '.join(columns)}"


def _driver_error(error: StatementError) -> Any:  # noqa: ANN401
    """The driver's own error, which SQLAlchemy's asyncpg adapter wraps once more."""
    original = error.orig
    return getattr(original, "__cause__", None) or original


def _sqlstate(error: StatementError) -> str:
    return getattr(error.orig, "sqlstate", None) or ""


def _is_refused_argument(error: StatementError) -> bool:
    """Whether a value could not be encoded for its column, before it was sent."""
    refusals = (ValueError, OverflowError, LookupError)
    return not _sqlstate(error) and isinstance(_driver_error(error), refusals)


def _columns(error: StatementError) -> tuple[str, ...]:
    cause = _driver_error(error)
    column = getattr(cause, "column_name", None)
    if isinstance(column, str):
        return (column,)
    detail = getattr(cause, "detail", None)
    key = _KEY.search(detail) if isinstance(detail, str) else None
    if key is None:
        return ()
    names = [_NAME.fullmatch(name.strip()) for name in key["columns"].split(",")]
    # An index on an expression has no columns to name.
    return tuple(name[1] for name in names if name) if all(names) else ()
