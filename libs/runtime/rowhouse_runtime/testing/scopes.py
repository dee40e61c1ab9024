"""A listener: each statement that a request sends keeps to the rows of its user."""

import importlib
import pkgutil
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
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
_INSERTED = re.compile(r"^INSERT INTO (\w+)(?: \([^)]*\))?")
_NAME = re.compile(r"(?<![\w.])(?<!\bAS )\w+(?![\w.(=]| =)")
_ALIAS = re.compile(r"(?<![\w.])(?P<table>\w+) AS (?P<alias>\w+)")
_JOINED = re.compile(r" ON \(*(\w+\.\w+) = (\w+\.\w+)")
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
    references: Sequence[tuple[str, Sequence[str]]] = ()
    """Its foreign keys: the tables that they lead to, and their columns."""

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
      deletes or reads back the row that the request has found, or made;
    - a SELECT by foreign key behind one that is scoped: it loads a relationship, as one
      by a list of the keys that such rows refer to does;
    - a table that is joined to one with a scope, column by column, as those of a
      relationship or of joined-table inheritance are.
    """
    reached: set[str] = set()
    for statement in map(_bare, sent):
        inserted = _INSERTED.match(statement)
        text = _plain(statement)
        where = text.partition(" WHERE ")[2]
        tables = {*_NAME.findall(_INSERTED.sub("", text))} & scopes.keys()
        found = {
            table
            for table in tables
            if scopes[table].holds_in(where) or _is_by_key(text, table, scopes, reached)
        }
        joins = [
            {column.partition(".")[0] for column in pair}
            for pair in _JOINED.findall(text)
        ]
        for _ in joins:
            found.update(*(pair for pair in joins if pair & found))
        if tables - found:
            yield statement
        reached |= found & scopes.keys()
        if inserted:
            reached.update({inserted[1]} & scopes.keys())


def _is_by_key(
    text: str, table: str, scopes: Mapping[str, Scope], reached: Collection[str]
) -> bool:
    """Whether a statement is about rows by the keys of rows that were reached."""
    scope, where = scopes[table], text.partition(" WHERE ")[2]
    # Columns that a join equates have one value: a subclass has its parent's key.
    for one, other in _JOINED.findall(text):
        for column, same in [(one, other), (other, one)]:
            if f"{column} " in where:
                where += f" AND {where.replace(f'{column} ', f'{same} ')}"
    ways = [(table, scope.key), *scope.references]
    keys = [names for target, names in ways if target in reached]
    if not text.startswith("SELECT"):
        # A change by another key may be one of rows of others.
        return [*scope.key] in keys and _has_values(table, scope.key, where)
    referring = any(
        table == target for name in reached for target, _ in scopes[name].references
    )
    return any(
        _has_values(table, names, where) or _is_among(table, names, where)
        for names in keys
    ) or (referring and _is_among(table, scope.key, where))


def _has_values(table: str, names: Sequence[str], where: str) -> bool:
    """Whether a WHERE says the value of each column, on either side of the sign."""
    return all(
        re.search(rf"\b{table}\.{name} = \$|\$\S* = {table}\.{name}\b", where)
        for name in names
    )


def _is_among(table: str, names: Sequence[str], where: str) -> bool:
    """Whether a WHERE lists values of the columns, as a relationship's SELECT does."""
    columns = ", ".join(f"{table}.{name}" for name in names)
    return f"({columns}) IN (" in where or f"{columns} IN (" in where


def _plain(statement: str) -> str:
    """A statement without the aliases of its tables."""
    aliases = {found["alias"]: found["table"] for found in _ALIAS.finditer(statement)}
    return re.sub(
        r"(?<![\w.])\w+(?=\.)",
        lambda found: aliases.get(found[0], found[0]),
        statement,
    )


def scopes_of(access: ModuleType, user: object | None) -> Mapping[str, Scope]:
    """The scopes of a user by table, as the modules of a package of rules say them."""
    scopes: dict[str, Scope] = {}
    for found in pkgutil.iter_modules(access.__path__):
        module = importlib.import_module(f"{access.__name__}.{found.name}")
        conditions = [*_conditions(module, user)]
        for model in vars(module).values():
            if isinstance(model, type) and issubclass(model, DeclarativeBase):
                mapper: Mapper[Any] = inspect(model)
                table: Any = mapper.local_table
                if isinstance(table, Table):
                    scopes[table.name] = _scope(cast("Table", table), conditions)
    return scopes


def _scope(table: Table, conditions: Sequence[str]) -> Scope:
    references = [
        (each.referred_table.name, [column.name for column in each.columns])
        for each in table.foreign_key_constraints
    ]
    return Scope([each.name for each in table.primary_key], conditions, references)


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
    return _plain(_bare(text))


def _bare(statement: str) -> str:
    """SQL as it is whatever the test: without schemas, quotes, parameters' numbers."""
    text = _PARAMETER.sub("$", _SCHEMA.sub("", statement).replace('"', ""))
    return " ".join(text.split())
