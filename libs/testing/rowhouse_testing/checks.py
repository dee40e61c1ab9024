"""Values that meet the constraints of tables, which the config does not know."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain
from random import Random
from typing import Any, cast

import pytest
from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Dialect,
    FromClause,
    Table,
    literal,
    literal_column,
    select,
)
from sqlalchemy import cast as sql_cast
from sqlalchemy.dialects import postgresql
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapper
from sqlalchemy.sql import ClauseElement

from .unique import Values, taken_groups, unique_groups

_TRIES = 200
# A column has no other values if so many tries have found those in use.
_MOST_TAKEN = 30
_TEXT = re.compile(r"'((?:[^']|'')*)'")
_NUMBER = re.compile(r"-?\b\d+(?:\.\d+)?\b")

Propose = Callable[[Random, Sequence[Any]], Any]
"""Another value of a column: a random one, or one that its CHECK names."""


@dataclass(frozen=True)
class Check:
    """A CHECK constraint, or another condition of rows, and its columns."""

    condition: str
    columns: Sequence[Column[Any]]

    def named(self, column: Column[Any]) -> list[Any]:
        """The literals of the constraint, and the numbers next to them."""
        if column not in self.columns:
            return []
        try:
            kind = column.type.python_type
        except NotImplementedError:
            return []
        if kind is str:
            return [each.replace("''", "'") for each in _TEXT.findall(self.condition)]
        if kind not in {int, float, Decimal}:
            return []
        numbers = [Decimal(each) for each in _NUMBER.findall(self.condition)]
        return [kind(each + step) for each in numbers for step in (-1, 0, 1)]


def is_compared(column: Column[Any], dialect: Dialect) -> bool:
    """Whether a CHECK compares a column with others."""
    checks = _checks_of([column.table], dialect)
    return any(column in each.columns and len(each.columns) > 1 for each in checks)


async def meet_constraints(
    session: AsyncSession,
    values: Values,
    free: Mapping[Column[Any], Propose],
    *,
    kind: Check | None = None,
    itself: Values | None = None,
    beside: Sequence[Values] | None = (),
) -> dict[Column[Any], Any]:
    """Replaces values that a CHECK or a unique constraint rejects, until all hold.

    If no value meets the CHECKs, the values stay wrong, and the database says so. If
    all that meet them are in use, the test is skipped: there can be no further row.

    Args:
        session: Asks the database.
        values: The values of a row, or of a part of it.
        free: The columns whose values can be replaced.
        kind: What makes a row one of its class.
        itself: The key of the row, if it is stored.
        beside: Rows that are not stored yet. None, if it does not matter which values
            are in use.
    """
    found, dialect = {**values}, session.get_bind().dialect
    tables = {column.table for column in found}

    def matters(columns: Iterable[Column[Any]]) -> bool:
        return found.keys() >= {*columns} and bool(free.keys() & {*columns})

    conditions = [*_checks_of(tables, dialect), *([kind] if kind else [])]
    checks = [each for each in conditions if matters(each.columns)]
    groups = unique_groups(*tables) if beside is not None else []
    groups = [each for each in groups if matters(each)]
    times_taken = 0
    for attempt in range(_TRIES):
        broken = await _broken(session, checks, found) if checks else []
        taken = await taken_groups(
            session, groups, found, itself=itself or {}, beside=beside or ()
        )
        if not broken and not taken:
            break
        times_taken += not broken
        if times_taken > _MOST_TAKEN:
            pytest.skip(f"All values of {', '.join(map(str, taken[0]))} are in use")
        random = Random(attempt)
        wrong = dict.fromkeys(chain(*(check.columns for check in broken), *taken))
        for column in wrong:
            if column in free:
                named = [each for check in checks for each in check.named(column)]
                # No two NULLs are equal.
                is_scarce = column.nullable and times_taken > _MOST_TAKEN // 2
                found[column] = free[column](random, [None] if is_scarce else named)
    return found


def check_constraints(tables: Iterable[FromClause]) -> list[CheckConstraint]:
    """The CHECK constraints of tables. A model of a view has no table."""
    return [
        constraint
        for table in tables
        if isinstance(table, Table)
        for constraint in table.constraints
        if isinstance(constraint, CheckConstraint)
    ]


def kind_check(mapper: Mapper[Any]) -> Check | None:
    """What makes a row one of a subclass, where an expression tells: a `case()`."""
    tells: Any = mapper.polymorphic_on
    if mapper.inherits is None or tells is None or isinstance(tells, Column):
        return None
    kinds = [each.polymorphic_identity for each in mapper.self_and_descendants]
    return _check_of(tells.in_(kinds), mapper.tables, postgresql.dialect())  # type: ignore[no-untyped-call]


def _checks_of(tables: Iterable[FromClause], dialect: Dialect) -> list[Check]:
    found = [
        _check_of(constraint.sqltext, [constraint.table], dialect)
        for constraint in check_constraints(tables)
    ]
    return sorted(found, key=lambda check: check.condition)


def _check_of(
    condition: ClauseElement, tables: Iterable[FromClause], dialect: Dialect
) -> Check:
    written = condition.compile(
        dialect=dialect,
        compile_kwargs={"literal_binds": True, "include_table": False},
    )
    return Check(str(written), columns_in(str(written), tables))


def columns_in(sql: str, tables: Iterable[FromClause]) -> list[Column[Any]]:
    """The columns of tables that an expression names."""
    words = {*re.findall(r"\w+", sql)}
    columns = [each for table in tables for each in table.columns if each.name in words]
    return cast("list[Column[Any]]", columns)


async def _broken(
    session: AsyncSession,
    checks: Sequence[Check],
    values: Mapping[Column[Any], Any],
) -> list[Check]:
    """The CHECKs that reject the values."""
    columns = dict.fromkeys(column for check in checks for column in check.columns)
    row = select(
        *(
            sql_cast(literal(values[each], each.type), each.type).label(each.name)
            for each in columns
        )
    ).subquery()
    conditions = [literal_column(check.condition, Boolean) for check in checks]
    statement = select(*conditions).select_from(row)
    try:
        async with session.begin_nested():
            held = (await session.execute(statement)).one()
    except DBAPIError:
        # A column does not hold its value: the INSERT says so.
        return []
    return [check for check, holds in zip(checks, held, strict=True) if holds is False]
