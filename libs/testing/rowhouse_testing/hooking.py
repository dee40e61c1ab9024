"""Replacements of hooks, and checks that routes call them."""

import inspect
import json
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
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

ALONE = {
    "create": Operation("create", "POST", end="/", on="all"),
    "update": Operation("update", "PATCH"),
    "delete": Operation("delete", "DELETE"),
}
"""The operations that are not in a bulk."""

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
    updates: bool = False
    """Whether the last request only changes rows."""

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
        body: Json = json.loads(request.content or b"{}")
        operations: Any = body.get("operations", ())
        kinds = {each["op"] for each in operations}
        self.updates = request.method == "PATCH" or kinds == {"update"}

    def _fill(self, values: dict[str, Any]) -> None:
        # An update may say all that a new row needs.
        if self.updates or not {*self.needed} <= values.keys():
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
        before: The hooks before the row is written, in their order.
        after: Those after it is written.
        names: The fields that a request may send.
        stamped: The attributes that say whose a row is.
        close: Lets the rule for what becomes of the row allow nothing any more.
        asked_first: Whether the rule is also asked before all hooks.
    """
    client, alone = resource.api.client, bulk or ALONE[operation]
    row = None if operation == "create" else await resource.create_row()

    # To be made before rows are counted: it makes rows that it refers to, which may be
    # of the model itself.
    async def new_body() -> Json | None:
        return None if operation == "delete" else await resource.body(names)

    async def refused(function: str, deed: Callable[[Any], None]) -> Response:
        """Sends a request, and expects that all rows stay as they are."""
        body, stored = await new_body(), await resource.contents()
        hooks.deeds = {function: deed}
        try:
            return await send_by(client, resource, alone, row, body)
        finally:
            assert await resource.contents() == stored, f"{function} is too late"

    def refuse(_: object) -> None:
        raise HTTPException(_REFUSED, "Refused")

    for function in {**before, **after}:
        answer = await refused(function, refuse)
        assert answer.status_code == _REFUSED, f"{function} cannot refuse"
    for function in before if operation != "delete" else ():
        for name in ("no_such_column", *stamped):
            with pytest.raises(ValueError, match="A hook set"):
                await refused(function, setting({name: 1}))
        await _check_change(resource, hooks, function, names, alone, row)
        for name in stamped if "row" in before[function] else ():
            other = await resource.api.rows.other_value(resource.model, name)

            def give_away(_: object, name: str = name, other: object = other) -> None:
                setattr(hooks.calls[-1].named["row"], name, other)

            with pytest.raises(ValueError, match=GIVEN_AWAY):
                await refused(function, give_away)
    hooks.calls.clear()
    body, stored = await new_body(), await resource.stored()
    async with resource.api.undone():
        done = await send_by(client, resource, alone, row, body)
        assert done.is_success, done.text
        kept = await resource.stored()
        new = kept.keys() - stored.keys()
        # An update may move the row to another key.
        key = next(iter(new)) if new or row is None else resource.key_of(row)
        takes = [(name, {*each}) for name, each in [*before.items(), *after.items()]]
        calls = [(call.function, {*call.named}) for call in hooks.calls]
        assert calls == takes, "hooks are called otherwise, or not at all"
        for at, call in enumerate(hooks.calls):
            assert isinstance(call.named.get("db"), AsyncSession | None)
            if "current_user" in call.named:
                assert call.named["current_user"] == resource.api.user
            if "row" in call.named:
                assert resource.key_of(call.named["row"]) == key
            if at >= len(before) or operation == "delete":
                assert resource.key_of(call.given) == key
            else:
                sent = {resource.attribute(name) for name in body or ()}
                assert sent <= call.given.keys(), f"{call.function} lacks values"
    if close is not None:
        last = [*before, *after][-1]
        answer = await refused(last, lambda _: close())
        assert answer.status_code == 403, f"no rule is asked after {last}"
        hooks.calls.clear()
        answer = await send_by(client, resource, alone, row, await new_body())
        assert answer.status_code in {403, 404}
        assert not (asked_first and hooks.calls), "hooks are called before a rule"


async def _check_change(
    resource: Resource,
    hooks: Hooks,
    function: str,
    names: Sequence[str],
    operation: Operation,
    row: object,
) -> None:
    """The value that a hook sets is stored."""
    settable = (
        name
        for name in filter(resource.stands_alone, names)
        if resource.attribute(name) not in resource.key
        and resource.column(name) is not None
    )
    name = next(settable, None)
    if name is None:
        return
    body, value = await resource.body(names), await resource.value(name)
    change = {resource.attribute(name): resource.fields[name].parse(value)}
    hooks.deeds = {function: setting(change)}
    async with resource.api.undone():
        done = await send_by(resource.api.client, resource, operation, row, body)
        assert done.is_success, done.text
        stored = (await resource.stored()).values()
        made = [await resource.is_stored(each, name, value) for each in stored]
        assert any(made), f"{name} is not what {function} has made of it"


def setting(changes: Mapping[str, object]) -> Callable[[Any], None]:
    """What sets some of the values."""
    return lambda values: values.update(changes)
