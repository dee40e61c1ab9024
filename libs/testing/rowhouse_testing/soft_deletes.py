"""Checks of deleted rows that are still in their table."""

from collections.abc import Mapping, Sequence
from pkgutil import resolve_name
from types import SimpleNamespace
from typing import Any, cast

from sqlalchemy import ForeignKeyConstraint, Table, func, inspect, update
from sqlalchemy.orm import Mapper

from .access import undone
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
        resource: The resource.
        operations: The operations on rows.
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
    """Deletes rows, with others that refer to them by each foreign key.

    Args:
        resource: The resource.
        deleted_at: The models whose rows are deleted softly.
    """
    await check_delete(resource)
    for mapper, key, action in _references_to(resource):
        model = mapper.class_
        async with undone(resource.api):
            row = await resource.create_row()
            child = await _referring(resource, mapper, key, row)
            answer = await resource.api.client.delete(resource.url(row))
            found = await _read_again(resource, child)
            if action not in {"CASCADE", "SET NULL"}:
                assert answer.status_code == 409, f"{key} keeps no row"
                assert answer.json()["code"] == "referenced"
                if model in deleted_at:
                    await _mark_deleted(resource, child, deleted_at)
                    answer = await resource.api.client.delete(resource.url(row))
            assert answer.status_code == (204 if model in deleted_at or action else 409)
            if action == "SET NULL":
                assert None in [getattr(found, name) for name in _names(mapper, key)]
            elif action == "CASCADE" and model in deleted_at:
                assert getattr(found, deleted_at[model]) is not None, f"{key} cascades"


async def check_restore(
    resource: Resource, shown: Sequence[str] | None, deleted_at: DeletedAt
) -> None:
    """Restores one of several deleted rows, and what was deleted with it.

    Args:
        resource: The resource.
        shown: The fields of the answer, or None without any.
        deleted_at: The models whose rows are deleted softly.
    """
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
    await _check_cascades(resource, deleted_at)
    await _check_parents(resource, deleted_at)


async def check_include_deleted(
    resource: Resource, routes: str, rule: str, **role: str
) -> None:
    """Lists deleted rows for those who may see them, if they ask for it.

    Args:
        resource: The resource.
        routes: The dotted name of the module that asks the rule.
        rule: Its dotted path.
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


async def _check_cascades(resource: Resource, deleted_at: DeletedAt) -> None:
    """Restores what was deleted with the row, and nothing that was before."""
    client = resource.api.client
    for mapper, key, action in _references_to(resource):
        name = deleted_at.get(mapper.class_)
        if action != "CASCADE" or name is None:
            continue
        async with undone(resource.api):
            row = await resource.create_row()
            former = await _referring(resource, mapper, key, row)
            await _mark_deleted(resource, former, deleted_at)
            child = await _referring(resource, mapper, key, row)
            await client.delete(resource.url(row))
            answer = await client.post(resource.url(row, "restore"))
            assert answer.is_success, answer.text
            found = [await _read_again(resource, each) for each in (child, former)]
            times = [getattr(each, name) for each in found]
            assert times[0] is None, f"{key}: what was deleted with it stays deleted"
            assert times[1] is not None, f"{key}: what was deleted before is restored"


async def _check_parents(resource: Resource, deleted_at: DeletedAt) -> None:
    """Restores a row that refers to a deleted one, by each foreign key."""
    mapper: Mapper[Any] = inspect(resource.model)
    tables = {
        cast("Mapper[Any]", inspect(model)).local_table: model for model in deleted_at
    }
    for key in _keys_of(mapper):
        if key.referred_table not in tables:
            continue
        model = tables[key.referred_table]
        async with undone(resource.api):
            parent = await resource.api.rows.create(model)
            row = await resource.api.rows.create(
                resource.model, _values(mapper, key, parent)
            )
            await resource.mark_deleted(row)
            await _mark_deleted(resource, parent, deleted_at)
            answer = await resource.api.client.post(resource.url(row, "restore"))
            assert answer.status_code == 409, f"{key} leads to a deleted row"
            assert answer.json()["code"] == "reference"


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


async def _mark_deleted(resource: Resource, row: object, deleted_at: DeletedAt) -> None:
    """Sets the time of the deletion of a row of any model."""
    model = type(row)
    mapper: Mapper[Any] = inspect(model)
    identity = inspect(row, raiseerr=True).identity or ()
    key = zip(mapper.primary_key, identity, strict=True)
    deleted = update(model).where(*(column == value for column, value in key))
    async with resource.api.rows.session() as session:
        await session.execute(deleted.values({deleted_at[model]: func.now()}))
        await session.commit()
