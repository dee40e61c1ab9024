"""Checks that hooks and handlers neither give rows away nor refer to hidden ones."""

import inspect
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from itertools import product
from typing import Any, Literal

import pytest
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.orm.attributes import set_committed_value

from .acting import replace_function
from .hooking import GIVEN_AWAY, Hooks, setting
from .leads import leads_of
from .opening import Hiding
from .requests import stored_rows
from .resource import Resource
from .rows import columns_of


async def check_handler_stamps(
    resource: Resource,
    module: str,
    stamped: Collection[str],
    *,
    create: str = "",
    required: Sequence[str] = (),
    update: str = "",
) -> None:
    """Lets handlers change the owner of their row, and expects an error.

    Args:
        resource: The resource.
        module: The dotted name of the module with the routes.
        stamped: The attributes that say whose a row is.
        create: The dotted path of what makes a row, if it is the project's own.
        required: The fields that a request for one must have.
        update: That of what changes one.
    """
    client, given, calls = resource.api.client, dict[str, object](), list[str]()
    for function in filter(None, (create, update)):
        stand_in = _giving_away(function, update, given, calls)
        replace_function(resource.api, module, function, stand_in)
    for name in stamped:
        other = await resource.api.rows.other_value(resource.model, name)
        row = await resource.create_row()
        body = await resource.body(required)
        before = await stored_rows(resource)
        given.clear()
        given[name] = other
        if create:
            with pytest.raises(ValueError, match=GIVEN_AWAY):
                await client.post(f"{resource.path}/", json=body)
        if update:
            with pytest.raises(ValueError, match=GIVEN_AWAY):
                await client.patch(resource.url(row), json={})
        assert await stored_rows(resource) == before, f"a handler gives away by {name}"
    once = [*filter(None, (create, update))]
    assert calls == once * len(stamped), "a handler is called more than once"


def _giving_away(
    function: str, update: str, given: Mapping[str, object], calls: list[str]
) -> object:
    """Works like a handler, then sets attributes of the row."""
    package, _, name = function.rpartition(".")
    original = getattr(sys.modules[package], name)

    def give(arguments: Sequence[Any], result: Any) -> Any:
        calls.append(function)
        row = arguments[0] if function == update else result
        for attribute, value in given.items():
            setattr(row, attribute, value)
        return result

    def call(*arguments: Any, **named: Any) -> Any:
        return give(arguments, original(*arguments, **named))

    async def call_async(*arguments: Any, **named: Any) -> Any:
        return give(arguments, await original(*arguments, **named))

    return call_async if inspect.iscoroutinefunction(original) else call


async def check_hook_references(
    resource: Resource,
    hooks: Hooks,
    *,
    create: Sequence[str] = (),
    created: Sequence[str] = (),
    required: Sequence[str] = (),
    update: Sequence[str] = (),
    updated: Sequence[str] = (),
) -> None:
    """Lets hooks refer to rows of others, and to none: nothing is stored.

    Among the values of a request, that is an error: the request has not sent it. On the
    row itself, a hidden row is answered as an absent one.

    Args:
        resource: The resource.
        hooks: What stands in for them.
        create: The hooks before a row is created.
        created: Those that get the new row.
        required: The fields that a request for one must have.
        update: The hooks before a row is changed.
        updated: Those that get the row, before or after it is changed.
    """
    client, rows = resource.api.client, resource.api.rows
    sent = {resource.attribute(name) for name in required}
    stamped = rows.scope_of(resource.model)
    row = await resource.create_row()
    columns = columns_of(resource.model)
    settable = {name: name for name in columns if name not in stamped}
    for lead in await leads_of(resource, settable):
        tried = [lead.hidden]
        if str(lead.key.initially).upper() != "DEFERRED":
            tried.append(lead.absent)
        is_key = any(columns[name].primary_key for name in lead.hidden)
        for values in tried:
            for function in create if sent.isdisjoint(values) else ():
                body = await resource.body(required)
                before = await stored_rows(resource)
                hooks.deeds = {function: setting(values)}
                with pytest.raises(ValueError, match="A hook set"):
                    await client.post(f"{resource.path}/", json=body)
                assert await stored_rows(resource) == before
            for function in () if is_key else update:
                before = await stored_rows(resource)
                hooks.deeds = {function: setting(values)}
                with pytest.raises(ValueError, match="A hook set"):
                    await client.patch(resource.url(row), json={})
                assert await stored_rows(resource) == before
            ways = [("POST", f"{resource.path}/", each) for each in created]
            ways += [("PATCH", resource.url(row), each) for each in updated]
            for method, url, function in () if is_key else ways:
                body = await resource.body(required) if method == "POST" else {}
                before = await stored_rows(resource)
                assign = _assigning(hooks, values, flushes=values is lead.hidden)
                hooks.deeds = {function: assign}
                refused = await client.request(method, url, json=body)
                assert refused.status_code == 409, f"{function} refers by {[*values]}"
                assert await stored_rows(resource) == before


async def check_hidden_by_hooks(
    resource: Resource,
    hooks: Hooks,
    operation: Literal["create", "update"],
    hide: Hiding,
    *,
    before: Sequence[str] = (),
    after: Sequence[str] = (),
    required: Sequence[str] = (),
) -> None:
    """Lets hooks refer to rows that the user does not see: nothing is stored.

    Args:
        resource: The resource.
        hooks: What stands in for them.
        operation: What the route does.
        hide: Hides rows that the resource may refer to.
        before: The hooks before the row is written.
        after: Those after it is written.
        required: The fields that a request for a new row must have.
    """
    client = resource.api.client
    row = await resource.create_row() if operation == "update" else None
    for function, model in product([*before, *after], hide.models):
        leading = await resource.references_to(model)
        body = {} if row else await resource.body(required)
        # What a request sends, no hook has decided.
        for sent in () if row else map(resource.attribute, required):
            if function in before:
                leading.pop(sent, None)
        if not leading:
            continue

        url = resource.url(row) if row else f"{resource.path}/"
        stored = await stored_rows(resource)
        with ExitStack() as stack:
            hooks.deeds = {function: _referring(stack, hide, model, leading)}
            request = client.request("PATCH" if row else "POST", url, json=body)
            if function in before:
                with pytest.raises(ValueError, match="A hook set"):
                    await request
            else:
                refused = await request
                assert refused.status_code == 409, f"{function} refers by {[*leading]}"
        assert not hooks.deeds, f"{function} is not called"
        assert await stored_rows(resource) == stored


def _referring(
    stack: ExitStack,
    hide: Hiding,
    model: type[DeclarativeBase],
    leading: Mapping[str, Any],
) -> Callable[[Any], None]:
    """What refers to rows of a model, and hides these from then on."""

    def refer(given: Any) -> None:
        stack.enter_context(hide(model))
        for name, value in leading.items():
            if isinstance(given, dict):
                given[name] = value
            else:
                setattr(given, name, value)

    return refer


def _assigning(
    hooks: Hooks, values: Mapping[str, Any], *, flushes: bool
) -> Callable[[object], None]:
    """What sets attributes of the row that a hook is given."""

    def assign(given: object) -> None:
        row = hooks.calls[-1].named["row"] if isinstance(given, dict) else given
        # A flush leaves it so: SQLAlchemy does not know any more that it has changed.
        is_committed = flushes and isinstance(given, dict)
        for name, value in values.items():
            (set_committed_value if is_committed else setattr)(row, name, value)

    return assign
