"""Checks of sorts, and of the walk through pages."""

import random
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    JSON,
    CheckConstraint,
    Column,
    Enum,
    ForeignKeyConstraint,
    Text,
    cast,
    func,
    literal_column,
)
from sqlalchemy.dialects.postgresql import JSONB

from .columns import plain_type
from .reading import items_of, search
from .resource import Json, Resource
from .rows import columns_of, foreign_key
from .samples import enum_members
from .unique import is_unique, unique_groups

_ROWS = 8
_MAX_SORT_CLAUSES = 8


async def check_order(
    resource: Resource,
    fields: Sequence[str],
    shown: Sequence[str],
    *,
    default: tuple[str, str],
    mode: str | None = None,
    cursor_field: str | None = None,
    filtered: str | None = None,
) -> None:
    """Sorts by each field in both directions, and walks through the pages.

    Args:
        resource: The resource.
        fields: The attributes that a sort may name.
        shown: The fields of each item.
        default: What the rows are sorted by otherwise, and the direction.
        mode: `keyset` or `offset`, where there are pages.
        cursor_field: The attribute that orders rows which the sort leaves tied.
        filtered: An attribute that a filter may name, if there is one.
    """
    await _create_tied_rows(resource, {*fields, default[0]}, cursor_field)
    orders = [(name, way) for name in fields for way in ("asc", "desc")]
    for order in [None, *orders]:
        name, direction = order or default
        body: Json = (
            {} if order is None else {"sort": [{"field": name, "dir": direction}]}
        )
        terms = dict.fromkeys([name, cursor_field or resource.key[0], *resource.key])
        # Rows that the sort leaves tied are in the direction of the walk.
        rest = direction if mode == "keyset" else "asc"
        ways = [(term, direction if term == name else rest) for term in terms]
        rows = await _sorted_rows(resource, ways)
        expected = [resource.answer(row, shown) for row in rows]
        if mode is None:
            found = items_of(await search(resource, body))
        else:
            found = await _walk(resource, body, mode, len(rows))
        assert [resource.plain(each) for each in found] == expected, body
    if fields:
        first = fields[0]
        ascending = await search(resource, {"sort": [{"field": first, "dir": "asc"}]})
        unnamed = await search(resource, {"sort": [{"field": first}]})
        assert items_of(unnamed) == items_of(ascending)
        clause = {"field": first}
        others = {resource.attribute(name) for name in resource.fields} - {*fields}
        for wrong in (
            clause | {"no_such_field": 1},
            clause | {"dir": "up"},
            {"dir": "asc"},
            *({"field": other} for other in sorted(others)),
        ):
            assert (await search(resource, {"sort": [wrong]})).status_code == 422, wrong
        too_many = [clause] * (_MAX_SORT_CLAUSES + 1)
        assert (await search(resource, {"sort": too_many})).status_code == 422
        assert (await search(resource, {"sort": too_many[1:]})).status_code == 200
        assert (await search(resource, {"sort": None})).status_code == 200
    if mode == "keyset":
        await _check_cursors(resource, filtered)


async def _create_tied_rows(
    resource: Resource, sorted_by: Collection[str], cursor_field: str | None
) -> None:
    """Creates rows, some with equal and some with NULL values in the sorted fields.

    Each field orders them otherwise; the last two are equal in all but the key.
    """
    by_attribute = {resource.attribute(name): name for name in resource.fields}
    names = sorted(
        {by_attribute[each] for each in {*sorted_by, *filter(None, [cursor_field])}}
    )
    ranks: dict[str, list[int]] = {}
    for name in names:
        order = [*range(_ROWS - 1)]
        random.Random(name).shuffle(order)
        ranks[name] = [*order, order[-1]]
    values = await resource.several_values(_ROWS)
    await _tie_keys(resource, values)
    for name in names:
        attribute = resource.attribute(name)
        column = resource.column(name)
        if (
            column is None
            or attribute in resource.key
            or _is_checked(column)
            or not resource.stands_alone(name)
            or attribute in resource.api.rows.scope_of(resource.model)
            or attribute not in values[0]
        ):
            continue
        kept = stored = [each[attribute] for each in values]
        if isinstance(column.type, Enum):
            # A CHECK may refuse some of them.
            members = [each for each in enum_members(column.type) if each in stored]
            stored = (members * _ROWS)[:_ROWS]
        pairs = attribute in sorted_by and attribute != cursor_field
        for at, rank in enumerate(ranks[name]):
            place = rank // 2 if pairs else rank
            is_null = resource.is_nullable(name) and rank < 2
            values[at][attribute] = None if is_null else stored[place]
        if _are_alike(resource, values):
            for at, value in enumerate(kept):
                values[at][attribute] = value
    for each in values:
        await resource.api.rows.create(resource.model, each)


def _is_checked(column: Column[Any]) -> bool:
    """Whether a CHECK may compare a column with others, so that its value stays."""
    checks: Collection[object] = getattr(column.table, "constraints", ())
    name = re.compile(rf"\b{re.escape(column.name)}\b")
    return any(
        isinstance(each, CheckConstraint) and name.search(str(each.sqltext))
        for each in checks
    )


def _are_alike(resource: Resource, values: Sequence[Json]) -> bool:
    """Whether rows are equal in all columns of a unique constraint."""
    scope = resource.api.rows.scope_of(resource.model)
    names = {column: name for name, column in columns_of(resource.model).items()}
    tables = {column.table for column in names}
    for group in unique_groups(*tables):
        own = [names[column] for column in group if column in names]
        if not {*own} <= {*values[0], *scope} or len(own) < len(group):
            continue
        rows = [[{**scope, **each}[name] for name in own] for each in values]
        # No two NULLs are equal.
        whole = [row for row in rows if None not in row]
        if any(row in whole[:at] for at, row in enumerate(whole)):
            return True
    return False


async def _tie_keys(resource: Resource, values: Sequence[Json]) -> None:
    """Makes rows equal in one of several columns of the key.

    Those that are equal are on different pages, of two rows each.
    """
    *others, last = resource.key
    columns = columns_of(resource.model)
    scope = resource.api.rows.scope_of(resource.model)
    ties: dict[str, list[list[int]]] = {}
    if others:
        ties = {name: [[1, 2], [3, 4], [5, 6]] for name in others}
        ties[last] = [[2, 3, 5]]
    for name, groups in ties.items():
        key = foreign_key(columns[name])
        # The columns of a foreign key belong together.
        parts = [name] if key is None else _attributes(columns, key)
        same = {*parts, *scope}
        if is_unique(*(columns[each] for each in same)) or {*resource.key} <= same:
            continue
        for first, *rest in groups:
            if key is not None:
                referred = await resource.api.rows.referred(key)
                tied = {part: referred[str(columns[part].key)] for part in parts}
                values[first].update(tied)
            for at in rest:
                values[at].update({part: values[first][part] for part in parts})


def _attributes(
    columns: Mapping[str, Column[Any]], key: ForeignKeyConstraint
) -> list[str]:
    """The attributes of a foreign key's columns."""
    return [name for name, column in columns.items() if column in key.columns.values()]


async def _sorted_rows(
    resource: Resource, terms: Sequence[tuple[str, str]]
) -> list[Any]:
    """The rows in the order that the database has for the terms."""
    order: list[Any] = []
    for name, direction in terms:
        compared = _compared(getattr(resource.model, name))
        is_ascending = direction == "asc"
        order.append(
            compared.asc().nulls_last()
            if is_ascending
            else compared.desc().nulls_first()
        )
    return await resource.api.rows.all(resource.model, *order)


def _compared(attribute: Any) -> Any:
    """What a sort compares. In JSON, a null is null, too.

    It repeats what a route does, as the code under test does not say what is expected.
    """
    kind = plain_type(attribute.type)
    if isinstance(kind, JSON.JSONPathType):
        return cast(attribute, Text)
    if not isinstance(kind, JSON):
        return attribute
    return func.nullif(cast(attribute, JSONB), literal_column("'null'::jsonb"))


async def _walk(resource: Resource, body: Json, mode: str, count: int) -> list[Any]:
    """The items of all pages of two rows."""
    found: list[Any] = []
    size = "page_size" if mode == "keyset" else "limit"
    body = body | {size: 2}
    while len(found) < count:
        page = await search(resource, body)
        content = page.json()
        items = items_of(page)
        assert len(items) == min(2, count - len(found))
        found += items
        if mode == "offset":
            counts = (content["total"], content["offset"], content["limit"])
            assert counts == (count, len(found) - len(items), 2)
            body = body | {"offset": len(found)}
        else:
            is_last = len(found) == count
            assert (content["next_cursor"] is None) == is_last
            body = body | {"cursor": content["next_cursor"]}
    return found


async def _check_cursors(resource: Resource, filtered: str | None) -> None:
    """A cursor belongs to one search, and a forged one is rejected."""
    page = await search(resource, {"page_size": 2})
    searches: list[Json] = [{"cursor": "forged"}, {"cursor": 1}]
    if filtered is not None:
        condition = {"field": filtered, "op": "is_null", "value": False}
        cursor = page.json()["next_cursor"]
        searches.append({"cursor": cursor, "filter": condition})
    for body in searches:
        assert (await search(resource, body)).status_code == 422, body
    assert (await search(resource, {"cursor": None})).status_code == 200
