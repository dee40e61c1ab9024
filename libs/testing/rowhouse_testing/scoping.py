"""Checks of who can access which rows: tables of users, rows and responses."""

from collections.abc import Mapping, Sequence

from .actors import Actors, Row, Unfit, Users, body_of
from .reading import every_item
from .requests import (
    Operation,
    Operations,
    answer_of,
    deeds_of,
    request_body,
    send,
    stored_rows,
)
from .resource import Json, Resource
from .rows import columns_of

Case = tuple[str, Row, Mapping[int, str]]
"""Which user accesses which row, and the status of each operation.

Among the columns of a row may be the dotted paths of functions of rules, with what they
return of it.
"""
Change = tuple[str, Row, str, Row, int]
"""Which user changes which row, by which operation and how, and the response."""
Creation = tuple[str, Row, int]
"""Who creates a row with which fields, and the response."""


async def check_answers(
    resource: Resource, users: Users, operations: Operations, cases: Sequence[Case]
) -> None:
    """Sends every user to rows, by every operation.

    Whatever is not answered with success has changed nothing, and a row that is hidden
    is answered as one that is not there, byte for byte.

    Args:
        resource: The resource.
        users: By their names.
        operations: The operations on rows.
        cases: Who comes, to which row, and which operations answer with which status.
            Of a search, 200 is a row that is listed, 404 one that is not.
    """
    actors = await Actors.of(resource, users)
    deeds = await deeds_of(resource, operations)
    named = {each.name: each for each in operations}
    for name, cells, answers in cases:
        expected = {verb: each for each in answers for verb in answers[each].split()}
        for verb, status in expected.items():
            try:
                await _check_answer(actors, named[verb], name, cells, status)
            except Unfit:
                break
            assert deeds[verb].calls == 0 or status < 400, f"{verb} by {name}"
            deeds[verb].calls = 0


async def _check_answer(
    actors: Actors, operation: Operation, name: str, cells: Row, expected: int
) -> None:
    resource = actors.resource
    case = f"{operation.name} of {dict(cells)} by {name}: {expected}"
    values = await actors.values(name, actors.decide(name, cells))
    if operation.on == "search":
        await _check_listed(actors, operation, name, cells, values, expected)
        return
    row = await actors.row(values)
    body = await request_body(resource, operation)
    before = await stored_rows(resource)
    found = await send(actors, operation, name, row, body)
    assert found.status_code == expected, f"{case}, and not {found.text}"
    after = await stored_rows(resource)
    if expected == 404:
        absent = await send(actors, operation, name, None, body)
        assert answer_of(found) == answer_of(absent), case
    if expected >= 400:
        assert after == before, f"{case}, but something is changed"
    others = [each for each in before if each not in after]
    assert len(others) <= 1, f"{case}, but others are changed, too"


async def _check_listed(
    actors: Actors,
    operation: Operation,
    name: str,
    cells: Row,
    values: Row,
    expected: int,
) -> None:
    resource, case = actors.resource, f"{operation.name} of {dict(cells)} by {name}"
    body: Json | None = None if operation.body is None else {}
    is_answered = expected in {200, 404}
    listed: list[int] = []
    # Afterwards there is room for it, without deleting what is counted.
    await resource.remove(await actors.row(values))
    for _ in range(2):
        if is_answered and operation.end == "/search":
            listed.append(len(await every_item(resource, body, actors.client(name))))
        else:
            # What another route tells of its rows is not known here. That its statement
            # is restricted, the listener sees.
            answered = await send(actors, operation, name, None, body)
            status = 200 if is_answered else expected
            assert answered.status_code == status, f"{case}, and not {answered.text}"
        await actors.row(values)
    if listed:
        assert listed[1] - listed[0] == (expected == 200), f"{case}: {expected}"


async def check_changes(
    resource: Resource, users: Users, operations: Operations, cases: Sequence[Change]
) -> None:
    """Changes rows. What no rule allows is rejected, and changes nothing.

    Args:
        resource: The resource.
        users: By their names.
        operations: The operations on rows.
        cases: Who comes, to which row, by which operation, what it becomes, and the
            status of the answer.
    """
    actors = await Actors.of(resource, users)
    named = {each.name: each for each in operations}
    deeds = await deeds_of(resource, operations)
    for name, cells, verb, changes, expected in cases:
        operation = named[verb]
        case = f"{verb} of {dict(cells)} to {dict(changes)} by {name}: {expected}"
        try:
            own = await actors.values(name, actors.decide(name, cells))
            row = await actors.row(own)
            known = {each: getattr(row, each) for each in columns_of(resource.model)}
            values = await actors.values(name, changes, known)
            new = {each: values[each] for each in values if values[each] != known[each]}
            await actors.clear({**known, **values}, new)
        except Unfit:
            continue
        deeds[verb].values = values
        sent = (
            {}
            if operation.function
            else body_of(resource.having(operation.fields), values)
        )
        body = await request_body(resource, operation)
        before = await stored_rows(resource)
        full = None if body is None else {**body, **sent}
        found = await send(actors, operation, name, row, full)
        assert found.status_code == expected, f"{case}, and not {found.text}"
        after = await stored_rows(resource)
        if expected >= 400:
            assert after == before, f"{case}, but something is changed"
        else:
            (changed,) = [each for each in after if each not in before] or [values]
            assert values.items() <= changed.items(), case


async def check_creations(
    resource: Resource,
    users: Users,
    required: Sequence[str],
    cases: Sequence[Creation],
    *,
    makers: Sequence[str] | None = None,
) -> None:
    """Creates rows. What no rule allows is rejected, and not stored.

    Args:
        resource: The resource.
        users: By their names.
        required: The fields that every request has.
        cases: Who makes a row, of which fields, and the status of the answer.
        makers: The users who may make some rows; nothing is inserted for others, who
            would learn which values are taken. None: all.
    """
    actors = await Actors.of(resource, users)
    scope = resource.api.rows.scope_of(resource.model)
    for name, cells, expected in cases:
        case = f"a new row of {dict(cells)} by {name}: {expected}"
        try:
            known = {**scope, **actors.stamps[name]}
            values = await actors.values(name, actors.decide(name, cells), known)
            # A row may refer to itself, and then it need not be there before.
            await actors.clear({**known, **values})
        except Unfit:
            continue
        own = [each for each in required if resource.attribute(each) not in values]
        body = await resource.body(own, {**actors.stamps[name], **values})
        before = await stored_rows(resource)
        sent = {**body, **body_of(resource, values)}
        with resource.api.statements() as statements:
            found = await actors.client(name).post(f"{resource.path}/", json=sent)
        assert found.status_code == expected, f"{case}, and not {found.text}"
        if makers is not None and name not in makers:
            assert not any(each.startswith("INSERT") for each in statements), case
        after = await stored_rows(resource)
        made = [each for each in after if each not in before]
        assert len(made) == (expected == 201), case
        assert all(values.items() <= each.items() for each in made), case
        for each in made:
            # A user may be able to create only one row.
            await resource.api.rows.delete(resource.model, actors.key_of(each))
