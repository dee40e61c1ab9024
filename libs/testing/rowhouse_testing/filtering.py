"""Checks of filters."""

from collections.abc import Sequence
from typing import Any, cast

from sqlalchemy import ARRAY, JSON

from .columns import plain_type
from .reading import every_item, search
from .resource import Json, Resource


async def check_filters(
    resource: Resource, names: Sequence[str], shown: Sequence[str]
) -> None:
    """Filters by each field, and expects the rows that have the value.

    Args:
        names: The attributes that a filter may name.
    """
    by_attribute = {resource.attribute(name): name for name in resource.fields}
    fields = [by_attribute[name] for name in names]
    made = await resource.create_rows(fields)
    for attribute, name in zip(names, fields, strict=True):
        stored = [resource.value_of(row, name) for row in made]
        matching: list[tuple[str, Any, list[bool]]] = [
            ("is_null", True, [value is None for value in stored]),
            ("is_null", False, [value is not None for value in stored]),
        ]
        for value in stored if resource.fields[name].is_comparable else []:
            if value is not None:
                same = [each == value for each in stored]
                differs = [each not in (None, value) for each in stored]
                matching += [
                    ("eq", value, same),
                    ("in", [value], same),
                    ("neq", value, differs),
                ]
        column = resource.column(name)
        kind = None if column is None else plain_type(column.type)
        for value in stored if isinstance(kind, ARRAY | JSON) else []:
            if isinstance(value, list):
                items = cast("list[object]", value)
                lists = [cast("list[object] | None", each) for each in stored]
                has_all = [
                    each is not None and all(item in each for item in items)
                    for each in lists
                ]
                has_any = [
                    any(item in (each or ()) for item in items) for each in lists
                ]
                matching += [("contains", items, has_all), ("overlaps", items, has_any)]
        for op, value, matches in matching:
            condition = {"field": attribute, "op": op, "value": value}
            found = await every_item(resource, {"filter": condition})
            expected = [
                resource.answer(row, shown)
                for row, matched in zip(made, matches, strict=True)
                if matched
            ]
            assert sorted(found, key=repr) == sorted(expected, key=repr), condition
    null = {"field": names[0], "op": "is_null", "value": True}
    given = null | {"value": False}
    assert await every_item(resource, {"filter": {"and": [null, given]}}) == []
    both = await every_item(resource, {"filter": {"or": [null, given]}})
    assert len(both) == len(made)
    for name in ("and", "or"):
        one = await every_item(resource, {"filter": {name: [null]}})
        assert one == await every_item(resource, {"filter": null})
    others = [resource.attribute(name) for name in resource.fields]
    for other in {"no_such_field", *others} - {*names}:
        condition = {"field": other, "op": "is_null", "value": True}
        assert (await search(resource, {"filter": condition})).status_code == 422
    wrongs: list[Json] = [{"and": []}, {"or": []}, null | {"no_such_field": 1}]
    for wrong in wrongs:
        assert (await search(resource, {"filter": wrong})).status_code == 422, wrong
    assert (await search(resource, {"filter": None})).status_code == 200
