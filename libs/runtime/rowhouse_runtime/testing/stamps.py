"""Checks that new rows belong to their user, and refer to visible rows."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from httpx2 import Response

from .json_values import in_json
from .requests import (
    Deed,
    Operation,
    Operations,
    answer_of,
    deeds_of,
    request_body,
    stored_rows,
)
from .resource import Resource
from .rows import columns_of, foreign_key


async def check_stamps(
    resource: Resource, stamped: Collection[str], required: Sequence[str]
) -> None:
    """Creates a row; it is the user's, whatever the request says.

    Args:
        resource: The resource.
        stamped: The attributes that say whose a row is.
        required: The fields that a request must have.
    """
    client, url = resource.api.client, f"{resource.path}/"
    # It makes rows that it refers to, which may be of the model itself.
    body = await resource.body(required)
    before = await resource.stored()
    for name in stamped:
        forged = {**body, name: "another"}
        assert (await client.post(url, json=forged)).status_code == 422
    assert before.keys() == (await resource.stored()).keys()
    made = await client.post(url, json=body)
    assert made.status_code == 201, made.text
    after = await resource.stored()
    (key,) = after.keys() - before.keys()
    scope = resource.api.rows.scope_of(resource.model)
    assert {name: getattr(after[key], name) for name in stamped} == dict(scope)


async def check_hidden_references(
    resource: Resource,
    *,
    created: Collection[str] = (),
    required: Sequence[str] = (),
    updated: Collection[str] = (),
    operations: Operations = (),
) -> None:
    """Refers to rows of others, and expects the same response as for missing rows.

    Args:
        resource: The resource.
        created: The fields that a create may have.
        required: Those that it must have.
        updated: The fields that an update may have.
        operations: All operations. Functions of actions set fields of their row.
    """
    for name in created:
        body = await resource.body(required)
        await _check_reference(resource, "POST", f"{resource.path}/", name, body)
    actions = [each for each in operations if each.function and each.on == "row"]
    if not updated and not actions:
        return
    url = resource.url(await resource.create_row())
    for name in updated:
        await _check_reference(resource, "PATCH", url, name, {})
    deeds = await deeds_of(resource, actions)
    for each in actions:
        await _check_action(resource, url + each.end, each, deeds[each.name])


async def _check_action(
    resource: Resource, url: str, action: Operation, deed: Deed
) -> None:
    """Expects that references of an action are checked like those of a request."""
    rows, client = resource.api.rows, resource.api.client
    body = await request_body(resource, action)
    for name, column in columns_of(resource.model).items():
        key = foreign_key(column)
        if key is None or len(key.elements) != 1 or column.primary_key:
            continue
        referred = key.elements[0].column
        for hidden in await rows.hidden_keys(referred):
            before, answers = await stored_rows(resource), list[Response]()
            ways = [(hidden, False), (hidden, True), (rows.absent(referred), False)]
            for value, flushes in ways:
                deed.values, deed.flushes = {name: value}, flushes
                answers.append(await client.post(url, json=body))
            case = f"{action.name} with another's {name}"
            assert answers[0].status_code == 409, case
            assert [*map(answer_of, answers)] == [answer_of(answers[0])] * 3, case
            assert await stored_rows(resource) == before


async def _check_reference(
    resource: Resource, method: str, url: str, name: str, body: Mapping[str, Any]
) -> None:
    column = resource.column(name)
    key = None if column is None else foreign_key(column)
    if key is None or len(key.elements) != 1:
        return
    client, rows = resource.api.client, resource.api.rows
    referred = key.elements[0].column
    for hidden in await rows.hidden_keys(referred):
        before = await stored_rows(resource)
        found = await client.request(method, url, json={**body, name: in_json(hidden)})
        nowhere = in_json(rows.absent(referred))
        absent = await client.request(method, url, json={**body, name: nowhere})
        assert found.status_code == 409, f"{method} with another's {name}"
        assert answer_of(found) == answer_of(absent)
        assert await stored_rows(resource) == before
