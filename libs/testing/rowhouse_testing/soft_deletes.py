"""Checks of deleted rows that are still in their table."""

from collections.abc import Mapping, Sequence
from pkgutil import resolve_name
from types import SimpleNamespace
from typing import Any, cast

from sqlalchemy import ForeignKeyConstraint, Table, inspect
from sqlalchemy.orm import Mapper

from .keys import check_missing
from .opening import answering, check_visible
from .reading import every_item, search
from .requests import Operation, answer_of, deeds_of, request_body, send_by
from .resource import Json, Resource
from .writing import check_delete, is_read_back

DeletedAt = Mapping[type[Any], str]
"""By model, the attribute with the time of a soft delete."""


async def check_deleted(
    resource: Resource, operations: Sequence[Operation], access: str
) -> None:
    """Sends every operation to a row that has been deleted.

    Args:
        access: The dotted name of the module with the conditions of its rows.
    """
    row, _ = await resource.create_three()
    await resource.mark_deleted(row)
    kept = await resource.stored()
    assert resource.key_of(row) not in kept
    deeds = await deeds_of(resource, operations)
    for each in operations:
        body = await request_body(resource, each, row)
        if each.by:
            before = await resource.contents()
            answer = await send_by(resource.api.client, resource, each, None, body)
            assert answer.status_code in {201, 409}, f"{each.name} meets a deleted row"
            after = await resource.contents()
            assert [row for row in before if row not in after] == [], each.name
        elif each.on == "row" and not each.restores:
            before = await resource.contents()
            found, absent = [
                await send_by(resource.api.client, resource, each, one, body)
                for one in (row, None)
            ]
            assert found.status_code == 404, found.text
            assert answer_of(found) == answer_of(absent), each.name
            assert deeds[each.name].calls == 0, each.name
            assert await resource.contents() == before, each.name
        elif each.end == "/search":
            items = await every_item(resource, None if body is None else {})
            assert len(items) == len(await resource.stored())
    check_visible(resource.api, resource.model, access)


async def check_soft_delete(resource: Resource, deleted_at: DeletedAt) -> None:
    """Deletes rows, with others that refer to them by each foreign key."""
    await check_delete(resource)
    for mapper, key, action in _references_to(resource):
        model = mapper.class_
        async with resource.api.undone():
            row = await resource.create_row()
            child = await _referring(resource, mapper, key, row)
            answer = await resource.api.client.delete(resource.url(row))
            found = await _read_again(resource, child)
            if action not in {"CASCADE", "SET NULL"}:
                assert answer.status_code == 409, f"{key} keeps no row"
                assert answer.json()["code"] == "referenced"
                if model in deleted_at:
                    await resource.mark_deleted(child, deleted_at[model])
                    answer = await resource.api.client.delete(resource.url(row))
            assert answer.status_code == (204 if model in deleted_at or action else 409)
            if action == "SET NULL":
                assert None in [getattr(found, name) for name in _names(mapper, key)]
            elif action == "CASCADE" and model in deleted_at:
                assert getattr(found, deleted_at[model]) is not None, f"{key} cascades"


async def check_restore(resource: Resource, shown: Sequence[str] | None) -> None:
    """Restores one of several deleted rows; without any fields, the answer is empty."""
    client = resource.api.client
    row, others = await resource.create_three()
    before = await resource.stored()
    for each in (row, *others[:1]):
        await resource.mark_deleted(each)
    with resource.api.statements() as sent:
        restored = await client.post(resource.url(row, "restore"))
    assert any("FOR NO KEY UPDATE" in statement for statement in sent)
    after = await resource.stored()
    gone = {resource.key_of(each) for each in others[:1]}
    assert after.keys() == before.keys() - gone
    if shown is None:
        assert (restored.status_code, restored.content) == (204, b"")
    else:
        assert restored.status_code == 200, restored.text
        assert is_read_back(resource, sent)
        stored = after[resource.key_of(row)]
        assert resource.plain(restored.json()) == resource.answer(stored, shown)
    # A row that is not deleted cannot be restored, nor one that is not there.
    for url in (resource.url(row, "restore"), f"{resource.nowhere}/restore"):
        check_missing(resource, await client.post(url))


async def check_include_deleted(
    resource: Resource, routes: str, rule: str, **role: str
) -> None:
    """Lists deleted rows for those who may see them, if they ask for it.

    Args:
        routes: The dotted name of the module that asks the rule.
        **role: The role of those who may, by the attribute of the user that has it.
    """
    sees_deleted = resolve_name(rule)
    row, _ = await resource.create_three()
    await resource.mark_deleted(row)
    count = len(await resource.stored())
    every: Json = {"include_deleted": True}
    for name in (*role.values(), "another role"):
        may = name in role.values()
        user = SimpleNamespace(**dict.fromkeys(role, name))
        assert sees_deleted(user) is may
        answering(resource.api, routes, rule, may)
        assert len(await every_item(resource, {})) == count
        if may:
            assert len(await every_item(resource, every)) == count + 1
        else:
            assert (await search(resource, every)).status_code == 403


def _references_to(
    resource: Resource,
) -> list[tuple[Mapper[Any], ForeignKeyConstraint, str]]:
    """The models that refer to rows, by which foreign key, and what a DELETE does."""
    own: Mapper[Any] = inspect(resource.model)
    cascading = [each.remote_side for each in own.relationships if each.cascade.delete]
    found: list[tuple[Mapper[Any], ForeignKeyConstraint, str]] = []
    for mapper in own.registry.mappers:
        if mapper.inherits is not None or mapper.polymorphic_on is not None:
            continue
        for key in _keys_of(mapper):
            cascades = {*key.columns} in cascading
            if key.referred_table is own.local_table:
                action = "CASCADE" if cascades else (key.ondelete or "").upper()
                found.append((mapper, key, action))
    return sorted(found, key=lambda each: [str(each[0]), *each[1].column_keys])


async def _referring(
    resource: Resource, mapper: Mapper[Any], key: ForeignKeyConstraint, row: object
) -> Any:
    """A row that refers to another one."""
    values = _values(mapper, key, row)
    return await resource.api.rows.create(mapper.class_, values)


def _values(
    mapper: Mapper[Any], key: ForeignKeyConstraint, row: object
) -> dict[str, Any]:
    """The attributes by which a row refers to another one."""
    referred: Mapper[Any] = inspect(type(row))
    return {
        mapper.get_property_by_column(each.parent).key: getattr(
            row, referred.get_property_by_column(each.column).key
        )
        for each in key.elements
    }


def _keys_of(mapper: Mapper[Any]) -> set[ForeignKeyConstraint]:
    return cast("Table", mapper.local_table).foreign_key_constraints


def _names(mapper: Mapper[Any], key: ForeignKeyConstraint) -> list[str]:
    return [mapper.get_property_by_column(each).key for each in key.columns]


async def _read_again(resource: Resource, row: object) -> Any:
    async with resource.api.rows.session() as session:
        key = inspect(row, raiseerr=True).identity
        return await session.get_one(type(row), key)
