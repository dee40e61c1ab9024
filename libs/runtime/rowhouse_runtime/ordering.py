"""Turns sort clauses into the ORDER BY of a statement."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Any, Protocol, TypeVar

from sqlalchemy import ColumnElement, Select

from .columns import field_name, is_nullable
from .comparisons import comparable

MAX_SORT_CLAUSES = 8
"""The maximum number of sort clauses of a search request."""

StatementT = TypeVar("StatementT", bound=Select[*tuple[Any, ...]])

RelatedSorts = Mapping[str, Callable[[], ColumnElement[Any]]]
"""By path, what is sorted by of the rows that belong to a row."""


class SortDirection(StrEnum):
    """The direction of a sort."""

    ASC = "asc"
    DESC = "desc"


class SortClause(Protocol):
    """A field to sort by, and its direction."""

    @property
    def field(self) -> str:
        """The name of the column attribute, or the member of an enum that has it."""
        ...

    @property
    def dir(self) -> SortDirection:
        """Its direction."""
        ...


def apply_ordering(
    statement: StatementT,
    sort: Sequence[SortClause] | None,
    model: type,
    default_field: str,
    default_direction: str = "asc",
    related: RelatedSorts | None = None,
) -> StatementT:
    """Adds an ORDER BY to a statement.

    NULL counts as larger than any value, as in PostgreSQL.

    Args:
        statement: A SELECT from the model.
        sort: What to sort by, the most significant first.
        model: The mapped class whose attributes the fields name.
        default_field: What to sort by when `sort` is empty.
        default_direction: The direction of that, "asc" or "desc".
        related: What fields name of related rows.
    """
    of_related = related or {}
    return statement.order_by(
        *(
            related_term(of_related[field](), direction)
            if field in of_related
            else order_term(model, field, direction)
            for field, direction in sort_order(sort, default_field, default_direction)
        ),
    )


def sort_order(
    sort: Sequence[SortClause] | None,
    default_field: str,
    default_direction: str,
) -> list[tuple[str, SortDirection]]:
    """The fields to sort by, with directions. Repeated fields are ignored."""
    if not sort:
        return [(default_field, SortDirection(default_direction))]
    order: dict[str, SortDirection] = {}
    for clause in sort:
        order.setdefault(field_name(clause.field), SortDirection(clause.dir))
    return list(order.items())


@cache
def order_term(
    model: type,
    field: str,
    direction: SortDirection,
) -> ColumnElement[Any]:
    """One term of an ORDER BY."""
    compared = comparable(model, field)
    if direction is SortDirection.ASC:
        term = compared.asc()
        return term.nulls_last() if is_nullable(model, field) else term
    term = compared.desc()
    return term.nulls_first() if is_nullable(model, field) else term


def related_term(
    compared: ColumnElement[Any], direction: SortDirection
) -> ColumnElement[Any]:
    """One term of an ORDER BY, of a row that may not be there."""
    if direction is SortDirection.ASC:
        return compared.asc().nulls_last()
    return compared.desc().nulls_first()
