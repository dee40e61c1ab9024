"""Checks of related rows: in answers, and in filters and sorts of lists."""

from collections.abc import Callable, Sequence
from dataclasses import KW_ONLY, dataclass
from inspect import signature
from typing import Any

from pydantic import BaseModel
from sqlalchemy import ARRAY, JSON, select, text

from .columns import plain_type
from .json_values import in_json
from .reading import every_item
from .related_rows import RelatedRows, Relation
from .resource import Resource
from .rows import columns_of

__all__ = ["Answer", "Path", "Relation", "check_paths", "check_relations"]


@dataclass(frozen=True)
class Answer:
    """What a function builds of rows."""

    build: Callable[..., Any]
    schema: type[BaseModel]
    fields: Sequence[str | Relation]
    _: KW_ONLY
    of_many: bool = False
    """Whether it builds a list."""


@dataclass(frozen=True)
class Path:
    """What a list asks of related rows: a column, their number, or if there are any."""

    name: str
    steps: Sequence[Relation]
    attribute: str | None = None


async def check_relations(resource: Resource, answers: Sequence[Answer]) -> None:
    """Builds answers of rows that have no related rows, one, too many, and hidden ones.

    Args:
        answers: What its rows are answered with.
    """
    related = resource.related
    relations = [each for answer in answers for each in _inner(answer.fields)]
    rows = await _owners(resource, relations, 3 + _depth(relations))
    await _fill(related, relations, rows[0], full=True)
    for hidden_at, row in enumerate(rows[2:]):
        await _fill(related, relations, row, hidden_at=hidden_at)
    await _ignore_indexes(resource)
    for answer in answers:
        await _scatter(related, _inner(answer.fields), rows[0])
        parts = [rows, rows[:1]] if answer.of_many else [[row] for row in rows]
        sent = [await _check_answer(related, answer, part) for part in parts]
        few = 1 if answer.of_many else 2
        assert sent[0] == sent[min(few, len(sent) - 1)], "it depends on the rows"


async def _check_answer(
    related: RelatedRows, answer: Answer, rows: Sequence[Any]
) -> int:
    """Builds an answer; returns how many statements that takes."""
    api, of = related.api, rows if answer.of_many else rows[0]
    user = [api.user] if "user" in signature(answer.build).parameters else []
    with api.statements() as sent:
        async with api.rows.session() as db:
            built = await answer.build(db, of, *user)
    shown = [await _shown(related, answer.fields, row) for row in rows]
    expected = [answer.schema.model_validate(each) for each in shown]
    assert (built if answer.of_many else [built]) == expected
    return len(sent)


async def _shown(
    related: RelatedRows, fields: Sequence[str | Relation], row: Any
) -> dict[str, Any]:
    """What an answer shows of a row."""
    shown = {each: getattr(row, each) for each in fields if isinstance(each, str)}
    for each in _inner(fields):
        found = await related.of(each, row)
        size = 1 if each.limit is None else each.limit
        items = [] if each.counts else found[:size]
        several = [await _shown(related, each.fields, item) for item in items]
        one = several[0] if several else None
        shown[each.name] = one if each.limit is None else several
        if each.counts:
            shown[each.name] = len(found)
        if each.more is not None:
            shown[each.more] = len(found) > size
    return shown


async def check_paths(
    resource: Resource,
    listed: Sequence[str],
    *,
    filtered: Sequence[Path] = (),
    sorted_by: Sequence[Path] = (),
) -> None:
    """Filters and sorts a list by what belongs to its rows.

    Args:
        listed: The fields of each item.
        filtered: What a filter can compare.
        sorted_by: What the list can be sorted by.
    """
    related = resource.related
    paths = [*filtered, *sorted_by]
    first = [path.steps[0] for path in paths]
    # One with related rows, one with none, one for each step that is hidden, and one
    # with related rows. Three more: the order of all is not by chance that of the keys,
    # and the first of them has rows of its own, with values after those of hidden ones.
    kinds = 3 + max(len(path.steps) for path in paths)
    rows = await _owners(resource, first, kinds + 3)
    for path in paths:
        for at, row in enumerate(rows):
            kind = at % kinds
            for depth, step in enumerate(path.steps if kind != 1 else ()):
                hide, anew = kind == depth + 2, at == kinds
                made = await related.add(step, row, 1, hide=hide, anew=anew)
                row = made[0]
            for same in paths if kind != 1 else ():
                if same.attribute is not None and same.steps == path.steps:
                    await related.fill(row, same.attribute)
    hidden = related.hidden
    rows = [*(await resource.stored()).values()]
    for path in sorted_by:
        reached = [await _reached(related, path, row) for row in rows]
        await _check_sort(resource, path, rows, reached, listed)
    for path in filtered:
        related.hidden = {}
        every = [await _reached(related, path, row) for row in rows]
        related.hidden = hidden
        reached = [await _reached(related, path, row) for row in rows]
        for op, value, matches in _conditions(path, every, reached):
            condition = {"field": path.name, "op": op, "value": value}
            found = await every_item(resource, {"filter": condition})
            pairs = zip(rows, matches, strict=True)
            expected = [resource.answer(row, listed) for row, fits in pairs if fits]
            assert sorted(found, key=repr) == sorted(expected, key=repr), condition


Reached = Sequence[list[Any]]
"""By row, what a path leads to from it."""


async def _reached(related: RelatedRows, path: Path, row: Any) -> list[Any]:
    rows = [row]
    for step in path.steps:
        rows = [each for one in rows for each in await related.of(step, one)]
    if path.attribute is None:
        return rows
    return [getattr(each, path.attribute) for each in rows]


def _conditions(
    path: Path, every: Reached, reached: Reached
) -> list[tuple[str, Any, list[bool]]]:
    """Operators and values of a filter, and of which rows they are true.

    Args:
        path: What is compared.
        every: What it would lead to if nothing were hidden.
        reached: What it leads to.
    """
    last = path.steps[-1]
    if last.counts:
        counts = sorted({*map(len, every)})
        return [("eq", size, [len(of) == size for of in reached]) for size in counts]
    if path.attribute is None:
        bools = (True, False)
        return [
            ("exists", some, [bool(of) is some for of in reached]) for some in bools
        ]
    kind = plain_type(columns_of(last.model)[path.attribute].type)
    if isinstance(kind, ARRAY | JSON):
        filled = [any(each is not None for each in of) for of in reached]
        return [("is_null", False, filled)]
    values = [of[0] for of in every if of and of[0] is not None]
    return [("eq", in_json(each), [each in of for of in reached]) for each in values]


async def _check_sort(
    resource: Resource,
    path: Path,
    rows: Sequence[Any],
    reached: Reached,
    listed: Sequence[str],
) -> None:
    """Sorts the list. What is not there comes last, as NULL."""
    last = path.steps[-1]
    values = [len(of) if last.counts else next(iter(of), None) for of in reached]
    ranks: list[Any] = [*range(max(map(len, reached)) + 1)]
    if path.attribute is not None:
        column = getattr(last.model, path.attribute)
        async with resource.api.rows.session() as db:
            ranks = [*await db.scalars(select(column).order_by(column))]
    of_item = {
        repr(resource.answer(row, listed)): value
        for row, value in zip(rows, values, strict=True)
    }
    assert len(of_item) == len(rows), "the fields of the list tell its rows apart"
    ordered = sorted(values, key=[*ranks, None].index)
    for direction, expected in (("asc", ordered), ("desc", ordered[::-1])):
        sort = [{"field": path.name, "dir": direction}]
        items = await every_item(resource, {"sort": sort})
        assert [of_item[repr(item)] for item in items] == expected, sort


async def _owners(
    resource: Resource, relations: Sequence[Relation], count: int
) -> list[Any]:
    """Creates different rows. The second one refers to no others, where it need not."""
    keys = {name for each in relations for name in each.via}
    names = [each for each in resource.fields if resource.attribute(each) in keys]
    return await resource.create_several(count, [*filter(resource.is_nullable, names)])


async def _fill(
    related: RelatedRows,
    relations: Sequence[Relation],
    row: Any,
    *,
    full: bool = False,
    hidden_at: int = 0,
) -> None:
    """Creates related rows: one each, or more than there can be in a list.

    Args:
        related: Creates them.
        relations: How they belong to the row.
        full: Creates more than there can be.
        hidden_at: The level at which all of them are hidden: 1 is the first.
    """
    for each in relations:
        # Enough for a tie at each term of the order.
        most = max((each.limit or 1) + 3, 2 ** len(each.order) + 1)
        await related.add(each, row, most if full else 1, hide=hidden_at == 1)
    for each in relations if full else ():
        await related.mix(each, row)
    for each in relations:
        inner = _inner(each.fields)
        shown = (await related.of(each, row))[:3] if inner else []
        for child in shown:
            below = 1 if full and child in shown[1:2] else max(hidden_at - 1, 0)
            is_full = full and child is shown[0]
            await _fill(related, inner, child, full=is_full, hidden_at=below)


async def _scatter(
    related: RelatedRows, relations: Sequence[Relation], row: Any
) -> None:
    """Stores related rows in the reverse of the order that an answer has them in."""
    for each in relations:
        found = await related.of(each, row)
        if each.order:
            await related.store_again(reversed(found))
        for child in found[:3]:
            await _scatter(related, _inner(each.fields), child)


def _depth(relations: Sequence[Relation]) -> int:
    return max((1 + _depth(_inner(each.fields)) for each in relations), default=0)


def _inner(fields: Sequence[str | Relation]) -> list[Relation]:
    return [each for each in fields if isinstance(each, Relation)]


async def _ignore_indexes(resource: Resource) -> None:
    """Makes the database find rows as they are stored, if nothing else is asked for."""
    async with resource.api.rows.session() as db:
        for setting in ("enable_indexscan", "enable_bitmapscan"):
            await db.execute(text(f"SET LOCAL {setting} = off"))
        await db.commit()
