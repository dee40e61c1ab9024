"""Keys and unique constraints of tables."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import (
    ARRAY,
    Column,
    FromClause,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
)
from sqlalchemy.sql import ClauseElement

Values = Mapping[Column[Any], Any]


def is_unique(*columns: Column[Any]) -> bool:
    """Whether no two rows can have the same values there."""
    tables = {column.table for column in columns}
    groups = unique_groups(*tables, partial=False)
    return any({*group} <= {*columns} for group in groups)


def unique_groups(*tables: FromClause, partial: bool = True) -> list[list[Column[Any]]]:
    """The columns of each key and each unique constraint of some tables.

    Args:
        partial: Whether indexes that leave rows out count.
    """
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
            if each.unique
            and (partial or each.dialect_options["postgresql"]["where"] is None)
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
