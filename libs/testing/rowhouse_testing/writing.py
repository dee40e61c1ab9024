"""Checks of the routes that write."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from typing import Any, cast
from uuid import UUID

import pytest
from httpx2 import Response
from pydantic import BaseModel
from sqlalchemy import (
    CHAR,
    Column,
    Enum,
    Numeric,
    String,
    Uuid,
    inspect,
)

from .documents import check_documented_enums, required_fields
from .edges import accepted, refused
from .fields import Field
from .json_values import in_json
from .keys import check_missing, check_shared_key, invalid_values
from .opening import Hiding
from .resource import Json, Resource
from .rows import advice, columns_of, foreign_key, is_decided_by
from .samples import in_column
from .unique import is_unique, unique_groups
from .written import NewRows, Send, Written, check_refused_rows, check_replaced


async def check_create(
    resource: Resource,
    *,
    required: Sequence[str],
    optional: Mapping[str, Any],
    filled: Sequence[str] = (),
    shown: Sequence[str] | None,
    hide: Hiding | None = None,
) -> None:
    """Creates rows, with values at the edges of each constraint and beyond.

    Args:
        optional: What others are when they are not sent.
        filled: Those that the model fills in when they are not sent.
        shown: The fields of the answer; None for the key alone.
    """
    client, path = resource.api.client, resource.path

    async def create(body: Json, *, slash: str = "/", is_edge: bool = False) -> None:
        # The next one may get the same values by default, and be unique.
        async with resource.api.undone():
            before = await resource.stored()
            with resource.api.statements() as sent:
                created = await client.post(path + slash, json=body)
            if is_edge and _is_refused_by_table(resource, created, body):
                return
            assert created.status_code == 201, _hint(resource, created)
            after = await resource.stored()
            new = [after[key] for key in after.keys() - before.keys()]
            # Those that it makes can be of its own kind.
            (row,) = (
                each
                for each in new
                if resource.url(each) == created.headers["Location"]
            )
            assert len(new) == 1 + _made_alike(resource, body)
            for name, value in {**optional, **body}.items():
                assert await resource.is_stored(row, name, value), f"{name}: {value!r}"
            only_key = {name: in_json(getattr(row, name)) for name in resource.key}
            answer = only_key if shown is None else resource.answer(row, shown)
            assert resource.plain(created.json()) == answer
            assert is_read_back(resource, sent)
            if shown is not None:
                found = await client.get(created.headers["Location"])
                assert found.json() == created.json()

    names = [*required, *optional, *filled]
    assert required_fields(resource, "post", f"{path}/") == {*required}
    if shown is not None:
        check_documented_enums(resource, "post", f"{path}/", shown, 201)
    await create(await resource.body(names))
    await create(await resource.body(required), slash="")
    for name in names:
        for value in _held(resource, name):
            body = {**await resource.body(required), name: value}
            await create(body, is_edge=True)

    async def send(body: Json) -> Response:
        return await client.post(f"{path}/", json=body)

    await _check_answer_first(resource, send, await resource.body(names))
    await check_refusals(resource, send, required=required, names=names)
    await _check_reachable(resource, send, required=required, names=names)
    body = await resource.body(names)
    # No two NULLs are equal.
    sent_columns = (resource.column(name) for name in names if body[name] is not None)
    if is_unique(*(column for column in sent_columns if column is not None)):
        assert (await send(body)).status_code == 201
        assert (await send(body)).status_code == 409
    if hide:
        await check_hidden(resource, hide, send, required=required, names=names)
    for name in _written(resource, names):
        await check_refused_rows(resource, send, name, await resource.body(required))


def _written(resource: Resource, names: Iterable[str]) -> list[str]:
    """The fields that write related rows."""
    return [each for each in names if isinstance(resource.fields[each], Written)]


def _made_alike(resource: Resource, body: Json) -> int:
    """How many rows of its own kind a request makes with one."""
    return sum(
        len(body.get(name, ()))
        for name, field in resource.fields.items()
        if isinstance(field, NewRows) and field.relation.model is resource.model
    )


async def check_update(
    resource: Resource,
    names: Sequence[str],
    *,
    shown: Sequence[str] | None,
    hide: Hiding | None = None,
) -> None:
    """Changes rows, one field at a time, and leaves all else as it is.

    Args:
        names: The fields that can be changed.
        shown: The fields of the answer; None when there is none.
    """
    client = resource.api.client
    row, others = await resource.create_three()
    others += await resource.create_siblings(row)
    linked = _written(resource, names)
    kept = {*names, *(shown or ())}.difference(linked)

    async def update(body: Json, *, is_edge: bool = False) -> None:
        nonlocal row
        before = await resource.stored()
        former = before[resource.key_of(row)]
        with resource.api.statements() as sent:
            changed = await client.patch(resource.url(row), json=body)
        if is_edge and _is_refused_by_table(resource, changed, body):
            return
        after = await resource.stored()
        # A request can also change a column of the key.
        (key,) = after.keys() - before.keys() or {resource.key_of(row)}
        row = after[key]
        if shown is None:
            assert changed.status_code == 204, _hint(resource, changed)
            assert changed.content == b""
        else:
            assert changed.status_code == 200, _hint(resource, changed)
            assert resource.plain(changed.json()) == resource.answer(row, shown)
            assert is_read_back(resource, sent)
        for name, value in body.items():
            assert await resource.is_stored(row, name, value), f"{name}: {value!r}"
        for name in names:
            if name not in {*body, *linked}:
                values = [resource.value_of(each, name) for each in (former, row)]
                assert values[0] == values[1], f"{name} is changed, too"
        for other in map(resource.key_of, others):
            stored = [resource.answer(each[other], kept) for each in (before, after)]
            assert stored[0] == stored[1], "another row is changed, too"

    former = row
    await update({})
    for name in columns_of(resource.model):
        unchanged = getattr(former, name) == getattr(row, name)
        assert unchanged, f"{name} is changed by a request that changes nothing"
    for name in filter(resource.stands_alone, names):
        value = await resource.value(name, resource.attributes_of(row))
        # A CHECK may compare it with another column: all are sent together below.
        await update({name: value}, is_edge=True)
        for value in _held(resource, name):
            await update({name: value}, is_edge=True)
    with resource.api.statements() as sent:
        await update(await resource.body(names, resource.attributes_of(row)))
    assert any("FOR NO KEY UPDATE" in statement for statement in sent)

    async def send(body: Json) -> Response:
        return await client.patch(resource.url(row), json=body)

    if shown is not None:
        body = await resource.body(names, resource.attributes_of(row))
        await _check_answer_first(resource, send, body)
    await check_refusals(resource, send, required=[], names=names)
    await _check_reachable(resource, send, required=[], names=names)
    missing = await client.patch(resource.nowhere, json={})
    check_missing(resource, missing)
    body = await resource.body(names)
    await check_shared_key(resource, lambda url: client.patch(url, json=body))
    if hide:
        known = resource.attributes_of(row)
        await check_hidden(resource, hide, send, required=[], names=names, known=known)
    for name in linked:
        await check_refused_rows(resource, send, name, {})
        await check_replaced(resource, send, name, row, others[0])


async def check_delete(resource: Resource) -> None:
    """Deletes one of several rows."""
    client = resource.api.client
    row, _ = await resource.create_three()
    await resource.create_siblings(row)
    before = await resource.stored()
    with resource.api.statements() as sent:
        deleted = await client.delete(resource.url(row))
    assert (deleted.status_code, deleted.content) == (204, b"")
    assert any("FOR UPDATE" in statement for statement in sent)
    after = await resource.stored()
    gone = before.keys() - after.keys()
    assert gone, "the row is still there: a delete that only marks rows is an action"
    assert gone == {resource.key_of(row)}
    for url in (resource.url(row), resource.nowhere):
        missing = await client.delete(url)
        check_missing(resource, missing)
    assert (await resource.stored()).keys() == after.keys()
    await check_shared_key(resource, client.delete)


async def check_refusals(
    resource: Resource, send: Send, *, required: Sequence[str], names: Sequence[str]
) -> None:
    """Sends bodies that break one rule each, and expects to be told which."""
    valid = await resource.body(required)
    bodies: list[tuple[str, Json, str | None]] = [
        ("no_such_field", {**valid, "no_such_field": True}, "extra_forbidden")
    ]
    for name in required:
        rest = {each: value for each, value in valid.items() if each != name}
        bodies.append((name, rest, "missing"))
    for name in names:
        field = resource.fields[name]
        values = (
            await field.refused(resource)
            if isinstance(field, Written)
            else refused(field)
        )
        bodies += [(name, {**valid, name: value}, kind) for value, kind in values]
    for name, body, kind in bodies:
        answer = await send(body)
        assert answer.status_code == 422, f"{body} is accepted"
        errors = invalid_values(answer)
        assert {tuple(error["loc"][:2]) for error in errors} == {("body", name)}, errors
        # The database would refuse a NULL, too, but as a field that is missing.
        is_null = name in body and body[name] is None
        assert not (is_null and errors[0]["type"] == "missing"), errors
        assert kind is None or {error["type"] for error in errors} == {kind}, errors


class _UnansweredError(Exception):
    """Raised instead of building a response."""


async def _check_answer_first(resource: Resource, send: Send, body: Json) -> None:
    """Makes building a response fail, and expects that nothing is stored."""
    validate: Any = vars(BaseModel)["model_validate"]

    def fail(
        schema: type[BaseModel],
        value: object,
        /,
        **options: object,
    ) -> object:
        # With related rows, the answer is built of a dict.
        if isinstance(value, resource.model | dict):
            raise _UnansweredError
        return validate.__func__(schema, value, **options)

    before = await resource.everything()
    with pytest.MonkeyPatch.context() as patch, suppress(_UnansweredError):
        patch.setattr(BaseModel, "model_validate", classmethod(fail))
        answered = await send(body)
        assert answered.is_server_error
    assert await resource.everything() == before, "stored before there is an answer"


async def _check_reachable(
    resource: Resource, send: Send, *, required: Sequence[str], names: Sequence[str]
) -> None:
    """Sends keys that no path can contain, and expects a 422."""
    for name in names:
        column = resource.column(name)
        is_text = resource.fields[name].base is str
        if not is_text or resource.attribute(name) not in resource.key:
            continue
        if column is not None and foreign_key(column) is not None:
            # No other row has such a key either.
            continue
        # Blanks that PostgreSQL appends to a `CHAR` make a key of nothing, and of dots.
        is_padded = column is not None and isinstance(column.type, CHAR)
        for value in ("a/b",) if is_padded else ("", ".", "..", "a/b"):
            refused = await send({**await resource.body(required), name: value})
            assert refused.status_code == 422, f"no path leads to {value!r}"


async def check_hidden(
    resource: Resource,
    hide: Hiding,
    send: Send,
    *,
    required: Sequence[str],
    names: Sequence[str],
    known: Mapping[str, Any] | None = None,
) -> None:
    """Refers to rows that the user does not see, and expects a 409.

    Args:
        known: The attributes of the row that is changed, if there is one.
    """
    for model in hide.models:
        leading = [
            name
            for name in names
            if (
                (column := resource.column(name)) is not None
                and (key := foreign_key(column)) is not None
                and is_decided_by(key, model)
            )
            or (
                isinstance(field := resource.fields[name], NewRows)
                and field.leads_to(resource, model)
            )
        ]
        if not leading:
            continue
        body = await resource.body(dict.fromkeys([*required, *leading]), known)
        before = await resource.everything()
        with hide(model):
            answered = await send(body)
        assert answered.status_code == 409, f"{leading} may lead to hidden rows"
        assert await resource.everything() == before


def _held(resource: Resource, name: str) -> list[Any]:
    """The values at a field's edges that its column can hold."""
    if resource.kind(name) is not None:
        return [resource.kind(name)]
    field = resource.fields[name]
    if isinstance(field, Written):
        return []
    values = [*accepted(field), *_padded(resource, name)]
    column = resource.column(name)
    if column is None:
        return values
    return [
        each
        for each in values
        if _holds(column, each)
        and _is_kept(resource, name, in_column(field, each, column))
    ]


def _is_kept(resource: Resource, name: str, value: Any) -> bool:
    try:
        resource.as_set(name, value)
    except ValueError:
        return False
    return True


def _padded(resource: Resource, name: str) -> list[str]:
    """A text with blanks at its ends."""
    field, column = resource.fields[name], resource.column(name)
    kind = None if column is None else column.type
    is_text = isinstance(kind, String) and not isinstance(kind, CHAR | Enum)
    if field.enum or not is_text:
        return []
    text = f" {'x' * max(field.limits.get('min_length', 0) - 2, 1)} "
    return [] if field.error(text) else [text]


def _holds(column: Column[Any], value: Any) -> bool:
    if value is None:
        return bool(column.nullable)
    if foreign_key(column) is not None:
        return False
    if isinstance(column.type, Numeric) and column.type.precision is not None:
        digits = column.type.precision - (column.type.scale or 0)
        return bool(abs(Decimal(str(value))) < 10**digits)
    item = getattr(column.type, "item_type", None)
    if isinstance(value, list):
        return all(_fits(item, each) for each in cast("list[object]", value))
    return _fits(column.type, value)


def _fits(kind: object, value: object) -> bool:
    """Whether a string is short enough for its column, or a UUID for one of these."""
    if not isinstance(value, str):
        return True
    if isinstance(kind, Uuid):
        return Field(UUID).error(value) is None
    longest = getattr(kind, "length", None)
    return longest is None or len(value) <= longest


def _is_refused_by_table(resource: Resource, answer: Response, body: Json) -> bool:
    """Whether a rule of the table, which the config does not know, is broken.

    It is a CHECK, a unique constraint, or a column that is computed of a value and
    cannot hold the result.
    """
    if answer.status_code == 409:
        groups = unique_groups(*inspect(resource.model).tables)
        sent = {
            column for name in body if (column := resource.column(name)) is not None
        }
        return any(not sent.isdisjoint(group) for group in groups)
    return answer.status_code == 422 and _kinds(answer) <= {
        ("check_violation", ("body",)),
        ("value_error", ("body",)),
    }


def _kinds(answer: Response) -> set[tuple[str, tuple[Any, ...]]]:
    """The types of the errors of a 422, and where they are."""
    return {(each["type"], tuple(each["loc"])) for each in invalid_values(answer)}


def _hint(resource: Resource, answer: Response) -> str:
    """What an answer says that should have been a success, and what may help."""
    if answer.status_code != 422:
        return answer.text
    if not {kind for kind, _ in _kinds(answer)} & {"check_violation", "value_error"}:
        return answer.text
    who = "A CHECK of its table, or a @validates,"
    return f"{who} refused the row: {answer.text}\n{advice(resource.model.__name__)}"


def is_read_back(resource: Resource, sent: Sequence[str]) -> bool:
    """Whether a row is read after writing it, because the database may change it."""
    tables = [str(table.name) for table in inspect(resource.model).tables]
    of_row = [each for each in sent if any(name in each for name in tables)]
    verbs = [each.split(maxsplit=1)[0] for each in of_row]
    return verbs[-1] == "SELECT"
