"""Switches the access rules off in tests that are not about them."""

import sys
from collections.abc import Callable, Collection, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from inspect import signature
from typing import Any, cast

from sqlalchemy import Boolean, ColumnElement, and_, bindparam, false, true
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.sql.visitors import iterate

from .api import Api


@dataclass
class Hiding:
    """Hides all rows of models from the references of a route."""

    models: Collection[type[DeclarativeBase]]
    """Those with rules."""
    hidden: dict[Any, Any] = field(default_factory=dict[Any, Any])
    """Those whose rows are hidden now: what a route got before follows."""

    @contextmanager
    def __call__(self, model: type[DeclarativeBase]) -> Generator[None]:
        """Hides the rows of one model meanwhile."""
        self.hidden[model] = false
        try:
            yield
        finally:
            self.hidden.clear()


def open_rules(api: Api, routes: str, access: str, *handlers: str) -> None:
    """Lets everybody use the routes of a module, for tests that are not about rules.

    Nobody leaves the tenant: without it, a key may be that of several rows.

    Args:
        routes: The dotted name of the module.
        access: That of the one with its rules.
        handlers: Those of the project's own that do the work of its routes.
    """
    in_tenant = vars(sys.modules[access]).get("in_tenant")
    _open(api, access, [routes, *handlers], in_tenant)


def open_owners(
    api: Api, model: type[DeclarativeBase], routes: str, access: str, *handlers: str
) -> None:
    """The same for models of which each user has one row, because a test needs several.

    Args:
        model: The mapped class; each of its rows gets an owner of its own.
        routes: The dotted name of the module.
        access: That of the one with its rules.
        handlers: Those of the project's own that do the work of its routes.
    """
    modules = [routes, *handlers]
    _open(api, access, modules)
    api.rows.give_each_an_owner(model)
    stamp = vars(sys.modules[access])["stamp"]
    owners: list[object] = []

    async def begin(_: object) -> None:
        owners.clear()

    api.client.event_hooks = {"request": [begin]}

    @wraps(stamp)
    def next_owner(*_: object) -> object:
        # A request may ask again, after project code that could have changed it.
        if not owners:
            owners.append(api.rows.next_owner(model))
        return owners[0]

    for module in modules:
        replace_rule(api, module, stamp, next_owner)


def _open(
    api: Api,
    access: str,
    modules: Sequence[str],
    in_tenant: Callable[..., object] | None = None,
) -> None:
    rules = vars(sys.modules[access])
    not_deleted = rules.get("not_deleted")

    def opened(rule: Callable[..., Any]) -> Callable[..., object]:
        is_bool = rule.__annotations__["return"] is bool

        @wraps(rule)
        def every_row(*user: object) -> object:
            if is_bool:
                return True
            tenant: Any = in_tenant(*user) if in_tenant and user else true()
            # What it says of deleted rows stays.
            of_deleted = [not_deleted(), ~not_deleted()] if not_deleted else []
            parts = cast("Iterable[Any]", iterate(rule(*user)))
            said = [
                part for part in parts if any(part.compare(each) for each in of_deleted)
            ]
            return and_(tenant, *said)

        return every_row

    for name, rule in list(rules.items()):
        if (
            name not in {"stamp", "not_deleted"}
            and getattr(rule, "__module__", None) == access
        ):
            for module in modules:
                replace_rule(api, module, rule, opened(rule))


def closing(api: Api, routes: str, rule: str) -> Callable[[], None]:
    """Returns a function that makes a rule allow no rows.

    Args:
        routes: The dotted name of the module that asks the rule.
    """
    access, _, name = rule.rpartition(".")
    original = vars(sys.modules[access])[name]
    (current,) = _stand_ins(routes, original).values()
    answers = [True]
    # Asked when a statement is sent: a route may write it before it calls the project.
    is_open = bindparam("is_open", callable_=lambda: answers[-1], type_=Boolean())

    @wraps(original)
    def closable(*user: object) -> ColumnElement[bool]:
        return and_(current(*user), is_open)

    replace_rule(api, routes, original, closable)
    return lambda: answers.append(False)


def answering(api: Api, routes: str, rule: str, answer: bool) -> None:
    """Makes a rule about the user alone answer the same for everybody.

    Args:
        routes: The dotted name of the module that asks the rule.
    """
    access, _, name = rule.rpartition(".")
    original = vars(sys.modules[access])[name]
    replace_rule(api, routes, original, wraps(original)(lambda *_: answer))


def open_references(api: Api, routes: str, access: str, *handlers: str) -> None:
    """Allows references to any row, for tests that are not about references."""
    _show(api, access, [routes, *handlers], dict)


def hiding(api: Api, routes: str, access: str, *relations: str) -> Hiding:
    """Returns what hides all rows of a model from the references of a route.

    Args:
        routes: The dotted name of the module with the route.
        access: That of the one with the rules of its resource.
        *relations: That of the one which makes further rows.
    """
    hide = Hiding([*_visible_in(api, access)])
    _show(api, access, [routes, *relations], lambda: hide.hidden)
    return hide


def check_visible(api: Api, model: type[DeclarativeBase], access: str) -> None:
    """Compares the rows that others may refer to with those that a user may read.

    Args:
        access: The dotted name of the module with its rules.
    """
    rows = _visible_in(api, access)[model]()
    rules = vars(sys.modules[access])
    readable = (
        rules["readable"](api.user) if "readable" in rules else rules["not_deleted"]()
    )
    assert rows.compare(readable), "references may lead to other rows"


def _show(
    api: Api, access: str, modules: Sequence[str], visible: Callable[[], object]
) -> None:
    """Replaces what says which rows a user sees."""
    index = _index_of(access)

    def shown(original: Callable[..., Mapping[Any, Any]]) -> Callable[..., object]:
        @wraps(original)
        def replaced(*user: object) -> object:
            # They have to be given the user, too.
            for rule in original(*user).values():
                rule()
            return visible()

        return replaced

    for name in ("visible", "visible_to_anyone"):
        if name in index:
            for module in modules:
                replace_rule(api, module, index[name], shown(index[name]))


def _visible_in(api: Api, access: str) -> Mapping[Any, Any]:
    """The rows that a user sees, by model."""
    visible: Callable[..., Mapping[Any, Any]] = _index_of(access)["visible"]
    return visible(*([api.user] if signature(visible).parameters else []))


def _index_of(access: str) -> dict[str, Any]:
    """The module that knows the rules of all models of an app."""
    return vars(sys.modules[access.rpartition(".")[0]])


def replace_rule(
    api: Api, module: str, function: object, other: Callable[..., object]
) -> None:
    """Replaces a function, or what stands in for it, wherever a module has it."""
    for name in _stand_ins(module, function):
        api.monkeypatch.setattr(sys.modules[module], name, other)


def _stand_ins(module: str, function: object) -> dict[str, Callable[..., Any]]:
    """A function in a module, by its names there: itself, or what replaces it."""
    return {
        name: member
        for name, member in vars(sys.modules[module]).items()
        if member is function or getattr(member, "__wrapped__", None) is function
    }
