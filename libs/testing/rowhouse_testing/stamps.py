"""Checks that new rows belong to their user, and refer to visible rows."""

from collections.abc import Collection, Sequence

from httpx2 import Response

from .json_values import in_json
from .leads import Lead, leads_of
from .requests import (
    Deed,
    Operation,
    Operations,
    answer_of,
    deeds_of,
    request_body,
    stored_rows,
    url_of,
)
from .resource import Json, Resource
from .rows import columns_of


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
    columns = columns_of(resource.model)
    body = await resource.body(required) if created else {}
    for lead in await leads_of(resource, _attributes(resource, created)):
        sent = [{**body, **in_json(each)} for each in (lead.hidden, lead.absent)]
        await _check_refused(resource, "POST", f"{resource.path}/", sent)
    actions = [each for each in operations if each.function and each.on == "row"]
    if not updated and not actions:
        return
    row = await resource.create_row()
    for lead in await leads_of(resource, _attributes(resource, updated)):
        await _check_refused(
            resource, "PATCH", resource.url(row), in_json([lead.hidden, lead.absent])
        )
    deeds = await deeds_of(resource, actions)
    settable = {name: name for name in columns if not columns[name].primary_key}
    for each in actions:
        for lead in await leads_of(resource, settable):
            deed = deeds[each.name]
            await _check_action(resource, row, each, deed, lead)


def _attributes(resource: Resource, names: Collection[str]) -> dict[str, str]:
    """The keys in JSON of fields, by their attributes."""
    return {resource.attribute(name): name for name in names}


async def _check_action(
    resource: Resource,
    row: object,
    action: Operation,
    deed: Deed,
    lead: Lead,
) -> None:
    """Expects that references of an action are checked like those of a request."""
    body = await request_body(resource, action)
    before, answers = await stored_rows(resource), list[Response]()
    url = url_of(resource, action, row)
    ways = [(lead.hidden, False), (lead.hidden, True), (lead.absent, False)]
    for values, flushes in ways:
        deed.values, deed.flushes = values, flushes
        answers.append(await resource.api.client.post(url, json=body))
    case = f"{action.name} with another's {[*lead.hidden]}"
    assert answers[0].status_code == 409, case
    assert [*map(answer_of, answers)] == [answer_of(answers[0])] * 3, case
    assert await stored_rows(resource) == before


async def _check_refused(
    resource: Resource, method: str, url: str, bodies: Sequence[Json]
) -> None:
    """Expects that a body that leads to a hidden row is answered as another one."""
    before = await stored_rows(resource)
    found, absent = [
        await resource.api.client.request(method, url, json=body) for body in bodies
    ]
    assert found.status_code == 409, f"{method} with another's {[*bodies[0]]}"
    assert answer_of(found) == answer_of(absent)
    assert await stored_rows(resource) == before
