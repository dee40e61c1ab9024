"""Access to rows: conditions on the user's attributes, and checks of new values."""

from collections.abc import Collection
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, false, true
from sqlalchemy.orm import InstrumentedAttribute

from .errors import BODY, invalid_input
from .references import is_changed
from .tokens import unauthorized

T = TypeVar("T")


def same(column: InstrumentedAttribute[Any], value: object) -> ColumnElement[bool]:
    """The rows whose column has a value of the user; None is that of no row.

    SQLAlchemy would write a comparison with None as IS NULL: a user without a tenant
    would see every row without one.
    """
    return false() if value is None else column == value


def differs(column: InstrumentedAttribute[Any], value: object) -> ColumnElement[bool]:
    """The rows whose column has another value than the user, or NULL.

    None is that of no row here, too: a user who lacks a value sees nothing by it.
    """
    return false() if value is None else column.is_distinct_from(value)


def has_role(roles: Collection[str] | str | None, role: str) -> bool:
    """Whether a user has a role, of several or as the only one."""
    return roles == role if isinstance(roles, str) else role in (roles or ())


def rows_if(allowed: bool) -> ColumnElement[bool]:
    """All rows, or none."""
    return true() if allowed else false()


def claimed(value: T | None) -> T:
    """A value of the user that a new row gets.

    Raises:
        HTTPException: 401, when the user has none.
    """
    if value is None:
        raise unauthorized("The user lacks what a new row needs")
    return value


def check_kept(row: object, *names: str) -> None:
    """Rejects a change of the tenant or owner of a row, under any name of the column.

    Args:
        row: A mapped instance that is not flushed yet.
        names: The attributes that say whose it is.

    Raises:
        RequestValidationError: 422.
    """
    if any(is_changed(row, name) for name in names):
        message = "Says whose the row is, which no request changes"
        raise invalid_input("row_of_another", message, BODY)
