"""A listener: every statement of a request on rows that are not open to all names its scope."""

import importlib
import pkgutil
import re
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from inspect import signature
from types import ModuleType
from typing import Any

from sqlalchemy import ColumnElement, Table
from sqlalchemy.dialects.postgresql import asyncpg
from sqlalchemy.orm import DeclarativeBase

from .resource import Api

_DIALECT = asyncpg.dialect()
_CLAUSE = re.compile(r"\b(?P<verb>FROM|INTO|UPDATE)\s+(?P<table>\w+)")
_SCHEMA = re.compile(r'"?test_[0-9a-f]{32}(?:_\d+)?"?\.')
_PARAMETER = re.compile(r"\$\d+")

Scopes = Mapping[Table, Collection[str]]
"""By table: the conditions of its rules, as SQL."""


@contextmanager
def scoped(api: Api, user: object | None) -> Generator[None]:
    """Fails for a request that comes by its rows in another way than by their rules.

    Args:
        api: The API. Nothing is checked where its rows have no rules.
        user: Who sends the request; None for nobody.
    """
    with api.statements() as sent:
        yield
    if api.access is None:
        return
    problems = [*_unscoped(sent, _scopes_of(api.access, user))]
    assert not problems, f"statements without a scope: {problems}"  # noqa: S101


def _scopes_of(access: ModuleType, user: object | None) -> Scopes:
    """What the modules of a package of rules say for a user."""
    scopes: dict[Table, list[str]] = {}
    for found in pkgutil.iter_modules(access.__path__):
        module = importlib.import_module(f"{access.__name__}.{found.name}")
        conditions = [*_conditions(module, user)]
        for model in vars(module).values():
            if isinstance(model, type) and issubclass(model, DeclarativeBase):
                scopes[_table(model)] = conditions
    return scopes


def _conditions(module: ModuleType, user: object | None) -> Iterator[str]:
    for each in vars(module).values():
        if getattr(each, "__module__", "") != module.__name__:
            continue
        takes_user = bool(signature(each).parameters)
        if takes_user == (user is None):
            continue
        condition: Any = each(user) if takes_user else each()
        if isinstance(condition, ColumnElement):
            yield _sql(condition)
