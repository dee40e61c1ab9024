"""Checks of who can access which rows: tables of users, rows and responses."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager

from httpx2 import Response
from sqlalchemy import event
from sqlalchemy.orm import DeclarativeBase

from .actors import Actors, Row, Unfit, Users
from .json_values import in_json
from .reading import every_item
from .requests import (
    Deed,
    Operation,
    Operations,
    answer_of,
    deeds_of,
    request_body,
    send,
)
from .resource import Json, Resource

Case = tuple[str, Row, Mapping[int, str]]
"""Who comes to which row, and the status of each operation.

Among the columns of a row may be the dotted paths of functions of rules, with what they
return of it.
"""
Write = tuple[str, Row | None, str, Row, int]
"""Who writes which row, or a new one, by which operation; what becomes of it meanwhile;
and the status of the response."""


async def check_access(
    resource: Resource,
    users: Users,
    operations: Operations,
    cases: Sequence[Case],
    who: str,
) -> None:
    """Sends a user to rows, by every operation.

    Whatever is not answered with success has changed nothing, and a row that is hidden
    is answered as one that is not there, byte for byte.

    Args:
        cases: Who comes, to which row, and which operations answer with which status.
            Of a search, 200 is a row that is listed, 404 one that is not.
    """
    actors = await Actors.of(resource, users)
    deeds = await deeds_of(resource, operations)
    for name, cells, answers in cases:
        if name != who:
            continue
        expected = {verb: each for each in answers for verb in answers[each].split()}
        asked = [each for each in operations if each.name in expected]
        lists = [each for each in asked if each.on == "search"]
        async with resource.api.undone():
            try:
                values = await actors.values(who, actors.decide(who, cells))
            except Unfit:
                continue
            before = [await _list(actors, each, who) for each in lists]
            row = await actors.row(values)
            for each, (former, count) in zip(lists, before, strict=True):
                listed, counted = await _list(actors, each, who)
                case, status = (
                    f"{each.name} of {dict(cells)} by {who}",
                    expected[each.name],
                )
                is_answered = status in {200, 404}
                assert listed.status_code == (200 if is_answered else status), (
                    f"{case}: {listed.text}"
                )
                if status == 404:
                    assert listed.content == former.content, f"{case} tells of it"
                if is_answered and count is not None and counted is not None:
                    assert counted - count == (status == 200), f"{case}: {status}"
            for each in asked:
                if each.on != "search":
                    case = f"{each.name} of {dict(cells)} by {who}"
                    async with resource.api.undone():
                        status, deed = expected[each.name], deeds[each.name]
                        await _check(actors, each, who, row, status, deed, case)


async def _list(
    actors: Actors, operation: Operation, who: str
) -> tuple[Response, int | None]:
    """What a list answers, and how many rows it has, if that can be known."""
    body: Json | None = None if operation.body is None else {}
    answered = await send(actors, operation, who, None, body)
    if not answered.is_success or operation.end != "/search":
        return answered, None
    items = await every_item(actors.resource, body, actors.client(who))
    return answered, len(items)


async def _check(
    actors: Actors,
    operation: Operation,
    who: str,
    row: object,
    expected: int,
    deed: Deed,
    case: str,
) -> None:
    """Expects the status of an operation on a row."""
    resource = actors.resource
    body = await request_body(resource, operation, row)
    if operation.changes:
        body = {}
    if operation.restores:
        await resource.mark_deleted(row)
    before = await resource.contents()
    deed.calls = 0
    found = await send(actors, operation, who, row, body)
    assert found.status_code == expected, f"{case}: {expected}, and not {found.text}"
    assert deed.calls == 0 or expected < 400, f"{case} has called its function"
    after = await resource.contents()
    if expected == 404:
        absent = await send(actors, operation, who, None, body)
        assert answer_of(found) == answer_of(absent), case
    if expected >= 400:
        assert after == before, f"{case}, but something is changed"
    others = [each for each in before if each not in after]
    assert len(others) <= 1, f"{case}, but others are changed, too"


async def check_writes(
    resource: Resource,
    users: Users,
    operations: Operations,
    cases: Sequence[Write],
    who: str,
    *,
    makers: Sequence[str] | None = None,
) -> None:
    """Lets rows become others while they are written, by whatever makes them so.

    What the rules do not allow afterwards is refused, and not stored. A new row is that
    of its user, unless it becomes another's.

    Args:
        cases: Who writes a row, what it becomes, and the status of the answer.
        makers: The users who may make some rows; nothing is inserted for others, who
            would learn which values are taken. None: all.
    """
    actors = await Actors.of(resource, users)
    deeds = await deeds_of(resource, operations)
    named = {each.name: each for each in operations}
    for name, cells, verb, becomes, expected in cases:
        if name != who:
            continue
        case = f"{verb} of {cells} to {dict(becomes)} by {who}: {expected}"
        async with resource.api.undone():
            known = {**resource.api.rows.scope_of(resource.model), **actors.stamps[who]}
            row = None
            try:
                decided = actors.decide(who, {**(cells or {}), **becomes})
                if cells is not None:
                    own = await actors.values(who, actors.columns(cells))
                    row = await actors.row(own)
                    known = resource.attributes_of(row)
                values = await actors.values(who, decided, known)
            except Unfit:
                continue
            deeds[verb].values = values
            body = await _body(resource, named[verb], row, known, values)
            before = await resource.contents()
            with becoming(resource.model, values), resource.api.statements() as sent:
                found = await send(actors, named[verb], who, row, body)
            assert found.status_code == expected, f"{case}, and not {found.text}"
            after = await resource.contents()
            written = [each for each in after if each not in before]
            if expected >= 400:
                assert after == before, f"{case}, but something is changed"
            else:
                (made,) = written or [values]
                expects = values if row is not None else {**known, **values}
                assert expects.items() <= made.items(), case
            is_asked = makers is not None and who not in makers
            if row is None and is_asked and not named[verb].by:
                assert not any(each.startswith("INSERT") for each in sent), case


async def _body(
    resource: Resource, operation: Operation, row: object, known: Row, becomes: Row
) -> Json | None:
    """A body; of an update, one that changes the row: else nothing is written."""
    if operation.body is None:
        return None
    values = {**known, **becomes}
    own = resource.having(operation.fields)
    names = [
        name
        for name in operation.body
        if row is None or own.attribute(name) not in own.key
    ]
    body = await own.body(names, values)
    if operation.by:
        sent = {own.attribute(name): name for name in names}
        body |= {sent[name]: in_json(becomes[name]) for name in sent.keys() & becomes}
    for _ in range(9 if operation.changes else 0):
        if not all([await own.is_stored(row, name, body[name]) for name in names]):
            break
        body = await own.body(names, values)
    return body


@contextmanager
def becoming(model: type[DeclarativeBase], values: Row) -> Generator[None]:
    """Sets attributes of the rows that are written, as an event of the mapper may."""

    def become(_: object, __: object, row: object) -> None:
        for name, value in values.items():
            setattr(row, name, value)

    for when in ("before_insert", "before_update"):
        event.listen(model, when, become)
    try:
        yield
    finally:
        for when in ("before_insert", "before_update"):
            event.remove(model, when, become)
