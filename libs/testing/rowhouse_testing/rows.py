"""Creates valid rows for mapped classes."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import count
from random import Random
from typing import Any, TypeVar, cast
from weakref import WeakKeyDictionary

import pytest
from sqlalchemy import (
    Column,
    Exists,
    ForeignKeyConstraint,
    FromClause,
    Insert,
    Table,
    and_,
    exists,
    inspect,
    not_,
    null,
    select,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import DeclarativeBase, InstrumentedAttribute, Mapper, undefer

from .database import Sessions
from .fields import Field
from .samples import column_value, in_column, sample
from .unique import Values, is_filled_alike, is_unique, unique_groups

ModelT = TypeVar("ModelT", bound=DeclarativeBase)

Row = dict[str, Any]
Scopes = Mapping[type[DeclarativeBase], Mapping[str, Any]]
Bounded = Mapping[type[DeclarativeBase], Mapping[str, Field]]
Makers = Mapping[type[DeclarativeBase], Callable[[int], Mapping[str, Any]]]

# How many of the users that own one row each are there when a request is sent.
_OWNERS = 5

# So often another number is tried for values that another row has.
TRIES = 30

# One count for all rows of a test: those of its user, and all others.
_NUMBERS: WeakKeyDictionary[Sessions, Iterator[int]] = WeakKeyDictionary()


class _Insert(Insert):
    """An INSERT that may set keys that are GENERATED ALWAYS.

    The rows of a user have the keys that the user's attributes have.
    """

    inherit_cache = True


@compiles(_Insert)
def _compile(statement: _Insert, compiler: Any, **options: Any) -> str:
    sql: str = compiler.visit_insert(statement, **options)
    return sql.replace(") VALUES (", ") OVERRIDING SYSTEM VALUE VALUES (", 1)


class Rows:
    """Inserts rows, and the rows that they have to refer to."""

    def __init__(
        self,
        sessions: Sessions,
        scopes: Scopes | None = None,
        bounded: Bounded | None = None,
        makers: Makers | None = None,
    ) -> None:
        """Takes what makes the sessions to insert with.

        Args:
            scopes: By model, the values that make its rows the user's.
            bounded: By model, fields of which a row may have a few values only.
            makers: By model, the function that makes values of its rows.
        """
        self._sessions = sessions
        self._scopes = scopes or {}
        self._owners: dict[type[DeclarativeBase], list[Row]] = {}
        self._bounded = {
            columns_of(model)[name]: field
            for model, fields in (bounded or {}).items()
            for name, field in fields.items()
            if name in columns_of(model)
        }
        self._makers = makers or {}
        self._tables = {inspect(each).local_table: each for each in self._makers}
        self._numbers = _NUMBERS.setdefault(sessions, count(1))
        self._kinds: dict[Table, tuple[Column[Any], Any]] = {}
        self.reserved: list[Values] = []
        """The columns of rows that are not stored yet."""

    def learn_kinds(self, model: type[DeclarativeBase]) -> None:
        """Registers which rows of the tables belong to which class."""
        for mapper in inspect(model).registry.mappers:
            column, kind = mapper.polymorphic_on, mapper.polymorphic_identity
            table = mapper.local_table
            if not isinstance(column, Column) or not isinstance(table, Table):
                continue
            # Subclasses without a table of their own share that of the first.
            is_first = mapper.inherits is None or table is not column.table
            if is_first and kind is not None:
                self._kinds[table] = (column, kind)

    def reserve(self, model: type[DeclarativeBase], values: Row) -> None:
        """Keeps unique values of attributes for a row that is inserted later."""
        columns = columns_of(model)
        self.reserved.append({columns[name]: each for name, each in values.items()})

    async def create_owners(self, model: type[DeclarativeBase]) -> None:
        """Inserts what the user's rows of a model refer to: the tenant, the user."""
        owners = self._owners.get(model)
        # A test may send the same body more than once.
        while owners is not None and len(owners) < _OWNERS:
            owners.append(await self._new_owner(model))
        await self.create_referred(model, self.scope_of(model))

    def give_each_an_owner(self, model: type[DeclarativeBase]) -> None:
        """Makes all rows of a model those of different users, who have one each."""
        self._owners[model] = []

    def next_owner(self, model: type[DeclarativeBase]) -> Row:
        """The values of a row that belongs to a user without one."""
        return self._owners[model].pop()

    async def _new_owner(self, model: type[DeclarativeBase]) -> Row:
        names = self._scopes[model]
        return {name: await self.other_value(model, name) for name in names}

    async def stamps_of(self, model: type[DeclarativeBase]) -> Mapping[str, Any]:
        """The values that set the owner of a new row."""
        has_own = model in self._owners
        return await self._new_owner(model) if has_own else self.scope_of(model)

    def scope_of(self, model: type[Any]) -> Mapping[str, Any]:
        """The values of a row that belongs to the user."""
        return {} if model in self._owners else self._scopes.get(model, {})

    async def other_value(self, model: type[DeclarativeBase], name: str) -> object:
        """A value of an attribute with which a row belongs to another user."""
        column = columns_of(model)[name]
        key = foreign_key(column)
        if key is not None and len(key.elements) == 1:
            return await self.other_key(key, column)
        source = source_of(column)
        value = column_value(source, self.number())
        # The value of the user may be made from that number.
        is_own = value == self.scope_of(model).get(name)
        return column_value(source, self.number()) if is_own else value

    async def other_key(self, key: ForeignKeyConstraint, column: Column[Any]) -> object:
        """The key of a new row that a column can refer to.

        If keys say whose the rows are, it is another user's.
        """
        referred = key.elements[0].column
        if referred.key not in self._scope_in(key.referred_table):
            return (await self.referred(key))[str(column.key)]
        further = foreign_key(referred)
        if further is not None and len(further.elements) == 1:
            value = await self.other_key(further, referred)
        else:
            value = column_value(referred, self.number())
        async with self._sessions() as session:
            await self._lead(session, column.table, {column: value})
            await session.commit()
        return value

    def session(self) -> AsyncSession:
        """A new session, like that of a request."""
        return self._sessions()

    def made(self, model: type[DeclarativeBase], number: int) -> Row:
        """The values that the project's own function makes for a row, if any."""
        make = self._makers.get(model)
        return {} if make is None else {**make(number)}

    async def is_taken(
        self, values: Values, drafted: Collection[Column[Any]], itself: Values
    ) -> bool:
        """Whether another row has the same values in a key or a unique constraint.

        Args:
            values: The values of a row, or of a part of it.
            drafted: The columns whose values could be others.
            itself: The key of the row, if it is stored.
        """
        asked: list[Exists] = []
        for group in unique_groups(*{column.table for column in values}):
            row = [values.get(column) for column in group]
            if None in row or {*drafted}.isdisjoint(group):
                continue
            if any([each.get(part) for part in group] == row for each in self.reserved):
                return True
            same = [column == values[column] for column in group]
            own = [
                each == itself[each] for each in itself if each.table is group[0].table
            ]
            asked.append(exists().where(*same, *([not_(and_(*own))] if own else [])))
        if not asked:
            return False
        async with self._sessions() as session:
            return any((await session.execute(select(*asked))).one())

    def number(self) -> int:
        """A number that no other value of the test uses."""
        return next(self._numbers)

    async def create(
        self,
        model: type[ModelT],
        values: Mapping[str, Any] | None = None,
        *,
        session: AsyncSession | None = None,
    ) -> ModelT:
        """Inserts a row.

        Args:
            values: Values of some of its attributes.
            session: Inserts without a commit; by default, one of its own commits.
        """
        if session is None:
            async with self._sessions() as session:
                created = await self.create(model, values, session=session)
                await session.commit()
            return created
        mapper: Mapper[ModelT] = inspect(model)
        known = await self._store(session, mapper, values or {})
        key = [known[str(column.key)] for column in mapper.primary_key]
        row = await session.get(model, tuple(key), options=[undefer("*")])
        if row is None:
            pytest.fail(f"The row is none of this class\n{advice(model.__name__)}")
        return row

    async def _store(
        self, session: AsyncSession, mapper: Mapper[Any], values: Mapping[str, Any]
    ) -> Row:
        """Inserts a row into the tables of a class; returns its columns' values."""
        columns = columns_of(mapper.class_)
        known = {str(columns[name].key): value for name, value in values.items()}
        if mapper.polymorphic_on is not None:
            known[str(mapper.polymorphic_on.key)] = mapper.polymorphic_identity
        for table in mapper.tables:
            known |= await self._insert(session, cast("Table", table), known)
        return known

    async def all(self, model: type[ModelT], *order: Any) -> list[ModelT]:
        """Every row, as another session sees it."""
        statement = select(model).options(undefer("*")).order_by(*order)
        async with self._sessions() as session:
            found = await session.scalars(statement)
            return list(found.unique())

    async def referred(
        self, key: ForeignKeyConstraint, known: Mapping[str, Any] | None = None
    ) -> Row:
        """A new row that a foreign key can refer to: values of the key's columns.

        Args:
            known: Those of them that are known.
        """
        async with self._sessions() as session:
            values = await self._refer(session, key, {**(known or {})})
            await session.commit()
        return values

    async def _insert(
        self,
        session: AsyncSession,
        table: Table,
        known: Row,
    ) -> Row:
        """Inserts into one table; values that are known are taken from there."""
        column, kind = self._kinds.get(table, (None, None))
        if column is not None and column.table is table:
            known = {column.key: kind} | known
        known = self._scope_in(table) | known
        values = {
            column.key: known[column.key]
            for column in table.columns
            if column.key in known
        }
        free: list[Column[Any]] = []
        for column in table.columns:
            if column.key in values or not needs_value(column):
                continue
            key = foreign_key(column)
            if column.nullable and is_filled_alike(column):
                # Its default stays free for the row of a request.
                values[column.key] = None
            elif key is None or _is_unset(key, values):
                free.append(column)
            else:
                values |= await self._refer(session, key, values)
        return await self._store_free(session, table, values, free)

    async def _store_free(
        self, session: AsyncSession, table: Table, known: Row, free: list[Column[Any]]
    ) -> Row:
        """Inserts a row, some of whose columns can have any value that is allowed."""
        refused: IntegrityError | None = None
        for attempt in range(TRIES):
            number = self.number()
            values = {
                **{
                    column.key: self._value(column, mixed(column.key, number, attempt))
                    for column in free
                },
                **self._made_in(table, number),
                **known,
            }
            met = {table.columns[name]: value for name, value in values.items()}
            if free and await self.is_taken(met, free, {}):
                continue
            await self._lead(session, table, met)
            # Of a column of JSON, None would become the document `null`.
            values = {
                column.key: null() if value is None and column.nullable else value
                for column, value in met.items()
            }
            statement = _Insert(table).values(values).returning(*table.columns)
            try:
                async with session.begin_nested():
                    row = (await session.execute(statement)).one()
            except IntegrityError as error:
                if not is_check(error):
                    raise
                refused = error
                if free:
                    continue
                break
            return dict(zip([each.key for each in table.columns], row, strict=True))
        if refused is None:
            pytest.skip(f"All values of {table} that it could have are in use")
        pytest.fail(f"{refused.orig}\n{advice(table.name)}", pytrace=False)

    def _value(self, column: Column[Any], number: int) -> Any:
        field = self._bounded.get(column)
        if field is None:
            return column_value(column, number)
        return in_column(field, sample(field, column.key, number, column), column)

    def _made_in(self, table: Table, number: int) -> Row:
        model = self._tables.get(table)
        if model is None:
            return {}
        columns = columns_of(model)
        made = self.made(model, number)
        return {
            str(columns[name].key): value
            for name, value in made.items()
            if columns[name].table is table
        }

    async def key_to(self, attribute: InstrumentedAttribute[Any]) -> object:
        """The value of an attribute of a new row, or of the only one of the user."""
        model: Any = attribute.class_
        await self.create_owners(model)
        async with self._sessions() as session:
            only = await self._only_row(session, inspect(model).local_table)
        if only:
            return only[attribute.property.columns[0].key]
        row = await self.create(model, self.scope_of(model))
        return getattr(row, attribute.key)

    async def _refer(
        self, session: AsyncSession, key: ForeignKeyConstraint, known: Row
    ) -> Row:
        """Inserts the row that a foreign key refers to, some of it known."""
        parts = {str(each.parent.key): str(each.column.key) for each in key.elements}
        given = {part: known[own] for own, part in parts.items() if own in known}
        whole = self._scope_in(key.referred_table) | given
        same = {part: whole[part] for part in parts.values() if part in whole}
        if len(same) == len(parts) and await self._has(
            session, key.referred_table, same
        ):
            return {own: same[part] for own, part in parts.items()}
        only = await self._only_row(session, key.referred_table)
        if only and {**only, **given} == only:
            return {own: only[part] for own, part in parts.items()}
        column, kind = self._kinds.get(key.table, (None, None))
        is_base = {*key.columns} == {*key.table.primary_key.columns}
        if column is not None and column.table is key.referred_table and is_base:
            given = {str(column.key): kind} | given
        row = await self._insert(session, key.referred_table, given)
        return {own: row[part] for own, part in parts.items()}

    async def _only_row(self, session: AsyncSession, table: Table) -> Row:
        """The user's row in a table in which no user has a second one."""
        scope = self._scope_in(table)
        columns = [table.columns[name] for name in scope]
        if not columns or not is_unique(*columns):
            return {}
        own = [column == scope[str(column.key)] for column in columns]
        found = (await session.execute(select(table).where(*own))).first()
        keys = [column.key for column in table.columns]
        return dict(zip(keys, found, strict=True)) if found else {}

    def _scope_in(self, table: Table) -> Row:
        """The values of a row that belongs to the user, by the columns of its table."""
        found: Row = {}
        for model in self._scopes:
            columns = columns_of(model)
            for name, value in self.scope_of(model).items():
                if columns[name].table is table:
                    found[columns[name].key] = value
        return found

    async def create_referred(
        self, model: type[DeclarativeBase], values: Mapping[str, Any]
    ) -> None:
        """Inserts what the foreign keys of a row lead to, if it is missing.

        Args:
            model: The mapped class that has the keys.
            values: Values of its attributes. Keys are left out that they lack.
        """
        known = {column: values.get(name) for name, column in columns_of(model).items()}
        async with self._sessions() as session:
            for table in cast("Sequence[Table]", inspect(model).tables):
                await self._lead(session, table, known)
            await session.commit()

    async def _lead(
        self, session: AsyncSession, table: Table, known: Mapping[Column[Any], Any]
    ) -> None:
        """Inserts what a row's foreign keys lead to."""
        for key in table.foreign_key_constraints:
            parts = {each.column: known.get(each.parent) for each in key.elements}
            is_itself = all(known.get(part) == parts[part] for part in parts)
            if is_itself or None in parts.values():
                continue
            row = {str(part.key): value for part, value in parts.items()}
            if not await self._has(session, key.referred_table, row):
                await self._insert(session, key.referred_table, row)

    async def _has(self, session: AsyncSession, table: Table, values: Row) -> bool:
        """Whether a table has a row with these values."""
        same = [table.columns[name] == value for name, value in values.items()]
        return (await session.execute(select(table).where(*same))).first() is not None


def mixed(name: str, number: int, attempt: int) -> int:
    """A number for one of the values of a row, at first that of the row.

    Where others have what it leads to, each value gets another one: often a small one,
    as a CHECK often wants it to be.
    """
    if attempt == 0:
        return number
    return Random(f"{name} {number}").randrange((4, 30, 1000)[attempt % 3])


def is_check(error: IntegrityError) -> bool:
    """Whether a CHECK refused a row."""
    return getattr(error.orig, "sqlstate", None) == "23514"


def advice(name: str) -> str:
    """What to do where rows cannot be made without help."""
    return (
        f"Name a function that makes values of a row of {name}, on its resource in the "
        "config: test_row_fn: 'shop.testing.make_shift'. It gets a number, and returns "
        "a dict."
    )


def needs_value(column: Column[Any]) -> bool:
    """Whether an INSERT that leaves the column out would fail, at the latest twice."""
    if is_filled_alike(column):
        return True
    generated = (
        column.default is not None
        or column.server_default is not None
        or column.computed is not None
        or column.identity is not None
        or column is column.table.autoincrement_column
    )
    return not (column.nullable or generated)


def foreign_key(column: Column[Any]) -> ForeignKeyConstraint | None:
    """The foreign key that a column belongs to. If there are several, the shortest."""
    keys = [each.constraint for each in column.foreign_keys if each.constraint]
    return min(keys, key=lambda each: (len(each.columns), str(each.name)), default=None)


def is_decided_by(key: ForeignKeyConstraint, model: type[DeclarativeBase]) -> bool:
    """Whether references by a foreign key are checked by the rules of a model alone.

    It refers to rows of the model, or of its subclasses. A subclass does not decide
    about a table that it shares with its superclass.
    """
    mapper: Mapper[Any] = inspect(model)
    return not mapper.single and any(
        each.local_table is key.referred_table and mapper.local_table in each.tables
        for each in mapper.self_and_descendants
    )


def _is_unset(key: ForeignKeyConstraint, values: Row) -> bool:
    """Whether a foreign key leads nowhere, because one of its columns is NULL."""
    return any(
        column.key in values and values[column.key] is None for column in key.columns
    )


def source_of(column: Column[Any]) -> Column[Any]:
    """The column at the end of its foreign keys, which may hold less."""
    passed = {column}
    while (key := foreign_key(column)) is not None:
        column = next(each.column for each in key.elements if each.parent is column)
        if column in passed:
            break
        passed.add(column)
    return column


def key_names(mapper: Mapper[Any]) -> list[str]:
    """The attributes of the primary key."""
    return [mapper.get_property_by_column(each).key for each in mapper.primary_key]


def key_columns(mapper: Mapper[Any], table: FromClause) -> list[Column[Any]]:
    """The columns of one of a class's tables that identify its rows.

    A mapping may name others than the primary key of its table, which may have none.
    """
    own: list[Any] = [each for each in mapper.primary_key if each.table is table]
    return own or [*cast("Table", table).primary_key]


def columns_of(model: type[DeclarativeBase]) -> dict[str, Column[Any]]:
    """The columns of a model by its attributes."""
    mapper: Mapper[Any] = inspect(model)
    return {
        attribute.key: column
        for attribute in mapper.column_attrs
        for column in attribute.columns
        if isinstance(column, Column)
    }
