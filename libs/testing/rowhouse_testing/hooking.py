"""Replacements of hooks, and checks that routes call them."""

import inspect
import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, cast

import pytest
from fastapi import HTTPException
from httpx2 import Request, Response
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import DeclarativeBase, class_mapper

from .acting import replace_function
from .api import Api
from .columns import is_writable
from .requests import Operation, send_by
from .resource import Json, Resource
from .rows import columns_of, foreign_key, needs_value
from .samples import column_value
from .unique import is_unique

Keywords = Mapping[str, Collection[str]]
"""By the dotted path of a hook, its keyword parameters."""

_REFUSED = 418

GIVEN_AWAY = "which says whose the row is"
"""What the error says when project code changes the owner of a row."""


@dataclass(frozen=True)
class Call:
    """A call of a hook."""

    function: str
    given: Any
    """The values at that time, or the row."""
    named: Mapping[str, Any]


@dataclass
class Hooks:
    """Replaces the hooks of a module with routes."""

    api: Api
    model: type[DeclarativeBase]
    needed: Collection[str]
    """The fields without which the values are not those of a new row."""
    fills: Collection[str]
    """The attributes that a new row must have, and that hooks see to."""
    values: Mapping[str, Any]
    """Those of them that are the same in every row."""
    calls: list[Call] = field(default_factory=list[Call])
    deeds: dict[str, Callable[[Any], None]] = field(
        default_factory=dict[str, Callable[[Any], None]]
    )
    """By the dotted path of a hook, what its next call does."""
    method: str = ""
    """That of the last request."""

    def stand_in(self, function: str, *, is_async: bool) -> Callable[..., Any]:
        """What is called in place of a hook."""

        def call(given: Any, **named: Any) -> None:
            if isinstance(given, dict):
                values = cast("dict[str, Any]", given)
                self.calls.append(Call(function, {**values}, named))
                self._fill(values)
            else:
                self.calls.append(Call(function, given, named))
            deed = self.deeds.pop(function, None)
            if deed is not None:
                deed(given)

        async def call_async(given: Any, **named: Any) -> None:
            call(given, **named)

        return call_async if is_async else call

    async def note(self, request: Request) -> None:
        """Sees which request the next calls are of."""
        kinds = re.findall(rb'"op":"(\w+)"', request.content)
        self.method = "PATCH" if {*kinds} == {b"update"} else request.method

    def _fill(self, values: dict[str, Any]) -> None:
        # An update may say all that a new row needs.
        if self.method == "PATCH" or not {*self.needed} <= values.keys():
            return
        columns = columns_of(self.model)
        for name in self.fills:
            if name not in values:
                values[name] = (
                    self.values[name]
                    if name in self.values
                    else column_value(columns[name], self.api.rows.number())
                )


async def replace_hooks(
    api: Api,
    model: type[DeclarativeBase],
    module: str,
    functions: Sequence[str],
    *,
    needed: Collection[str] | None = None,
) -> Hooks:
    """Replaces hooks, which need their own tests.

    They change nothing, but for what a new row must have and no request says.

    Args:
        api: The API under test.
        model: The mapped class.
        module: The dotted name of the module with the routes.
        functions: The dotted paths of the hooks.
        needed: The attributes that every request for a new row says; None if no route
            makes rows.
    """
    columns = columns_of(model)
    scope = api.rows.scope_of(model)
    fills = [
        name
        for name, column in columns.items()
        if needed is not None
        and needs_value(column)
        # The default of one that is unique stays free for the row of a request.
        and not column.nullable
        and is_writable(column, class_mapper(model))
        and name not in scope
        and name not in needed
    ]
    referred: dict[str, Any] = {}
    for name in fills:
        key = foreign_key(columns[name])
        if key is not None and name not in referred:
            row = await api.rows.referred(key)
            parts = {column: each for each, column in columns.items()}
            referred |= {
                parts[part]: row[str(part.key)] for part in key.columns if part in parts
            }
    number = api.rows.number()
    made = api.rows.made(model, number)
    # Any number of rows may have them.
    values = referred | {
        name: made[name] if name in made else column_value(columns[name], number)
        for name in fills
        if name not in referred and not is_unique(columns[name])
    }
    hooks = Hooks(api, model, needed or (), fills, values)
    api.client.event_hooks["request"].append(hooks.note)
    for function in functions:
        package, _, name = function.rpartition(".")
        original = getattr(sys.modules[package], name)
        stand_in = hooks.stand_in(
            function, is_async=inspect.iscoroutinefunction(original)
        )
        replace_function(api, module, function, stand_in)
    return hooks


async def check_hooks(
    resource: Resource,
    hooks: Hooks,
    operation: Literal["create", "update", "delete"],
    *,
    before: Keywords,
    after: Keywords,
    names: Sequence[str] = (),
    stamped: Collection[str] = (),
    close: Callable[[], None] | None = None,
    asked_first: bool = False,
    bulk: Operation | None = None,
) -> None:
    """Lets a route call its hooks, which can change values and refuse the request.

    Args:
        resource: The resource.
        hooks: What stands in for them.
        operation: What the route does.
        before: The hooks before the row is written, in their order.
        after: Those after it is written.
        names: The fields that a request may send.
        stamped: The attributes that say whose a row is.
        close: Lets the rule for what becomes of the row allow nothing any more.
        asked_first: Whether the rule is also asked before all hooks.
        bulk: The operation in a bulk, where that is the route.
    """
    client = resource.api.client
    row = None if operation == "create" else await resource.create_row()

    # To be made before rows are counted: it makes rows that it refers to, which may be
    # of the model itself.
    async def request_body() -> Json | None:
        return None if operation == "delete" else await resource.body(names)

    async def send(body: Json | None) -> Response:
        if bulk is not None:
            return await send_by(client, resource, bulk, row, body)
        if operation == "delete":
            return await client.delete(resource.url(row))
        if operation == "create":
            return await client.post(f"{resource.path}/", json=body)
        return await client.patch(resource.url(row), json=body)

    def refuse(_: object) -> None:
        raise HTTPException(_REFUSED, "Refused")

    for function in {**before, **after}:
        body = await request_body()
        stored = await resource.contents()
        hooks.deeds = {function: refuse}
        refused = await send(body)
        assert refused.status_code == _REFUSED, f"{function} cannot refuse"
        assert await resource.contents() == stored, f"{function} refused too late"
    has_values = operation != "delete"
    for function in before if has_values else ():
        for name in ("no_such_column", *stamped):
            body = await request_body()
            stored = await resource.contents()
            hooks.deeds = {function: setting({name: 1})}
            with pytest.raises(ValueError, match="A hook set"):
                await send(body)
            assert await resource.contents() == stored, f"{function} sets {name}"
        # A row that gets another key has another path.
        kept = [name for name in names if resource.attribute(name) not in resource.key]
        sent_names = names if operation == "create" else kept
        await _check_changes(resource, hooks, function, sent_names, send)
        if "row" in before[function]:
            changed = partial(send, await request_body())
            await _check_stamps(resource, hooks, function, stamped, changed)
    hooks.calls.clear()
    body = await request_body()
    before_it = await resource.stored()
    done = await send(body)
    assert done.is_success, done.text
    moves = not {resource.attribute(name) for name in names}.isdisjoint(resource.key)
    calls = [call.function for call in hooks.calls]
    assert calls == [*before, *after], (
        "hooks are called in another order, or not at all"
    )
    for index, call in enumerate(hooks.calls):
        is_before = index < len(before)
        takes = [*before.values(), *after.values()][index]
        assert call.named.keys() == {*takes}, f"{call.function} is called with others"
        assert isinstance(call.named.get("db"), AsyncSession | None)
        if "current_user" in takes:
            assert call.named["current_user"] == resource.api.user
        if is_before and body is not None:
            sent = {resource.attribute(name) for name in body}
            assert sent <= call.given.keys(), f"{call.function} lacks values"
        elif operation == "create":
            assert resource.key_of(call.given) not in before_it
        if row is None:
            continue
        key = resource.key_of(row)
        if moves:
            (key,) = (await resource.stored()).keys() - before_it.keys()
        if "row" in takes:
            assert resource.key_of(call.named["row"]) == key
        if not isinstance(call.given, dict):
            assert resource.key_of(call.given) == key
    if operation == "create":
        after_it = await resource.stored()
        (made,) = after_it.keys() - before_it.keys()
        await resource.remove(after_it[made])
    if close is not None:
        if row is not None and moves:
            row = await resource.create_row()
        body = await request_body()
        stored, function = await resource.contents(), [*before, *after][-1]
        hooks.deeds = {function: lambda _: close()}
        refused = await send(body)
        assert refused.status_code == 403, f"no rule is asked after {function}"
        assert await resource.contents() == stored, "a rule is asked too late"
        hooks.calls.clear()
        refused = await send(await request_body())
        assert refused.status_code in {403, 404}
        assert not (asked_first and hooks.calls), "hooks are called before a rule"


async def _check_changes(
    resource: Resource,
    hooks: Hooks,
    function: str,
    names: Sequence[str],
    send: Callable[[Json], Any],
) -> None:
    """The value that a hook sets is stored."""
    keys = {resource.attribute(name) for name in names} & {*resource.key}
    for name in filter(resource.stands_alone, names):
        attribute = resource.attribute(name)
        if attribute in keys or resource.column(name) is None:
            continue
        body, other = await resource.body(names), await resource.value(name)
        value = resource.fields[name].parse(other)
        hooks.deeds = {function: setting({attribute: value})}
        before_it = await resource.stored()
        done = await send(body)
        assert done.is_success, done.text
        stored = await resource.stored()
        made = [
            each
            for each in stored.values()
            if await resource.is_stored(each, name, other)
        ]
        assert made, f"{name} is not what {function} has made of it"
        # The next one may get the same values by default, and be unique.
        for key in stored.keys() - before_it.keys():
            await resource.remove(stored[key])


async def _check_stamps(
    resource: Resource,
    hooks: Hooks,
    function: str,
    stamped: Collection[str],
    send: Callable[[], Any],
) -> None:
    """A hook cannot change the owner of the row that it gets."""
    for name in stamped:
        other = await resource.api.rows.other_value(resource.model, name)
        stored = await resource.contents()

        def give_away(_: object, name: str = name, other: object = other) -> None:
            setattr(hooks.calls[-1].named["row"], name, other)

        hooks.deeds = {function: give_away}
        with pytest.raises(ValueError, match=GIVEN_AWAY):
            await send()
        assert await resource.contents() == stored, f"{function} gives away by {name}"


def setting(changes: Mapping[str, object]) -> Callable[[Any], None]:
    """What sets some of the values."""
    return lambda values: values.update(changes)
