"""Reads the rows that belong to others: those of all of them in one statement."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from sqlalchemy import Column, Select, bindparam, func, select, true
from sqlalchemy import column as named
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute
from sqlalchemy.sql.selectable import TableValuedAlias

Related = dict[Any, list[dict[str, Any]]]
"""By key, the rows that belong to it. A key of several columns is a tuple."""


@cache  # It takes longer to build than the rest of the statement.
def key_table(
    *columns: InstrumentedAttribute[Any] | Column[Any],
) -> TableValuedAlias:
    """A table of keys, which the statement is executed with.

    Args:
        *columns: The columns of the key, after which those of the table are named.
    """
    arrays = [bindparam(f"keys_{each.key}", type_=ARRAY(each.type)) for each in columns]
    names = [named(each.key, each.type) for each in columns]
    return func.unnest(*arrays).table_valued(*names).render_derived()


async def fetch_related(
    db: AsyncSession,
    of: TableValuedAlias,
    statement: Select[*tuple[Any, ...]],
    keys: Iterable[Any],
) -> Related:
    """Reads the rows that belong to keys, as dicts by the names of their columns.

    Args:
        of: The table of the keys.
        statement: A SELECT of the rows that belong to one key of the table, in their
            order. It is executed for each key, so that its LIMIT is for one.
        keys: The keys. Those with None have no rows.
    """
    parameters = key_parameters(of, keys)
    if parameters is None:
        return {}
    names = statement.selected_columns.keys()
    related = statement.lateral()
    size = len(of.c)
    found: Related = {}
    rows = await db.execute(
        select(of, related).join_from(of, related, true()), parameters
    )
    for row in rows:
        key = row[0] if size == 1 else tuple(row[:size])
        values = dict(zip(names, row[size:], strict=True))
        found.setdefault(key, []).append(values)
    return found


async def count_related(
    db: AsyncSession,
    of: TableValuedAlias,
    statement: Select[int],
    keys: Iterable[Any],
) -> dict[Any, int]:
    """Counts the rows that belong to keys. It takes what `fetch_related` takes."""
    found = await fetch_related(db, of, statement, keys)
    return {key: next(iter(row.values())) for key, [row] in found.items()}


def key_parameters(
    of: TableValuedAlias, keys: Iterable[Any]
) -> dict[str, list[Any]] | None:
    """The values of the table of keys, each key once; None without any."""
    names = [f"keys_{each.key}" for each in of.c]
    if len(names) == 1:
        values = [*{key for key in keys if key is not None}]
        return {names[0]: values} if values else None
    rows = [*{key for key in keys if None not in key}]
    columns = [list(column) for column in zip(*rows, strict=True)]
    return dict(zip(names, columns, strict=True)) if rows else None
