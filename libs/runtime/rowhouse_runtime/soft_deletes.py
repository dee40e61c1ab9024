"""Deletes rows by a column with the time of the deletion, and restores them."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, cast

from sqlalchemy import (
    Column,
    ColumnElement,
    ForeignKeyConstraint,
    FromClause,
    Table,
    exists,
    func,
    inspect,
    literal,
    select,
    tuple_,
    update,
)
from sqlalchemy import cast as to_type
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapper, RelationshipDirection

from .database_errors import REFERRED_TO, no_such_row
from .errors import conflict
from .relations import key_parameters, key_table

DeletedAt = Mapping[type[Any], str]
"""By model, the attribute with the time of a soft delete."""

Keys = list[Any]
"""Primary keys of rows; those of several columns are tuples."""


async def soft_delete(db: AsyncSession, row: object, deleted_at: DeletedAt) -> None:
    """Says in a row that it is deleted. The statements of the API leave it out then.

    The foreign keys of other rows decide about it, as about a DELETE. What would be
    deleted with it gets the same time; rows without a soft delete stay as they are.

    Args:
        row: A mapped instance, which is locked.

    Raises:
        HTTPException: 409, while other rows keep it from being deleted.
    """
    await soft_delete_rows(db, [row], deleted_at)


async def soft_delete_rows(
    db: AsyncSession, rows: Sequence[object], deleted_at: DeletedAt
) -> None:
    """The same for several rows of one model."""
    own = type(rows[0])
    column = _column(own, deleted_at)
    # Each delete has a time of its own, also in one transaction.
    time = await db.scalar(select(to_type(func.clock_timestamp(), column.type)))
    for row in rows:
        setattr(row, deleted_at[own], time)
    await db.flush()
    tables = _by_table(deleted_at)
    deleted: list[tuple[type, Keys]] = [(own, [_key_of(row) for row in rows])]
    for model, keys in deleted:
        for key, action in _references_to(model):
            child = tables.get(key.table)
            if action == "SET NULL":
                nulls = dict.fromkeys(key.columns, None)
                statement = update(key.table).where(_refers(key, keys)).values(nulls)
                await db.execute(statement)
            elif action == "CASCADE" and child is not None:
                of_child = _column(child, deleted_at)
                kept = _refers(key, keys) & of_child.is_(None)
                found = await _set(db, of_child, kept, literal(time, column.type))
                deleted += [(child, found)] if found else []
    # Rows that are deleted, too, keep none of the others.
    for model, keys in deleted:
        for key, action in _references_to(model):
            child = tables.get(key.table)
            refer = [_refers(key, keys)]
            if child is not None:
                refer.append(_column(child, deleted_at).is_(None))
            if action != "CASCADE" and await db.scalar(select(exists().where(*refer))):
                raise conflict(REFERRED_TO, "referenced")


async def restore_row(db: AsyncSession, row: object, deleted_at: DeletedAt) -> None:
    """Takes a soft delete back, also of the rows that were deleted with this one.

    Args:
        row: A mapped instance, which is locked.

    Raises:
        HTTPException: 409, when it refers to a row that is deleted.
    """
    column = _column(type(row), deleted_at)
    time = literal(getattr(row, deleted_at[type(row)]), column.type)
    setattr(row, deleted_at[type(row)], None)
    await db.flush()
    tables = _by_table(deleted_at)
    restored: list[tuple[type, Keys]] = [(type(row), [_key_of(row)])]
    for model, keys in restored:
        for key, action in _references_to(model):
            child = tables.get(key.table)
            if action == "CASCADE" and child is not None:
                of_child = _column(child, deleted_at)
                rows = _refers(key, keys) & (of_child == time)
                found = await _set(db, of_child, rows, None)
                restored += [(child, found)] if found else []
    for model, keys in restored:
        for key in _keys_of(_column(model, deleted_at).table):
            if key.referred_table in tables:
                referred = _column(tables[key.referred_table], deleted_at)
                # They stay as they are until this transaction ends.
                times = select(referred).where(_is_referred_to(key, keys))
                times = times.with_for_update(read=True, key_share=True)
                if any(await db.scalars(times)):
                    raise no_such_row([each.name for each in key.columns])


async def _set(
    db: AsyncSession, column: Column[Any], rows: ColumnElement[bool], time: object
) -> Keys:
    """Locks rows as a DELETE does, sets their time, and returns their keys."""
    table = column.table
    locked = select(*table.primary_key).where(rows).with_for_update()
    keys = [_plain(each) for each in await db.execute(locked)]
    if keys:
        rows = _are(table, keys)
        await db.execute(update(table).where(rows).values({column: time}))
    return keys


@cache
def _references_to(model: type) -> list[tuple[ForeignKeyConstraint, str]]:
    """The foreign keys that lead to a model's rows, and what a DELETE of these does.

    A relationship that cascades deletes is as good as an ON DELETE CASCADE. The rows
    of its tables between stay: without their row, nothing shows them.
    """
    mapper: Mapper[Any] = inspect(model)
    relationships = [each for each in mapper.relationships if not each.viewonly]
    between = [each.secondary for each in relationships]
    cascading = [
        each.remote_side
        for each in relationships
        if each.direction is RelationshipDirection.ONETOMANY and each.cascade.delete
    ]
    own = cast("Table", mapper.local_table)
    found: list[tuple[ForeignKeyConstraint, str]] = []
    for table in own.metadata.sorted_tables:
        for key in _keys_of(table):
            if key.referred_table is own and table not in between:
                cascades = {*key.columns} in cascading
                action = "CASCADE" if cascades else (key.ondelete or "").upper()
                found.append((key, action))
    return found


def _keys_of(table: Table) -> list[ForeignKeyConstraint]:
    """Its foreign keys, always in the same order."""
    return sorted(table.foreign_key_constraints, key=lambda each: [*each.column_keys])


def _column(model: type[Any], deleted_at: DeletedAt) -> Column[Any]:
    """The column with the time of a model's soft deletes."""
    mapper: Mapper[Any] = inspect(model)
    return cast("Column[Any]", mapper.column_attrs[deleted_at[model]].columns[0])


def _by_table(deleted_at: DeletedAt) -> dict[FromClause, type]:
    """The models whose rows are deleted softly, by their tables."""
    return {_column(model, deleted_at).table: model for model in deleted_at}


def _key_of(row: object) -> Any:
    return _plain(inspect(row, raiseerr=True).identity or ())


def _plain(key: Sequence[Any]) -> Any:
    """A key as `Keys` have it."""
    return key[0] if len(key) == 1 else tuple(key)


def _refers(key: ForeignKeyConstraint, keys: Keys) -> ColumnElement[bool]:
    """The rows that refer to one of these primary keys."""
    referred = select(*(each.column for each in key.elements))
    return tuple_(*key.columns).in_(referred.where(_are(key.referred_table, keys)))


def _is_referred_to(key: ForeignKeyConstraint, keys: Keys) -> ColumnElement[bool]:
    """The rows that one of these primary keys refers to."""
    own = select(*(each.parent for each in key.elements))
    referred = tuple_(*(each.column for each in key.elements))
    return referred.in_(own.where(_are(key.table, keys)))


def _are(table: Table, keys: Keys) -> ColumnElement[bool]:
    """The rows with these primary keys."""
    of = key_table(*table.primary_key)
    given = select(*of.c).params(key_parameters(of, keys) or {})
    return tuple_(*table.primary_key).in_(given)
