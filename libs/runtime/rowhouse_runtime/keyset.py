"""Keyset paging in any order: pages that neither skip nor repeat rows."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any, Generic, TypeVar

from pydantic import BaseModel
from sqlalchemy import (
    ColumnElement,
    Select,
    Text,
    and_,
    cast,
    false,
    literal,
    or_,
    select,
    tuple_,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import undefer
from sqlalchemy.sql.base import ExecutableOption
from sqlalchemy.types import TypeEngine

from .columns import column, is_foreign, python_type
from .comparisons import is_json, sortable, sorts_null
from .cursors import (
    decode_cursor,
    encode_cursor,
    invalid_cursor,
    search_digest,
)
from .ordering import SortClause, SortDirection, order_term, sort_order
from .pagination import apply_keyset_pagination
from .sealing import Seal, seal_of

RowT = TypeVar("RowT")

LONGEST_CURSOR = 2048
"""The maximum length of a cursor that holds long values, in characters."""


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

    def is_shown(self, schema: type[BaseModel]) -> bool:
        """Whether a schema has all fields of the order."""
        return all(field in schema.model_fields for field, _ in self.terms)

    def loading(self, shown: type[BaseModel] | None) -> list[ExecutableOption]:
        """The loader options for the values that a cursor needs.

        Args:
            shown: The items of the page. Other columns may not be loaded.
        """
        attributes = [column(self.model, field) for field, _ in self.terms]
        return [
            undefer(each)
            for each in attributes
            if each.property.deferred
            or (shown is not None and each.key not in shown.model_fields)
        ]

    def order_by(self) -> list[ColumnElement[Any]]:
        """The terms of the ORDER BY."""
        return [order_term(self.model, *term) for term in self.terms]

    def types(self) -> list[type]:
        """The Python types of the fields."""
        return [python_type(self.model, field) for field, _ in self.terms]

    def key_types(self) -> list[type]:
        """The Python types of the key's columns."""
        return [python_type(self.model, field) for field in self.key]

    def cursor_forms(self) -> list[list[type]]:
        """The Python types of a cursor's values: of all fields, or of the key alone."""
        of_key = [self.key_types()]
        return of_key if self.has_json() else [self.types(), *of_key]

    def has_json(self) -> bool:
        """Whether a field is JSON, whose values only the database knows exactly."""
        return any(is_json(self.model, field) for field, _ in self.terms)

    def has_foreign_label(self, values: Sequence[object]) -> bool:
        """Whether a value is a label that the enum of its field lacks."""
        return any(
            issubclass(kind, Enum) and is_foreign(value, kind)
            for value, kind in zip(values, self.types(), strict=True)
        )

    def compared(self) -> list[ColumnElement[Any]]:
        """What `after` needs to know of the row that a page ended at."""
        return [_compared(self.model, field) for field, _ in self.terms]

    def after(self, values: Sequence[Any]) -> ColumnElement[bool]:
        """The condition that a row comes after the one that has these values."""
        directions = {direction for _, direction in self.terms}
        nullable = any(sorts_null(self.model, field) for field, _ in self.terms)
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

    def _equal(self, field: str, value: object) -> ColumnElement[bool]:
        compared = sortable(self.model, field)
        if value is None:
            return compared.is_(None)
        return compared == _bound(self.model, field, value)

    def _beyond(
        self,
        field: str,
        direction: SortDirection,
        value: Any,
    ) -> ColumnElement[bool]:
        """Compares one field. NULL is larger than any value."""
        compared = sortable(self.model, field)
        if value is None:
            descending = direction is SortDirection.DESC
            return compared.is_not(None) if descending else false()
        bound = _bound(self.model, field, value)
        if direction is SortDirection.DESC:
            return compared < bound
        larger = compared > bound
        nullable = sorts_null(self.model, field)
        return or_(larger, compared.is_(None)) if nullable else larger


def _compared(model: type, field: str) -> ColumnElement[Any]:
    """What `_bound` takes: JSON as a text, as Python may lose digits of its numbers."""
    compared = sortable(model, field)
    return cast(compared, Text) if is_json(model, field) else compared


def _bound(model: type, field: str, value: Any) -> ColumnElement[Any]:
    """A value as a literal, because SQLAlchemy would compare a plain True with IS."""
    kind: TypeEngine[Any] = column(model, field).type
    if is_json(model, field):
        return cast(literal(value, Text()), JSONB)
    if is_foreign(value, python_type(model, field)):
        return cast(literal(value, Text()), kind)
    return literal(value, kind)


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
) -> KeysetOrder:
    """The order of a search: the sort, then the cursor field, then the key.

    Args:
        model: The mapped class.
        sort: What the client wants to sort by.
        default_field: What to sort by otherwise.
        default_direction: The direction of that, "asc" or "desc".
        cursor_field: The field that orders rows which the sort leaves tied.
        key: The columns of the primary key.
    """
    order = dict(sort_order(sort, default_field, default_direction))
    last = list(order.values())[-1]
    for field in (cursor_field, *key):
        order.setdefault(field, last)
    # After the whole key, no other field can distinguish two rows.
    fields = list(order)
    end = max(fields.index(field) for field in key) + 1
    terms = tuple((field, order[field]) for field in fields[:end])
    return KeysetOrder(model, terms, tuple(each for each in fields if each in key))


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
        db: The request's session.
        statement: A SELECT of entities, without an order.
        order: The order of the rows.
        cursor: The `next_cursor` of the page before, or none.
        page_size: How many rows are asked for.
        max_page_size: The most rows that a page may have.
        scope: What else the cursor is bound to: the filter.
        shown: The items of the page. A cursor with values of other fields is sealed.

    Raises:
        RequestValidationError: 422, when the cursor is not one of this search.
    """
    digest = search_digest(order.model.__name__, order.terms, scope)
    seal = None if shown is None or order.is_shown(shown) else seal_of(db)
    if cursor is not None:
        values = decode_cursor(cursor, digest, *order.cursor_forms(), seal=seal)
        if len(values) < len(order.terms):
            values = await _values_of_row(db, statement, order, values)
        statement = statement.where(order.after(values))
    statement, size = apply_keyset_pagination(
        statement.options(*order.loading(shown)).order_by(*order.order_by()),
        order.model,
        None,
        order.key[0],
        page_size,
        max_page_size,
    )
    rows = (await db.scalars(statement)).unique().all()
    if len(rows) <= size:
        return KeysetPage(rows, None)
    rows = rows[:size]
    return KeysetPage(rows, _cursor_of(rows[-1], order, digest, seal))


def _cursor_of(row: object, order: KeysetOrder, digest: str, seal: Seal | None) -> str:
    if not order.has_json():
        values = [getattr(row, field) for field, _ in order.terms]
        cursor = encode_cursor(digest, values, seal)
        if len(cursor) <= LONGEST_CURSOR and not order.has_foreign_label(values):
            return cursor
    # Only the key: the next page looks up the other values.
    key = [getattr(row, field) for field in order.key]
    return encode_cursor(digest, key, seal)


async def _values_of_row(
    db: AsyncSession, search: Select[Any], order: KeysetOrder, key: Sequence[object]
) -> list[Any]:
    """The values of the row that a page ended at.

    Raises:
        RequestValidationError: 422, when the row is gone.
    """
    # A client can make such a cursor of any key: the row is one that the search finds.
    statement = select(*order.compared())
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
