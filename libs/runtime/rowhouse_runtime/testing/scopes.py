"""A listener: each statement that a request sends keeps to the rows of its user."""

import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from inspect import signature
from types import ModuleType
from typing import Any, cast

from httpx2 import AsyncClient, Request, Response
from sqlalchemy import ColumnElement, Table, inspect
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.orm import DeclarativeBase, Mapper
from sqlalchemy.sql.visitors import iterate

from .resource import Api

_DIALECT = PGDialect_asyncpg()  # type: ignore[no-untyped-call]
_TARGET = re.compile(r'\b(?:FROM|INTO|UPDATE) "?(?P<table>\w+)"?')
_SCHEMA = re.compile(r'"?test_[0-9a-f]{32}(?:_\d+)?"?\.')
_PARAMETER = re.compile(r"\$\d+")
_NOTHING = re.compile(r"(?:^|AND )false\b")


@dataclass(frozen=True)
class Scope:
    """What statements on a table keep to."""

    key: Sequence[str]
    """The columns of its primary key."""
    conditions: Sequence[str]
    """The conditions of its rules for a user, as SQL: each is a scope."""

    def holds_in(self, where: str) -> bool:
        """Whether a WHERE has one of the conditions."""
        always = "true" in self.conditions
        never = "false" in self.conditions and _NOTHING.search(where) is not None
        written = (each for each in self.conditions if each != "false")
        return always or never or any(each in where for each in written)


def watch(api: Api, client: AsyncClient, user: object | None) -> None:
    """Makes a client fail when its requests reach rows by another way than by rules.

    Args:
        api: The API. Nothing is watched where it has no rules.
        client: The client.
        user: Whose requests it sends; None for nobody's.
    """
    access, stack, sent = api.access, ExitStack(), list[str]()
    if access is None:
        return

    async def begin(_: Request) -> None:
        nonlocal sent
        sent = stack.enter_context(api.statements())

    async def end(_: Response) -> None:
        stack.close()
        found = [*unscoped(sent, scopes_of(access, user))]
        assert not found, f"not kept to the rows of the user: {found}"  # noqa: S101

    client.event_hooks = {"request": [begin], "response": [end]}


def unscoped(sent: Sequence[str], scopes: Mapping[str, Scope]) -> Iterator[str]:
    """The statements on rows that are not open to all which name no scope.

    These need not:

    - an INSERT: a new row gets its user's stamps, and is asked for `check` later;
    - a statement by primary key behind one that is scoped, or an INSERT: it changes,
      deletes or reads back the row that the request has found, or made.
    """
    reached: set[str] = set()
    for statement in map(_bare, sent):
        where = statement.partition(" WHERE ")[2]
        for table in {found["table"] for found in _TARGET.finditer(statement)}:
            scope = scopes.get(table)
            if scope is None:
                continue
            is_by_key = all(f"{table}.{name} = $" in where for name in scope.key)
            if statement.startswith("INSERT") or scope.holds_in(where):
                reached.add(table)
            elif not (is_by_key and table in reached):
                yield statement


def scopes_of(access: ModuleType, user: object | None) -> Mapping[str, Scope]:
    """The scopes of a user by table, as the modules of a package of rules say them."""
    scopes: dict[str, Scope] = {}
    for found in pkgutil.iter_modules(access.__path__):
        module = importlib.import_module(f"{access.__name__}.{found.name}")
        conditions = [*_conditions(module, user)]
        for model in vars(module).values():
            if isinstance(model, type) and issubclass(model, DeclarativeBase):
                mapper: Mapper[Any] = inspect(model)
                key = [column.name for column in mapper.primary_key]
                table: Any = mapper.local_table
                if isinstance(table, Table):
                    scopes[table.name] = Scope(key, conditions)
    return scopes


def _conditions(module: ModuleType, user: object | None) -> Iterator[str]:
    for rule in vars(module).values():
        if getattr(rule, "__module__", None) != module.__name__:
            continue
        takes_user = len(signature(rule).parameters) > 0
        if takes_user and user is None:
            continue
        condition: Any = rule(user) if takes_user else rule()
        if isinstance(condition, ColumnElement):
            yield _sql(cast("ColumnElement[bool]", condition))


def _sql(condition: ColumnElement[bool]) -> str:
    options = {"render_postcompile": True}
    text = str(condition.compile(dialect=_DIALECT, compile_kwargs=options))
    tables = (getattr(each, "table", None) for each in iterate(condition))
    for schema in {getattr(table, "schema", None) for table in tables} - {None}:
        text = text.replace(f"{schema}.", "")
    return _bare(text)


def _bare(statement: str) -> str:
    """SQL as it is whatever the test: without schemas, numbers of parameters, lines."""
    text = _PARAMETER.sub("$", _SCHEMA.sub("", statement))
    return " ".join(text.split())
