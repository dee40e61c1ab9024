"""A listener: each statement that a request sends keeps to the rows of its user."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from itertools import product
from typing import Any

from httpx2 import AsyncClient, Request, Response

from .resource import Api
from .scopes import Scope, bare, scopes_of, without_aliases, without_numbers
from .traffic import Sent, traffic

_INSERTED = re.compile(r"^INSERT INTO (\w+)(?: \([^)]*\))?")
_NAME = re.compile(r"(?<![\w.])(?<!\bAS )\w+(?![\w.(=]| =)")
_ON = re.compile(r" ON ((?:(?: AND )?\(*\w+\.\w+ = \w+\.\w+\)*)+)")
_EQUAL = re.compile(r"(\w+\.\w+) = (\w+\.\w+)")
_COLUMN = re.compile(r"\b\w+\.\w+\b")
_EAGER = re.compile(r" JOIN (\w+) AS \1_\d+ ON ")
_NUMBER = re.compile(r"\$(\d+)")
_BEYOND = re.compile(r" (?:AND|OR|ORDER BY|FOR) ")

Reached = Mapping[str, Sequence[Sequence[Any]]]
"""By table, the values of each row that a request has reached."""


def watch(api: Api, client: AsyncClient, user: object | None) -> None:
    """Makes a client fail if its requests reach rows that the rules do not allow.

    Args:
        api: The API. Nothing is watched where it has no rules.
        client: The client.
        user: The user of the requests; None for requests without a user.
    """
    access, stack, sent = api.access, ExitStack(), list[Sent]()
    if access is None:
        return

    async def begin(_: Request) -> None:
        nonlocal sent
        sent = stack.enter_context(traffic(api))

    async def end(_: Response) -> None:
        stack.close()
        found = [*unscoped(sent, scopes_of(access, user))]
        assert not found, f"not kept to the rows of the user: {found}"

    client.event_hooks = {"request": [begin], "response": [end]}


def unscoped(sent: Sequence[Sent], scopes: Mapping[str, Scope]) -> Iterator[str]:
    """The statements on rows that are not open to all which name no scope.

    These need not:

    - an INSERT: a new row gets its user's stamps, and is asked for `check` later;
    - a statement by the primary key of a row that one with a scope has returned, or an
      INSERT has made: it changes, deletes or reads back what the request has reached;
    - a SELECT by a foreign key to such a row: it loads a relationship, as does one by a
      key that such a row refers to, or by a list of them;
    - a table that is joined to one with a scope, column by column, as those of a
      relationship or of joined-table inheritance are;
    - a table that SQLAlchemy joins under a name of its own, to load a relationship of
      rows that are open to all.
    """
    reached = defaultdict[str, list[list[Any]]](list)
    for each in sent:
        statement = bare(each.text)
        inserted = _INSERTED.match(statement)
        text = without_aliases(statement)
        plain = without_numbers(text)
        named = {*_NAME.findall(_INSERTED.sub("", plain))}
        tables = named & scopes.keys()
        found = {
            table
            for table in tables
            if scopes[table].holds_in(plain.partition(" WHERE ")[2])
            or _is_by_key(text, each.parameters, table, scopes, reached)
        }
        joins = [
            {column.partition(".")[0] for pair in equal.items() for column in pair}
            for equal in _joined(text)
        ]
        for _ in joins:
            found.update(*(pair for pair in joins if pair & found))
        eager = {*_EAGER.findall(statement)}
        found |= (eager & tables) - {*_NAME.findall(_EAGER.sub("", statement))}
        if tables - found:
            yield without_numbers(statement)
        rows = [*_rows(each)]
        # Every row of a table that is open to all is reached by what selects it.
        found |= named - scopes.keys()
        for table in found | ({inserted[1]} if inserted else set[str]()):
            reached[table] += rows


def _rows(sent: Sent) -> Iterator[list[Any]]:
    """The values of the rows that a statement returns or creates."""
    if sent.text.startswith("SELECT"):
        yield from map(list, sent.rows)
        return
    for written in sent.parameters:
        for row in sent.rows or [()]:
            yield [*written, *row]


def _is_by_key(
    text: str,
    parameters: Sequence[Sequence[Any]],
    table: str,
    scopes: Mapping[str, Scope],
    reached: Reached,
) -> bool:
    """Whether a statement finds rows by the keys of rows that were reached before."""
    scope, where = scopes[table], text.partition(" WHERE ")[2]
    # Columns that a join equates have one value: a subclass has its parent's key.
    for equal in _joined(text):
        for same in (equal, {other: one for one, other in equal.items()}):
            also = _COLUMN.sub(partial(_named, names=same), where)
            if also != where:
                where += f" AND {also}"

    def are_of(target: str, keys: Sequence[Sequence[int]]) -> bool:
        """Whether rows of a table have these keys, given as numbers of parameters."""
        rows = reached.get(target, ())
        return len(keys) > 0 and all(
            any(_has(row, [values[number - 1] for number in key]) for row in rows)
            for key in keys
            for values in parameters
        )

    ways = [(table, scope.key), *scope.references]
    if not text.startswith("SELECT"):
        # A change by another key may be one of rows of others.
        own = [target for target, names in ways if [*names] == [*scope.key]]
        return any(are_of(target, _keys(table, scope.key, where)) for target in own)
    loads = text.startswith(f"SELECT {table}.")
    return any(
        are_of(target, _keys(table, names, where))
        or are_of(target, _listed_keys(table, names, where))
        for target, names in ways
    ) or any(
        are_of(name, _listed_keys(table, scope.key, where))
        # A refresh loads relationships so, one row at a time.
        or (loads and are_of(name, _keys(table, scope.key, where)))
        for name in scope.referring
    )


def _named(column: re.Match[str], names: Mapping[str, str]) -> str:
    return names.get(column[0], column[0])


def _joined(text: str) -> list[dict[str, str]]:
    """The columns that each join equates."""
    return [dict(_EQUAL.findall(found)) for found in _ON.findall(text)]


def _keys(table: str, names: Sequence[str], where: str) -> list[Sequence[int]]:
    """The keys that a WHERE compares column by column, on either side."""
    found: list[list[int]] = []
    for name in names:
        column = rf"\b{table}\.{name}"
        pairs = re.findall(rf"{column} = \$(\d+)|\$(\d+)\S* = {column}\b", where)
        found.append([int(one or other) for one, other in pairs])
    return [*product(*found)]


def _listed_keys(table: str, names: Sequence[str], where: str) -> list[Sequence[int]]:
    """The keys that a WHERE lists, as in the SELECT of a relationship."""
    columns = ", ".join(f"{table}.{name}" for name in names)
    for start in (f"({columns}) IN (", f"{columns} IN ("):
        if start in where:
            listed = _BEYOND.split(where.partition(start)[2])[0]
            numbers = [*map(int, _NUMBER.findall(listed))]
            size = len(names)
            return [numbers[at : at + size] for at in range(0, len(numbers), size)]
    return []


def _has(row: Sequence[Any], key: Sequence[Any]) -> bool:
    """Whether a row has the values of a key. Python would find 1 in a row with True."""
    return all(
        any(
            value == part and isinstance(value, bool) == isinstance(part, bool)
            for value in row
        )
        for part in key
    )
