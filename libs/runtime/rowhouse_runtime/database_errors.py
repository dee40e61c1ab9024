"""Turns database errors into responses.

Responses name the columns of a violated constraint, never its SQL.
"""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from fastapi import HTTPException, status
from sqlalchemy.exc import DBAPIError, InvalidRequestError, StatementError
from sqlalchemy.orm.exc import FlushError, StaleDataError

from .errors import (
    BODY,
    ConflictError,
    InvalidInputError,
    Place,
    conflict,
    invalid_input,
    unavailable,
)

_SERIALIZATION_FAILURES = frozenset({"40001", "40P01"})
# Values that asyncpg does not send, numbers out of range, malformed strings.
_UNKNOWN_VALUES = frozenset(
    {"22000", "22003", "22007", "22008", "22021", "22P02", "22P03", "22P05"}
)

# Errors of a single value: NULL, a reference to a missing row, a check.
_REFUSALS = frozenset({"23502", "23503", "23514"})

# PostgreSQL writes "Key (a, b)=(1, 2) …" in every language, with the words translated.
_KEY = re.compile(r"\((?P<columns>[^()]+)\)=\(")
_NAME = re.compile(r'"?(\w+)"?')
# The table of an UPDATE: `tickets SET …`, `"Help desk".tickets set …`.
_UPDATED = re.compile(
    r'(?:[^ "]+\.|"[^"]+"\.)?"?(?P<table>[^"]+?)"? SET ', re.IGNORECASE
)

TOO_SLOW = "The database took too long; try again"
NOT_SET_UP = "The database is not set up for this API"
LOST_KEY = "The row would no longer exist under its key"
REFERRED_TO = "Other rows still refer to this one"
UNNAMED_REFERENCE = "Refers to a row that does not exist"
DEFERRED_REFERENCE = "Refers to a row that does not exist, or is referred to itself"

Answer = Callable[[StatementError, Place], Exception]
"""Makes the error to respond with. The place is that of the statement's values."""


class DatabaseUnreachableError(Exception):
    """The database could not be reached."""


class DatabaseTimeoutError(Exception):
    """A statement took longer than the timeout of the driver."""


class RefusedRowError(ValueError):
    """A listener of the model's events has refused a row, by a ValueError."""


class SettingError(RuntimeError):
    """An environment variable is unset or wrong, so that no database can be used."""


def http_error(error: StatementError, source: Place = BODY) -> Exception | None:
    """Returns the error to respond with, or None if it is a defect of the API.

    Args:
        error: What the database, or its driver, said.
        source: The part of the request that the statement's values are from.
    """
    if _is_outdated(error):
        # PostgreSQL has no SQLSTATE of its own for it.
        return unavailable("The database has been migrated; try again")
    state = _sqlstate(error)
    answer = _ANSWERS.get(state) or _ANSWERS.get(state[:2])
    if answer is not None:
        return answer(error, source)
    if _is_raised(error):
        return conflict()
    if _is_malformed(error):
        return _value(error, source)
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return unavailable("The connection to the database was lost; try again")
    return None


def may_succeed_again(error: Exception) -> bool:
    """Whether the same transaction may succeed when it is run again.

    It lost against another one, or it relied on the schema as it was before a
    migration: SQLAlchemy forgets that when the first statement fails by it.
    """
    if not isinstance(error, StatementError):
        # SQLAlchemy counts the rows that a statement has changed.
        return isinstance(error, StaleDataError)
    return _sqlstate(error) in _SERIALIZATION_FAILURES or _is_outdated(error)


def is_unknown_value(error: StatementError) -> bool:
    """Whether a value was refused that no column of its type can hold."""
    return _sqlstate(error) in _UNKNOWN_VALUES or _is_malformed(error)


def is_skipped_insert(error: FlushError | InvalidRequestError) -> bool:
    """Whether a trigger has returned NULL, so that there is no row to read back."""
    said = str(error)
    return (
        "did not produce a new primary key" in said
        or "Could not refresh instance" in said
    )


@dataclass(frozen=True)
class Refusal:
    """The error of a value that no other row has."""

    columns: tuple[str, ...]
    """The names of the columns, if the database reports them."""
    constraint: str
    """The name of the constraint, or an empty string."""


def refusal_of(error: StatementError) -> Refusal | None:
    """The error for a value that the database rejects: NULL, a reference, a check."""
    if _sqlstate(error) not in _REFUSALS:
        return None
    is_check = _sqlstate(error) == "23514"
    return Refusal(() if is_check else _columns(error), _constraint(error) or "")


def _unique(error: StatementError, _: Place) -> Exception:
    columns = _columns(error)
    what = f"A row with this {' and '.join(columns)} exists already"
    if not columns:
        what = "Conflicts with a row that exists already"
    return conflict(what, "unique", columns, _constraint(error))


def _foreign_key(error: StatementError, _: Place) -> Exception:
    statement = error.statement
    if statement is None:
        # A deferred constraint is checked at the commit.
        return conflict(DEFERRED_REFERENCE, "reference")
    if _is_referred_to(error, statement):
        # The constraint would tell whose rows these are.
        return conflict(REFERRED_TO, "referenced")
    columns = _columns(error)
    return no_such_row(columns)


def no_such_row(columns: Collection[str] = ()) -> ConflictError:
    """The error of a reference to a row that is not there, or hidden.

    PostgreSQL names no columns where policies hold for the table. It knows the name of
    a constraint that the model does not: a response with it would tell both apart.
    """
    what = f"No row has this {' and '.join(columns)}" if columns else UNNAMED_REFERENCE
    return conflict(what, "reference", columns)


def _missing(error: StatementError, source: Place) -> Exception:
    return invalid_input("missing", "Field required", (*source, *_columns(error)))


def _is_referred_to(error: StatementError, statement: str) -> bool:
    """Whether a foreign key of other rows is broken, and none of the row itself.

    A delete breaks no other. An update breaks it by a new key; PostgreSQL names the
    table that has the foreign key, which is then not the one that is updated.
    """
    verb, _, rest = statement.lstrip().partition(" ")
    if verb.upper() != "UPDATE":
        return verb.upper() == "DELETE"
    table = getattr(_driver_error(error), "table_name", None)
    updated = _UPDATED.match(rest)
    return updated is not None and table is not None and updated["table"] != table


def _is_raised(error: StatementError) -> bool:
    """Whether a trigger refuses, by a RAISE with a state of its own."""
    return _origin(error) == "exec_stmt_raise"


def _policy(error: StatementError, source: Place) -> Exception:
    # A missing grant has the same SQLSTATE.
    if _origin(error) != "ExecWithCheckOptions":
        return _incomplete(error, source)
    return HTTPException(status.HTTP_403_FORBIDDEN, "Not allowed")


def _incomplete(error: StatementError, _: Place) -> Exception:
    if _is_raised(error):
        return conflict()
    return unavailable(NOT_SET_UP, retry=False)


def _refused(_: StatementError, __: Place) -> Exception:
    return conflict()


def _check(error: StatementError, source: Place) -> Exception:
    message = "Input breaks a rule of the database"
    constraint = _constraint(error)
    return InvalidInputError("check_violation", message, source, "check", constraint)


def _invalid(kind: str, message: str) -> Answer:
    return lambda _error, source: invalid_input(kind, message, source)


def _unavailable(detail: str, *, retry: bool = True) -> Answer:
    return lambda _error, _source: unavailable(detail, retry=retry)


_value = _invalid("value_error", "Input has a value the database cannot hold")

# By SQLSTATE, or by its class if the whole class has the same response.
_ANSWERS: dict[str, Answer] = {
    # A function or trigger of the database fails: no other row, a failed ASSERT.
    **dict.fromkeys(("09", "20", "21", "27", "2F", "38", "39", "P0"), _refused),
    "08": _unavailable("The connection to the database was lost; try again"),
    "22": _value,
    "23001": _foreign_key,
    "23502": _missing,
    "23503": _foreign_key,
    "23505": _unique,
    "23514": _check,
    "23P01": _unique,
    "25006": _unavailable("The database is read-only", retry=False),
    # A user, a database, a table, a column or a type that is not there, a view that
    # cannot be written or locked.
    **dict.fromkeys(
        (
            *("0A000", "28", "3D000", "3F000", "42703"),
            *("42704", "42P01", "42809", "55000"),
        ),
        _incomplete,
    ),
    "40": _unavailable("The database is busy; try again"),
    "42501": _policy,
    "44": _check,
    "53": _unavailable("The database is overloaded; try again"),
    "54": _invalid(
        "too_large", "Input has a value too large for an index, or is too complex"
    ),
    "55P03": _unavailable("The row is locked; try again"),
    "57": _unavailable("The database is restarting; try again"),
    "57014": _unavailable(TOO_SLOW),
}


def _driver_error(error: StatementError) -> Any:
    """The error of the driver, which SQLAlchemy's asyncpg adapter wraps."""
    original = error.orig
    return getattr(original, "__cause__", None) or original


def _origin(error: StatementError) -> str | None:
    """The function in PostgreSQL's source code that reported the error."""
    return getattr(_driver_error(error), "server_source_function", None)


def _constraint(error: StatementError) -> str | None:
    """The name of the constraint that a statement breaks."""
    return getattr(_driver_error(error), "constraint_name", None)


def _sqlstate(error: StatementError) -> str:
    return getattr(error.orig, "sqlstate", None) or ""


def _is_outdated(error: StatementError) -> bool:
    """Whether a statement was prepared for columns or types that have changed."""
    if _sqlstate(error) == "XX000":
        # PostgreSQL does not translate its internal errors.
        return "cache lookup failed" in str(error.orig)
    return type(_driver_error(error)).__name__ == "InvalidCachedStatementError"


def _is_malformed(error: StatementError) -> bool:
    """Whether a value has not the form of its type, for the driver or for PostgreSQL.

    The driver refuses it before it is sent. PostgreSQL refuses texts of types such as
    `tsvector` as it does a mistake in SQL, of which it also says where it is.
    """
    cause = _driver_error(error)
    if _sqlstate(error) == "42601":
        places = ("position", "internal_position")
        return not any(getattr(cause, name, None) for name in places)
    refusals = (ValueError, OverflowError, LookupError)
    return not _sqlstate(error) and isinstance(cause, refusals)


def _columns(error: StatementError) -> tuple[str, ...]:
    cause = _driver_error(error)
    column = getattr(cause, "column_name", None)
    if isinstance(column, str):
        return (column,)
    detail = getattr(cause, "detail", None)
    key = _KEY.search(detail) if isinstance(detail, str) else None
    if key is None:
        return ()
    parts = key["columns"].split(",")
    names = [found[1] for part in parts if (found := _NAME.fullmatch(part.strip()))]
    # An index on an expression has no columns to name.
    return tuple(names) if len(names) == len(parts) else ()
