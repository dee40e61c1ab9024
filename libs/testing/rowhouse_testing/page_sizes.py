"""Checks of the sizes of pages."""

from dataclasses import replace
from typing import Any

from sqlalchemy import Column

from .keys import invalid_values
from .reading import items_of, search
from .resource import Json, Resource
from .rows import foreign_key
from .unique import is_unique


async def check_page_size(
    resource: Resource, mode: str, *, default: int, most: int
) -> None:
    """Asks for pages of no size, of the greatest one and of more.

    Args:
        resource: The resource.
        mode: `keyset` or `offset`.
        default: The size of a page when the request names none.
        most: What a greater one is cut to.
    """
    first = await resource.row_values(0)
    # Many rows of one author: each its own would take as long again.
    shared = _shared(resource)
    rest = {
        name: field for name, field in resource.fields.items() if name not in shared
    }
    simple = replace(resource, fields=rest)
    known = {
        attribute: first[attribute]
        for attribute in map(resource.attribute, shared)
        if attribute in first
    }
    values = [{**known, **each} for each in await simple.several_values(most + 1)]
    await resource.api.rows.create_many(resource.model, values)
    # Those too that a row has brought along: it may refer to others of its kind.
    total = len(await resource.stored())
    size = "page_size" if mode == "keyset" else "limit"
    sizes = {1: 1, most: most, most + 1: most}
    bodies: list[tuple[Json, int]] = [
        ({}, default),
        *(({size: each}, found) for each, found in sizes.items()),
    ]
    for body, expected in bodies:
        page = await search(resource, body)
        assert len(items_of(page)) == expected, body
        if mode == "offset":
            content = page.json()
            counts = (content["total"], content["offset"], content["limit"])
            assert counts == (total, 0, expected)
    no_numbers: list[object] = [None, True, "1", 1.0]
    wrong: list[Json] = [{size: each} for each in [0, *no_numbers]]
    if mode == "offset":
        wrong += [{"offset": each} for each in [-1, *no_numbers]]
        assert (await search(resource, {"offset": 0})).is_success
    for body in wrong:
        refused = await search(resource, body)
        assert refused.status_code == 422, body
        # The database would refuse some of them as well, and not say where they are.
        places = [error["loc"] for error in invalid_values(refused)]
        assert places == [["body", *body]], body


def _shared(resource: Resource) -> list[str]:
    """The fields by which all rows can refer to the same one."""
    shared: dict[str, Column[Any]] = {}
    for name in resource.fields:
        column = resource.column(name)
        if column is None or foreign_key(column) is None:
            continue
        # A row of two foreign keys alone is told from others by one of them at least.
        if not is_unique(column, *shared.values()):
            shared[name] = column
    return [*shared]
