"""Keys and unique constraints of tables, and which values there are in use."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    ARRAY,
    Column,
    Exists,
    FromClause,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    and_,
    exists,
    not_,
    select,
)
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.sql import ClauseElement

Values = Mapping[Column[Any], Any]


def is_unique(*columns: Column[Any]) -> bool:
    """Whether no two rows can have the same values there."""
    tables = {column.table for column in columns}
    return any({*group} <= {*columns} for group in unique_groups(*tables))


def unique_groups(*tables: FromClause) -> list[list[Column[Any]]]:
    """The columns of each key and each unique constraint of some tables."""
    groups: list[list[Any]] = []
    for table in tables:
        groups += [[each] for each in table.columns if each.unique]
        if not isinstance(table, Table):
            continue
        groups += [
            [*each.columns]
            for each in table.constraints
            if isinstance(each, UniqueConstraint | PrimaryKeyConstraint)
        ]
        groups += [
            [*each.columns]
            for each in table.indexes
            if each.unique and each.dialect_options["postgresql"]["where"] is None
        ]
    return [group for group in groups if group]


def is_filled_alike(column: Column[Any]) -> bool:
    """Whether rows that leave a unique column out get the same value there."""
    if not any(column in group for group in unique_groups(column.table)):
        return False
    if column.default is not None:
        # Of an array, a function such as `list` makes the same one each time.
        return column.default.is_scalar or isinstance(column.type, ARRAY)
    value = getattr(column.server_default, "arg", None)
    # What calls a function, such as one that makes UUIDs, has a new value each time.
    is_expression = isinstance(value, ClauseElement) and "(" not in str(value)
    return isinstance(value, str) or is_expression


async def taken_groups(
    session: AsyncSession,
    groups: Iterable[Sequence[Column[Any]]],
    values: Values,
    *,
    itself: Values,
    beside: Iterable[Values],
) -> list[Sequence[Column[Any]]]:
    """The groups of columns in which another row has the same values.

    Args:
        session: Asks the database.
        groups: The groups. All their columns have values.
        values: Those of the row.
        itself: The key of the row, if it is stored.
        beside: Rows that are not stored yet.
    """
    taken: list[Sequence[Column[Any]]] = []
    asked: list[Sequence[Column[Any]]] = []
    for group in groups:
        row = [values[column] for column in group]
        if None not in row:
            is_beside = any(
                [each.get(part) for part in group] == row for each in beside
            )
            (taken if is_beside else asked).append(group)
    if not asked:
        return taken
    statement = select(*(_others(group, values, itself) for group in asked))
    try:
        async with session.begin_nested():
            found = (await session.execute(statement)).one()
    except DBAPIError:
        # A column does not hold its value: the INSERT says so.
        return taken
    return taken + [
        group for group, is_taken in zip(asked, found, strict=True) if is_taken
    ]


def _others(group: Sequence[Column[Any]], values: Values, itself: Values) -> Exists:
    """Whether another row has the same values."""
    same = [column == values[column] for column in group]
    own = [each == itself[each] for each in itself if each.table is group[0].table]
    return exists().where(*same, *([not_(and_(*own))] if own else []))
