"""Checks of sorts, and of the walk through pages."""

import random
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Column, Enum, cast, func, literal_column
from sqlalchemy.dialects.postgresql import JSONB

from .columns import plain_type
from .reading import every_item, items_of, search
from .resource import Json, Resource
from .samples import enum_members
from .unique import unique_groups

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
        fields: The attributes that a sort may name.
        default: What the rows are sorted by otherwise, and the direction.
        mode: `keyset` or `offset`, where there are pages.
        cursor_field: The attribute that orders rows which the sort leaves tied.
        filtered: An attribute that a filter may name, if there is one.
    """
    await _create_tied_rows(resource, {*fields, default[0]}, cursor_field)
    size = {None: None, "keyset": "page_size", "offset": "limit"}[mode]
    pages: Json = {} if size is None else {size: 2}
    orders = [(name, way) for name in fields for way in ("asc", "desc")]
    for order in [None, *orders]:
        name, direction = order or default
        sort: Json = {"sort": [{"field": name, "dir": direction}]} if order else {}
        terms = dict.fromkeys([name, cursor_field or resource.key[0], *resource.key])
        # Rows that the sort leaves tied are in the direction of the walk.
        rest = direction if mode == "keyset" else "asc"
        ways = [(term, direction if term == name else rest) for term in terms]
        rows = await _sorted_rows(resource, ways)
        expected = [resource.answer(row, shown) for row in rows]
        assert await every_item(resource, {**sort, **pages}) == expected, sort
    if fields:
        await _check_clauses(resource, fields)
    if mode == "keyset":
        await _check_cursors(resource, filtered)


async def _check_clauses(resource: Resource, fields: Sequence[str]) -> None:
    """What a request may sort by, and how often."""
    clause = {"field": fields[0]}
    ascending = await search(resource, {"sort": [clause | {"dir": "asc"}]})
    assert items_of(await search(resource, {"sort": [clause]})) == items_of(ascending)
    others = {resource.attribute(name) for name in resource.fields} - {*fields}
    wrong: list[Json] = [clause | {"no_such_field": 1}, clause | {"dir": "up"}]
    wrong += [{"dir": "asc"}, *({"field": other} for other in sorted(others))]
    sorts: list[list[Json] | None] = [[each] for each in wrong]
    for sort in [*sorts, [clause] * (_MAX_SORT_CLAUSES + 1)]:
        assert (await search(resource, {"sort": sort})).status_code == 422, sort
    for sort in ([clause] * _MAX_SORT_CLAUSES, None):
        assert (await search(resource, {"sort": sort})).status_code == 200


async def _create_tied_rows(
    resource: Resource, sorted_by: Collection[str], cursor_field: str | None
) -> None:
    """Creates rows, some with equal and some with NULL values in the sorted fields.

    Each field orders them otherwise; the last two are equal in all but the key.
    """
    names = {resource.attribute(each): each for each in resource.fields}
    values = await resource.several_values(_ROWS)
    for attribute in sorted({*sorted_by, *filter(None, [cursor_field])}):
        name = names[attribute]
        column = resource.column(name)
        if (
            column is None
            or attribute not in values[0]
            or attribute in resource.key
            or attribute in resource.api.rows.scope_of(resource.model)
            or _is_checked(column)
            or not resource.stands_alone(name)
        ):
            continue
        stored = [each[attribute] for each in values]
        ranks = [*range(_ROWS)]
        random.Random(name).shuffle(ranks)
        if not any(column in group for group in unique_groups(column.table)):
            if isinstance(column.type, Enum):
                # A CHECK may refuse some of them.
                known = [each for each in enum_members(column.type) if each in stored]
                stored = (known * _ROWS)[:_ROWS]
            ranks[-1] = ranks[-2]
            if attribute != cursor_field:
                ranks = [rank // 2 for rank in ranks]
            if resource.is_nullable(name):
                stored[:2] = [None, None]
        for each, rank in zip(values, ranks, strict=True):
            each[attribute] = stored[rank]
    rows = [await resource.api.rows.create(resource.model, each) for each in values]
    # Of a key of several columns in the path, others have one of them in common.
    in_path = replace(resource, user_key=())
    for row in rows[1::2]:
        await in_path.create_siblings(row)


def _is_checked(column: Column[Any]) -> bool:
    """Whether a CHECK may compare a column with others, so that its value stays."""
    checks: Collection[object] = getattr(column.table, "constraints", ())
    name = re.compile(rf"\b{re.escape(column.name)}\b")
    return any(
        isinstance(each, CheckConstraint) and name.search(str(each.sqltext))
        for each in checks
    )


async def _sorted_rows(
    resource: Resource, terms: Sequence[tuple[str, str]]
) -> list[Any]:
    """The rows in the order that the database has for the terms.

    A null in JSON is null, too. It repeats what a route does, as the code under test
    does not say what is expected.
    """
    order: list[Any] = []
    for name, direction in terms:
        compared: Any = getattr(resource.model, name)
        if isinstance(plain_type(compared.type), JSON):
            compared = func.nullif(
                cast(compared, JSONB), literal_column("'null'::jsonb")
            )
        is_ascending = direction == "asc"
        order.append(
            compared.asc().nulls_last()
            if is_ascending
            else compared.desc().nulls_first()
        )
    return await resource.api.rows.all(resource.model, *order)


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
