"""Checks of the routes that call a function of the project's own."""

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import pytest
from httpx2 import Response
from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession, async_object_session

from .api import Api
from .documents import check_documented_enums
from .edges import accepted
from .fields import Field
from .json_values import in_json
from .keys import check_missing, check_shared_key
from .opening import Hiding
from .resource import Json, Resource
from .samples import sample
from .versions import tag_of
from .writing import check_refusals
from .written import NO_KEY, Send


async def check_action(
    resource: Resource,
    slug: str,
    function: str,
    *,
    module: str,
    on_instance: bool,
    locks: bool = False,
    takes: Collection[str],
    required: Sequence[str] = (),
    optional: Mapping[str, Any] | None = None,
    version: str | None = None,
    returned: Sequence[str] | None = None,
    fields: Mapping[str, Field] | None = None,
    close: Callable[[], None] | None = None,
    hide: Hiding | None = None,
) -> None:
    """Calls an action: first its own function, then one that tells what it is given.

    Args:
        on_instance: Whether it is called with a row.
        locks: Whether that row is locked.
        takes: What it is called with by name.
        optional: What the others are when they are not sent; None without a body.
        version: The attribute with the version of the row.
        returned: The fields of the answer; None when it is the function's result.
        fields: Fields that the action alone has.
        close: Lets the rule for what becomes of the row allow nothing any more.
        hide: Hides rows that the resource, or a parameter, may refer to.
    """
    own_fields = resource.having(fields or {})
    client = resource.api.client
    calls: list[tuple[tuple[Any, ...], dict[str, Any]]] = []
    result: Json = {"done": True}
    deeds: list[Callable[[], None]] = []

    async def record(*arguments: Any, **named: Any) -> Json:
        calls.append((arguments, named))
        db = named.get("db") or session_of(arguments)
        # Committed with the request, or not at all.
        if db is not None:
            assert isinstance(db, AsyncSession)
            await resource.api.rows.create(resource.model, values, session=db)
        for deed in deeds:
            deed()
        # SQLAlchemy forgets then what has changed.
        if db is not None and deeds:
            await db.flush()
        return result

    names = [*required, *(optional or {})]
    has_body = optional is not None

    async def send(body: Json, headers: Mapping[str, str] | None = None) -> Response:
        return await client.post(
            target, json=body if has_body else None, headers=headers
        )

    first = await resource.create_row()
    target = resource.url(first, slug) if on_instance else f"{resource.path}/{slug}"
    own = await send(await own_fields.body(names))
    assert not own.is_server_error
    row, _ = await resource.create_three()
    if on_instance:
        await resource.create_siblings(row)
        target = resource.url(row, slug)
    replace_function(resource.api, module, function, record)
    bodies = [await own_fields.body(names), await own_fields.body(required)]
    bodies += [
        {**await own_fields.body(required), name: value}
        for name in names
        for value in accepted(own_fields.fields[name])
    ]
    answers = await _answers(own_fields, returned)
    for at in range(max(len(bodies), len(answers))):
        body, answer = bodies[at % len(bodies)], answers[at % len(answers)]
        if returned is not None:
            result = _result_of(own_fields, answer)
        values = await resource.row_values(at)
        calls.clear()
        before = await resource.stored()
        known = {}
        if version is not None:
            known = {"If-Match": tag_of(before[resource.key_of(row)], version)}
        with resource.api.statements() as sent:
            done = await send(body, known)
        assert done.status_code == 200, done.text
        shown = {"done": True} if returned is None else answer
        assert resource.plain(done.json()) == shown
        if version is not None:
            stored = (await resource.stored())[resource.key_of(row)]
            assert done.headers["ETag"] == tag_of(stored, version)
        if on_instance or "db" in takes:
            count = len(await resource.stored())
            assert count == len(before) + 1, "it is not committed"
        ((arguments, named),) = calls
        keys = [resource.key_of(each) for each in arguments]
        assert keys == ([resource.key_of(row)] if on_instance else [])
        assert named.keys() == set(takes)
        if "db" in takes:
            assert isinstance(named["db"], AsyncSession)
        if "body" in takes:
            for name, value in {**(optional or {}), **body}.items():
                given = getattr(named["body"], own_fields.attribute(name))
                assert own_fields.fields[name].parse(
                    in_json(given)
                ) == own_fields.fields[name].parse(value)
        if "current_user" in takes:
            assert named["current_user"] == resource.api.user
        assert any("FOR NO KEY UPDATE" in each for each in sent) == locks
        assert not any("FOR UPDATE" in each for each in sent)
    if returned:
        # A result that lacks what the answer shows changes nothing.
        result, values = {}, await resource.row_values(0)
        before_it = await resource.contents()
        with pytest.raises(ValidationError):
            await send(bodies[0])
        assert await resource.contents() == before_it
    calls.clear()
    if has_body:
        await check_refusals(own_fields, send, required=required, names=names)
    if on_instance:
        valid = await own_fields.body(required) if has_body else None
        missing = await client.post(f"{resource.nowhere}/{slug}", json=valid)
        check_missing(resource, missing)
        await check_shared_key(
            resource, lambda url: client.post(f"{url}/{slug}", json=valid)
        )
    await _check_references(own_fields, send, required=required, names=names, hide=hide)
    assert calls == []
    if hide is not None and on_instance:
        for model in hide.models:
            leading = await resource.references_to(model)
            if not leading:
                continue
            values = await resource.row_values(0)
            if returned is not None:
                result = _result_of(own_fields, answers[0])

            def refer(leading: Json = leading) -> None:
                for name, value in leading.items():
                    setattr(calls[-1][0][0], name, value)

            deeds, before_it = [refer], await resource.contents()
            with hide(model):
                refused = await send(bodies[0])
            assert refused.status_code == 409, f"{[*leading]} may lead to hidden rows"
            assert await resource.contents() == before_it
    if close is not None:
        values, deeds = await resource.row_values(0), [close]
        before_it = await resource.contents()
        refused = await send(bodies[0])
        assert refused.status_code == 403, "no rule is asked afterwards"
        assert await resource.contents() == before_it, "a rule is asked too late"
    if returned is not None:
        above = resource.row_path if on_instance else resource.path
        check_documented_enums(own_fields, "post", f"{above}/{slug}", returned)


async def _check_references(
    resource: Resource,
    send: Send,
    *,
    required: Sequence[str],
    names: Sequence[str],
    hide: Hiding | None,
) -> None:
    """Refers to rows that are missing, or that the user does not see."""
    for name in names:
        attribute = resource.fields[name].refers_to
        if attribute is None:
            continue
        body = await resource.body(dict.fromkeys([*required, name]))
        model: Any = attribute.class_
        if hide is not None and model in hide.models:
            with hide(model):
                hidden = await send(body)
            assert hidden.status_code == 409, f"{name} may be the key of a hidden row"
        absent = sample(resource.fields[name], name, NO_KEY, None)
        missing = await send({**body, name: absent})
        assert missing.status_code == 409, f"{name} may be the key of no row"


def session_of(rows: Sequence[object]) -> AsyncSession | None:
    """The session of the row that a function gets, or None if it gets no row."""
    return async_object_session(rows[0]) if rows else None


def replace_function(api: Api, module: str, function: str, other: object) -> None:
    """Replaces a function where a module of the API calls it.

    Args:
        module: The module's dotted name.
        function: The function's dotted path.
        other: What to call instead.
    """
    package, _, name = function.rpartition(".")
    original = getattr(sys.modules[package], name)
    members = vars(sys.modules[module])
    (alias,) = [key for key, value in members.items() if value is original]
    api.monkeypatch.setattr(sys.modules[module], alias, other)


async def results_of(resource: Resource, names: Sequence[str] | None) -> list[Json]:
    """What a function may return: of an answer of certain fields, or of any."""
    answers = await _answers(resource, names)
    return [_result_of(resource, each) for each in answers]


def _result_of(resource: Resource, answer: Json) -> Json:
    """What a function returns for an answer."""
    values = {
        resource.attribute(name): resource.fields[name].parse(value)
        for name, value in answer.items()
    }
    return {**resource.embedded, **values}


async def _answers(resource: Resource, names: Sequence[str] | None) -> list[Json]:
    """Answers that have every fixed value of their fields, and null."""
    if names is None:
        return [{}]
    answers = [await resource.body(names)]
    for name in names:
        field = resource.fields[name]
        values = [*field.enum, *([None] if field.nullable else [])]
        answers += [{**answers[0], name: value} for value in values]
    return answers
