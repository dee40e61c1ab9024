"""Keyset paging in any order: pages that neither skip nor repeat rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, TypeVar

from pydantic import BaseModel
from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    false,
    literal,
    or_,
    select,
    tuple_,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import undefer
from sqlalchemy.sql.base import ExecutableOption

from .columns import column, is_nullable, python_type
from .comparisons import comparable
from .cursors import (
    decode_cursor,
    encode_cursor,
    invalid_cursor,
    search_digest,
)
from .ordering import (
    RelatedSorts,
    SortClause,
    SortDirection,
    order_term,
    related_term,
    sort_order,
)
from .pagination import apply_keyset_pagination

RowT = TypeVar("RowT")


@dataclass(frozen=True, slots=True)
class KeysetPage(Generic[RowT]):
    """A page of rows and where the next one begins."""

    rows: Sequence[RowT]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class KeysetOrder:
    """A total order of the rows of a model, which ends with the whole key."""

    model: type
    terms: tuple[tuple[str, SortDirection], ...]
    key: tuple[str, ...]
    """The columns of the key, in the form of the terms."""
    related: Mapping[str, ColumnElement[Any]]
    """What terms name of related rows."""

    def order_by(self) -> list[ColumnElement[Any]]:
        """The terms of the ORDER BY."""
        return [
            related_term(self.related[field], direction)
            if field in self.related
            else order_term(self.model, field, direction)
            for field, direction in self.terms
        ]

    def compared(self, field: str) -> ColumnElement[Any]:
        """What of a field PostgreSQL compares."""
        related = self.related.get(field)
        return comparable(self.model, field) if related is None else related

    def position(self, schema: type[BaseModel] | None) -> tuple[str, ...]:
        """The fields whose values say where a page ended.

        They are those of the order, if a schema shows them all as columns of the row.
        Otherwise it is the key, by which the next page looks the others up: a cursor
        tells nothing else.
        """
        if self.related:
            return self.key
        fields = tuple(field for field, _ in self.terms)
        shown = fields if schema is None else schema.model_fields
        return fields if {*fields} <= {*shown} else self.key

    def after(self, values: Sequence[Any]) -> ColumnElement[bool]:
        """The condition that a row comes after the one that has these values."""
        directions = {direction for _, direction in self.terms}
        nullable = any(self._is_nullable(field) for field, _ in self.terms)
        if len(directions) == 1 and not nullable:
            return self._after_in_one_direction(values, directions.pop())
        return self._after_in_mixed_directions(values)

    def _after_in_one_direction(
        self,
        values: Sequence[Any],
        direction: SortDirection,
    ) -> ColumnElement[bool]:
        """Compares whole rows, for which PostgreSQL can use an index."""
        fields = tuple(field for field, _ in self.terms)
        row = _row(self.model, fields)
        pairs = zip(fields, values, strict=True)
        last = tuple_(*(_bound(self.model, field, value) for field, value in pairs))
        return row > last if direction is SortDirection.ASC else row < last

    def _after_in_mixed_directions(self, values: Sequence[Any]) -> ColumnElement[bool]:
        """Compares field by field. The bound on the first field can use its index."""
        pairs = list(zip(self.terms, values, strict=True))
        alternatives: list[ColumnElement[bool]] = []
        for position, (term, value) in enumerate(pairs):
            tied = [self._equal(field, known) for (field, _), known in pairs[:position]]
            alternatives.append(and_(*tied, self._beyond(*term, value)))
        (field, direction), value = pairs[0]
        bound = or_(self._equal(field, value), self._beyond(field, direction, value))
        return and_(bound, or_(*alternatives))

    def _is_nullable(self, field: str) -> bool:
        # A related row may be absent, or not visible.
        return field in self.related or is_nullable(self.model, field)

    def _bound(self, field: str, value: Any) -> ColumnElement[Any]:
        related = self.related.get(field)
        if related is None:
            return _bound(self.model, field, value)
        return literal(value, related.type)

    def _equal(self, field: str, value: object) -> ColumnElement[bool]:
        compared = self.compared(field)
        if value is None:
            return compared.is_(None)
        return compared == self._bound(field, value)

    def _beyond(
        self,
        field: str,
        direction: SortDirection,
        value: Any,
    ) -> ColumnElement[bool]:
        """Compares one field. NULL is larger than any value."""
        compared = self.compared(field)
        if value is None:
            descending = direction is SortDirection.DESC
            return compared.is_not(None) if descending else false()
        bound = self._bound(field, value)
        if direction is SortDirection.DESC:
            return compared < bound
        larger = compared > bound
        nullable = self._is_nullable(field)
        return or_(larger, compared.is_(None)) if nullable else larger


def _bound(model: type, field: str, value: Any) -> ColumnElement[Any]:
    """A value as a literal, because SQLAlchemy would compare a plain True with IS."""
    return literal(value, column(model, field).type)


@lru_cache(maxsize=256)
def _row(model: type, fields: tuple[str, ...]) -> ColumnElement[Any]:
    """The columns as a row value. Few are cached, because clients choose the sort."""
    return tuple_(*(column(model, field) for field in fields))


def keyset_order(
    model: type,
    sort: Sequence[SortClause] | None = None,
    *,
    default_field: str,
    default_direction: str = "asc",
    cursor_field: str,
    key: Sequence[str],
    related: RelatedSorts | None = None,
) -> KeysetOrder:
    """The order of a search: the sort, then the cursor field, then the key.

    Args:
        sort: What the client wants to sort by.
        default_field: What to sort by otherwise.
        default_direction: The direction of that, "asc" or "desc".
        cursor_field: The field that orders rows which the sort leaves tied.
        key: The columns of the primary key.
        related: What fields name of related rows.
    """
    order = dict(sort_order(sort, default_field, default_direction))
    last = list(order.values())[-1]
    for field in (cursor_field, *key):
        order.setdefault(field, last)
    # After the whole key, no other field can distinguish two rows.
    fields = list(order)
    end = max(fields.index(field) for field in key) + 1
    terms = tuple((field, order[field]) for field in fields[:end])
    of_related = {
        field: related[field]() for field, _ in terms if related and field in related
    }
    in_key = tuple(each for each in fields if each in key)
    return KeysetOrder(model, terms, in_key, of_related)


async def fetch_keyset_page(
    db: AsyncSession,
    statement: Select[RowT],
    order: KeysetOrder,
    *,
    cursor: str | None,
    page_size: int,
    max_page_size: int,
    scope: object = None,
    shown: type[BaseModel] | None = None,
) -> KeysetPage[RowT]:
    """Fetches the page after a cursor.

    Args:
        statement: A SELECT of entities, without an order.
        order: The order of the rows.
        cursor: The `next_cursor` of the page before, or none.
        page_size: How many rows are asked for.
        max_page_size: The most rows that a page may have.
        scope: What else the cursor is bound to: the filter.
        shown: The items of the page. A cursor has no values of other fields.

    Raises:
        RequestValidationError: 422, when the cursor is not one of this search.
    """
    model = order.model
    digest = search_digest(model.__name__, order.terms, scope)
    position = order.position(shown)
    if cursor is not None:
        types = [python_type(model, field) for field in position]
        values = decode_cursor(cursor, digest, types)
        if position == order.key:
            values = await _values_of_row(db, statement, order, values)
        statement = statement.where(order.after(values))
    statement, size = apply_keyset_pagination(
        statement.options(*_loading(model, position, shown)).order_by(
            *order.order_by()
        ),
        model,
        None,
        order.key[0],
        page_size,
        max_page_size,
    )
    rows = (await db.scalars(statement)).unique().all()
    if len(rows) <= size:
        return KeysetPage(rows, None)
    rows = rows[:size]
    ended_at = [getattr(rows[-1], field) for field in position]
    return KeysetPage(rows, encode_cursor(digest, ended_at))


def _loading(
    model: type, fields: Sequence[str], shown: type[BaseModel] | None
) -> list[ExecutableOption]:
    """The loader options for the values of a cursor that the items leave out."""
    attributes = [column(model, field) for field in fields]
    return [
        undefer(each)
        for each in attributes
        if each.property.deferred
        or (shown is not None and each.key not in shown.model_fields)
    ]


async def _values_of_row(
    db: AsyncSession, search: Select[Any], order: KeysetOrder, key: Sequence[object]
) -> list[Any]:
    """The values of the row that a page ended at.

    Raises:
        RequestValidationError: 422, when the row is gone.
    """
    fields = [field for field, _ in order.terms]
    if fields == [*order.key]:
        return [*key]
    # A client can make such a cursor of any key: the row is one that the search finds.
    statement = select(*(order.compared(field) for field in fields))
    if search.whereclause is not None:
        statement = statement.where(search.whereclause)
    is_last = (
        column(order.model, field) == _bound(order.model, field, value)
        for field, value in zip(order.key, key, strict=True)
    )
    row = (await db.execute(statement.where(*is_last))).first()
    if row is None:
        raise invalid_cursor("Cursor is of a row that is gone; start over")
    return list(row)
