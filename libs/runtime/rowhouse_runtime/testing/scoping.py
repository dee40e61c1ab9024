# ruff: noqa: S101
"""Checks that a user gets at the rows that are his, and at no others."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from httpx2 import Response
from sqlalchemy import inspect

from .fields import Field
from .json_values import in_json
from .reading import every_item
from .resource import Resource
from .rows import columns_of, foreign_key

Instance = tuple[str, str, Sequence[str] | None, Mapping[str, Field]]
"""A method, what comes behind the key, the fields that are sent, and its own ones."""


async def check_access(
    resource: Resource,
    stamped: Collection[str],
    instance: Sequence[Instance],
    *,
    listed: bool | None = None,
    created: Sequence[str] | None = None,
    optional: Sequence[str] = (),
    updated: Sequence[str] = (),
) -> None:
    """Sends every operation to rows of others, each of another tenant or owner.

    Args:
        resource: The resource.
        stamped: The attributes that say whose a row is.
        instance: The operations on a row.
        listed: Whether a search takes a body; None without a list.
        created: The fields that a create must have; None without a create.
        optional: Those that it may have.
        updated: The fields that an update may have.
    """
    own = await resource.create_row()
    hidden = {name: await resource.create_hidden(name) for name in stamped}
    before = await _rows(resource)
    for name, row in hidden.items():
        for method, end, fields, own_fields in instance:
            sender = resource.having(own_fields)
            body = None if fields is None else await sender.body(fields)
            before = await _rows(resource)
            found = await _send(resource, method, resource.url(row) + end, body)
            absent = await _send(resource, method, resource.nowhere + end, body)
            case = f"{method} {end} of another {name}"
            assert found.status_code == 404, case
            assert _answer(found) == _answer(absent), case
            assert await _rows(resource) == before, f"{case} changed something"
    if listed is not None:
        items = await every_item(resource, {} if listed else None)
        visible = [row for row in before if not _is_hidden(row, hidden)]
        assert len(items) == len(visible)
    if created is not None:
        await _check_create(resource, stamped, created)
        known = {**await resource.body(created)}
        for field in [*created, *optional]:
            await _check_reference(resource, "POST", f"{resource.path}/", field, known)
    for field in updated:
        await _check_reference(resource, "PATCH", resource.url(own), field, {})


async def _check_create(
    resource: Resource, stamped: Collection[str], created: Sequence[str]
) -> None:
    """A new row is the user's, whatever the request says."""
    before = await resource.stored()
    url = f"{resource.path}/"
    for name in stamped:
        forged = {**await resource.body(created), name: "another"}
        assert (await _send(resource, "POST", url, forged)).status_code == 422
    made = await _send(resource, "POST", url, await resource.body(created))
    assert made.status_code == 201, made.text
    (row,) = [
        row for key, row in (await resource.stored()).items() if key not in before
    ]
    scope = resource.api.rows.scope_of(resource.model)
    assert {name: getattr(row, name) for name in stamped} == dict(scope)


async def _check_reference(
    resource: Resource, method: str, url: str, name: str, body: Mapping[str, Any]
) -> None:
    """A row of others cannot be referred to: the answer is that of an absent one."""
    column = resource.column(name)
    key = None if column is None else foreign_key(column)
    if key is None or len(key.elements) != 1:
        return
    referred = key.elements[0].column
    for hidden in await resource.api.rows.hidden_keys(referred):
        before = await _rows(resource)
        found = await _send(resource, method, url, {**body, name: in_json(hidden)})
        nowhere = in_json(resource.api.rows.absent(referred))
        absent = await _send(resource, method, url, {**body, name: nowhere})
        assert found.status_code == 409, f"{method} with another's {name}"
        assert _answer(found) == _answer(absent)
        assert await _rows(resource) == before


async def _send(
    resource: Resource, method: str, url: str, body: Mapping[str, Any] | None
) -> Response:
    return await resource.api.client.request(method, url, json=body)


def _answer(response: Response) -> tuple[int, bytes, dict[str, str]]:
    return response.status_code, response.content, dict(response.headers)


def _is_hidden(row: Mapping[str, Any], hidden: Mapping[str, Any]) -> bool:
    return any(row[name] == getattr(other, name) for name, other in hidden.items())


async def _rows(resource: Resource) -> list[dict[str, Any]]:
    """What is stored, column by column."""
    names = list(columns_of(resource.model))
    key = inspect(resource.model).primary_key
    found = await resource.api.rows.all(resource.model, *key)
    return [{name: getattr(row, name) for name in names} for row in found]
