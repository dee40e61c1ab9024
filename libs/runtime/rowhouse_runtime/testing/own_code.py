"""Checks that hooks and handlers neither give rows away nor refer to hidden ones."""

import inspect
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import pytest
from sqlalchemy.orm.attributes import set_committed_value

from ..handlers import StampError
from .acting import replace_function
from .hooking import Hooks, setting
from .requests import stored_rows
from .resource import Resource
from .rows import columns_of, foreign_key


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
            with pytest.raises(StampError):
                await client.post(f"{resource.path}/", json=body)
        if update:
            with pytest.raises(StampError):
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
    for name, column in columns_of(resource.model).items():
        key = foreign_key(column)
        if key is None or len(key.elements) != 1 or name in stamped:
            continue
        referred = key.elements[0].column
        hidden = await rows.hidden_keys(referred)
        values = [*hidden]
        if str(key.initially).upper() != "DEFERRED":
            values.append(rows.absent(referred))
        for value in values:
            for function in () if name in sent else create:
                body = await resource.body(required)
                before = await stored_rows(resource)
                hooks.deeds = {function: setting(name, value)}
                with pytest.raises(ValueError, match="A hook set"):
                    await client.post(f"{resource.path}/", json=body)
                assert await stored_rows(resource) == before
            for function in () if column.primary_key else update:
                before = await stored_rows(resource)
                hooks.deeds = {function: setting(name, value)}
                with pytest.raises(ValueError, match="A hook set"):
                    await client.patch(resource.url(row), json={})
                assert await stored_rows(resource) == before
            ways = [("POST", f"{resource.path}/", each) for each in created]
            ways += [("PATCH", resource.url(row), each) for each in updated]
            for method, url, function in () if column.primary_key else ways:
                body = await resource.body(required) if method == "POST" else {}
                before = await stored_rows(resource)
                assign = _assigning(hooks, name, value, flushes=value in hidden)
                hooks.deeds = {function: assign}
                refused = await client.request(method, url, json=body)
                assert refused.status_code == 409, f"{function} refers by {name}"
                assert await stored_rows(resource) == before


def _assigning(
    hooks: Hooks, name: str, value: object, *, flushes: bool
) -> Callable[[object], None]:
    """What sets an attribute of the row that a hook is given."""

    def assign(given: object) -> None:
        if not isinstance(given, dict):
            setattr(given, name, value)
            return
        row = hooks.calls[-1].named["row"]
        # A flush leaves it so: SQLAlchemy does not know any more that it has changed.
        (set_committed_value if flushes else setattr)(row, name, value)

    return assign
