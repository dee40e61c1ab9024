"""Checks that hooks and handlers neither give rows away nor refer to hidden ones."""

import inspect
import sys
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from itertools import product
from typing import Any, Literal

import pytest
from httpx2 import Response
from sqlalchemy.orm import DeclarativeBase

from .acting import replace_function
from .hooking import ALONE, GIVEN_AWAY, Hooks
from .opening import Hiding
from .requests import Operation, send_by
from .resource import Resource

Handler = tuple[str, Callable[[], None] | None]
"""The dotted path of one, and what closes the rule for the row that it leaves."""


async def check_handlers(
    resource: Resource,
    module: str,
    stamped: Collection[str],
    *,
    create: Handler | None = None,
    required: Sequence[str] = (),
    update: Handler | None = None,
) -> None:
    """Lets handlers change the owner of their row, and lets rules forbid what they do.

    Args:
        module: The dotted name of the module with the routes.
        stamped: The attributes that say whose a row is.
        create: What makes a row, if it is the project's own.
        required: The fields that a request for one must have.
        update: What changes one.
    """
    given: dict[str, object] = {}
    deeds: list[Callable[[], None]] = []
    calls: list[str] = []
    ways = [("PATCH", update)] if update else []
    ways += [("POST", create)] if create else []
    for method, (function, _) in ways:
        stand_in = _stand_in(function, method, given, deeds, calls)
        replace_function(resource.api, module, function, stand_in)

    async def refuse(method: str) -> Response:
        client = resource.api.client
        async with resource.api.undone():
            row = await resource.create_row() if method == "PATCH" else None
            body = {} if row else await resource.body(required)
            url = resource.url(row) if row else f"{resource.path}/"
            before = await resource.contents()
            try:
                return await client.request(method, url, json=body)
            finally:
                assert await resource.contents() == before, f"{calls[-1]} is too late"

    for method, (function, close) in ways:
        for name in stamped:
            given[name] = await resource.api.rows.other_value(resource.model, name)
            with pytest.raises(ValueError, match=GIVEN_AWAY):
                await refuse(method)
            given.clear()
        if close is not None:
            deeds[:] = [close]
            refused = await refuse(method)
            assert refused.status_code == 403, f"no rule is asked after {function}"
            deeds.clear()
        expected = len(stamped) + (close is not None)
        assert calls.count(function) == expected, f"{function} is called again"


def _stand_in(
    function: str,
    method: str,
    given: Mapping[str, object],
    deeds: Sequence[Callable[[], None]],
    calls: list[str],
) -> Callable[..., Any]:
    """Works like a handler, then sets attributes of the row."""
    package, _, name = function.rpartition(".")
    original = getattr(sys.modules[package], name)

    def change(arguments: Sequence[Any], result: Any) -> Any:
        row = arguments[0] if method == "PATCH" else result
        for attribute, value in given.items():
            setattr(row, attribute, value)
        for deed in deeds:
            deed()
        return result

    async def change_later(arguments: Sequence[Any], result: Awaitable[Any]) -> Any:
        return change(arguments, await result)

    def call(*arguments: Any, **named: Any) -> Any:
        calls.append(function)
        result = original(*arguments, **named)
        later = inspect.isawaitable(result)
        return (change_later if later else change)(arguments, result)

    return call


async def check_hidden_by_hooks(
    resource: Resource,
    hooks: Hooks,
    operation: Literal["create", "update"],
    hide: Hiding,
    *,
    before: Sequence[str] = (),
    after: Sequence[str] = (),
    required: Sequence[str] = (),
    bulk: Operation | None = None,
) -> None:
    """Lets hooks refer to rows that the user does not see: nothing is stored.

    Args:
        before: The hooks before the row is written.
        after: Those after it is written.
        required: The fields that a request for a new row must have.
    """
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

        stored = await resource.contents()
        with ExitStack() as stack:
            hooks.deeds = {function: _referring(stack, hide, model, leading)}
            request = send_by(
                resource.api.client, resource, bulk or ALONE[operation], row, body
            )
            if function in before:
                with pytest.raises(ValueError, match="A hook set"):
                    await request
            else:
                refused = await request
                assert refused.status_code == 409, f"{function} refers by {[*leading]}"
        assert not hooks.deeds, f"{function} is not called"
        assert await resource.contents() == stored


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
