"""Values with which rows refer to rows of others."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from sqlalchemy import ForeignKeyConstraint, Table, inspect
from sqlalchemy.orm import Mapper

from .resource import Resource
from .rows import columns_of


@dataclass(frozen=True)
class Lead:
    """What to set to refer to a row that the user does not see, and to none."""

    key: ForeignKeyConstraint
    hidden: Mapping[str, Any]
    absent: Mapping[str, Any]


async def leads_of(resource: Resource, names: Mapping[str, str]) -> list[Lead]:
    """What a row can refer to, by each of its foreign keys.

    Args:
        resource: The resource.
        names: The attributes that can be set, and what their values are called.
    """
    rows, columns = resource.api.rows, columns_of(resource.model)
    mapper: Mapper[Any] = inspect(resource.model)
    tables = cast("Sequence[Table]", mapper.tables)
    keys = [key for table in tables for key in table.foreign_key_constraints]
    leads: list[Lead] = []
    for key in sorted(keys, key=lambda each: [*each.column_keys]):
        parts = {name: each for name, each in columns.items() if each in {*key.columns}}
        # A part that says whose the row is stays as it is.
        kept: Mapping[str, Any] = {}
        if len(parts) > 1:
            kept = rows.scope_of(resource.model)
        set_names = [name for name in parts if name in names and name not in kept]
        is_whole = len(parts) == len(key.columns) and parts.keys() <= {
            *set_names,
            *kept,
        }
        if not set_names or not is_whole or _joins_tables(key, tables):
            continue
        targets = {each.parent: each.column for each in key.elements}
        for row in await rows.hidden_rows(key):
            values = {name: row[str(part.key)] for name, part in parts.items()}
            if any(values[name] != kept[name] for name in parts.keys() & kept.keys()):
                continue
            # To be refused by this key, and by no other one of the same column.
            free = [name for name in set_names if len(parts[name].foreign_keys) == 1]
            absent = {name: rows.absent(targets[parts[name]]) for name in free}
            lead = Lead(
                key,
                {names[name]: values[name] for name in set_names},
                {names[name]: absent.get(name, values[name]) for name in set_names},
            )
            leads.append(lead)
    return leads


def _joins_tables(key: ForeignKeyConstraint, tables: Collection[Table]) -> bool:
    """Whether a foreign key joins the tables of one row."""
    return key.referred_table in tables and all(
        each.primary_key for each in key.columns
    )
