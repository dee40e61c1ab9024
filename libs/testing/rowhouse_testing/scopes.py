"""The scopes of a user: conditions that statements on tables with rules need."""

import importlib
import pkgutil
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import signature
from types import ModuleType
from typing import Any, cast

from sqlalchemy import ColumnElement, Table, inspect
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg
from sqlalchemy.orm import Mapper
from sqlalchemy.sql.visitors import iterate

_DIALECT = PGDialect_asyncpg()  # type: ignore[no-untyped-call]
_ALIAS = re.compile(r"(?<![\w.])(?P<table>\w+) AS (?P<alias>\w+)")
_INNERMOST = re.compile(r"\([^()]*\)")
_SUBQUERY = re.compile(r"\(SELECT [^()]* FROM (?P<table>\w+)[^()]*\) AS (?P<alias>\w+)")
_SCHEMA = re.compile(r'"?test_[0-9a-f]{32}(?:_\d+)?"?\.')
_NUMBER = re.compile(r"(?<=\$)\d+")
_NOTHING = re.compile(r"(?:^|AND )false\b")


@dataclass(frozen=True)
class Scope:
    """The scopes of statements on a table."""

    key: Sequence[str]
    """The columns of its primary key."""
    conditions: Sequence[str]
    """The conditions of its rules for a user, as SQL: each is a scope."""
    references: Sequence[tuple[str, Sequence[str]]] = ()
    """Its foreign keys: the tables that they lead to, and their columns."""
    referring: Collection[str] = frozenset()
    """The tables that have foreign keys to it."""

    def holds_in(self, where: str) -> bool:
        """Whether a WHERE has one of the conditions."""
        always = "true" in self.conditions
        never = "false" in self.conditions and _NOTHING.search(where) is not None
        written = (each for each in self.conditions if each != "false")
        return always or never or any(each in where for each in written)


def scopes_of(access: ModuleType, user: object | None) -> Mapping[str, Scope]:
    """The scopes of a user by table, as the modules of a package of rules say them."""
    found: dict[Table, dict[str, None]] = {}
    for info in pkgutil.iter_modules(access.__path__):
        module = importlib.import_module(f"{access.__name__}.{info.name}")
        conditions = dict.fromkeys(_conditions(module, user))
        for model in vars(module).values():
            # Classes that share a table have rules of their own for it.
            if (table := _table_of(model)) is not None:
                found.setdefault(table, {}).update(conditions)
    # Rules that allow all rows name no model. They matter for tables that are named,
    # and for those of a subclass, which are joined to one.
    for model, condition in _visible(access, user).items():
        table, mapper = _table_of(model), cast("Mapper[Any]", inspect(model))
        if table is not None and (table in found or mapper.inherits):
            found.setdefault(table, {})[_sql(condition())] = None
    return {table.name: _scope(table, [*each]) for table, each in found.items()}


def _table_of(model: object) -> Table | None:
    # Models have no base in common: those of SQLModel are no DeclarativeBase.
    mapper: Any = inspect(model, raiseerr=False)
    table: Any = mapper.local_table if hasattr(mapper, "local_table") else None
    is_table = isinstance(model, type) and isinstance(table, Table)
    return cast("Table", table) if is_table else None


def _visible(
    access: ModuleType, user: object | None
) -> Mapping[object, Callable[[], ColumnElement[bool]]]:
    """By model, a function that builds the condition for the rows that a user sees."""
    index: dict[str, Any] = vars(access)
    found: Any = {}
    if user is not None and "visible" in index:
        found = index["visible"](user)
    elif "visible_to_anyone" in index:
        found = index["visible_to_anyone"]()
    return cast("Mapping[object, Callable[[], ColumnElement[bool]]]", found)


def _scope(table: Table, conditions: Sequence[str]) -> Scope:
    references = [
        (each.referred_table.name, [column.name for column in each.columns])
        for each in table.foreign_key_constraints
    ]
    referring = {
        other.name
        for other in table.metadata.tables.values()
        for each in other.foreign_key_constraints
        if each.referred_table is table
    }
    key = [each.name for each in table.primary_key]
    return Scope(key, conditions, references, referring)


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
    return without_numbers(without_aliases(bare(text)))


def bare(statement: str) -> str:
    """SQL that is the same in all tests: without schemas and quotes."""
    return " ".join(_SCHEMA.sub("", statement).replace('"', "").split())


def without_numbers(statement: str) -> str:
    """SQL without the numbers of its parameters."""
    return _NUMBER.sub("", statement)


def without_aliases(statement: str) -> str:
    """SQL without the aliases of its tables, and of the first table of a subquery."""
    aliases = {found["alias"]: found["table"] for found in _ALIAS.finditer(statement)}
    outer = statement
    while _INNERMOST.search(outer):
        for found in _SUBQUERY.finditer(outer):
            aliases[found["alias"]] = found["table"]
        outer = _INNERMOST.sub("", outer)
    return re.sub(
        r"(?<![\w.])\w+(?=\.)",
        lambda found: aliases.get(found[0], found[0]),
        statement,
    )
