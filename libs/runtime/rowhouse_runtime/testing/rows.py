"""Valid rows, made from what the mapping says of their columns."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, TypeVar, cast

from sqlalchemy import (
    Column,
    PrimaryKeyConstraint,
    Table,
    UniqueConstraint,
    insert,
    inspect,
    select,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import DeclarativeBase, Mapper, undefer

from .database import Sessions
from .samples import column_value

ModelT = TypeVar("ModelT", bound=DeclarativeBase)

Row = dict[str, Any]


class Rows:
    """Inserts rows, and the rows that they have to refer to."""

    def __init__(self, sessions: Sessions) -> None:
        """Takes what makes the sessions to insert with."""
        self._sessions = sessions
        self._numbers = count(1)

    def number(self) -> int:
        """A number that no other value of the test is made of."""
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
            model: The mapped class.
            values: Values of some of its attributes.
            session: Inserts without a commit; by default, one of its own commits.
        """
        if session is None:
            async with self._sessions() as session:
                created = await self.create(model, values, session=session)
                await session.commit()
            return created
        mapper: Mapper[ModelT] = inspect(model)
        columns = columns_of(model)
        known = {
            str(columns[name].key): value for name, value in (values or {}).items()
        }
        if mapper.polymorphic_on is not None:
            known[str(mapper.polymorphic_on.key)] = mapper.polymorphic_identity
        for table in mapper.tables:
            known |= await self._insert(session, cast("Table", table), known)
        key = [known[str(column.key)] for column in mapper.primary_key]
        return await session.get_one(model, tuple(key), options=[undefer("*")])

    async def create_many(
        self, model: type[ModelT], values: Sequence[Mapping[str, Any]]
    ) -> None:
        """Inserts rows that are all different, but refer to the same ones."""
        async with self._sessions() as session:
            referred: Row = {}
            shared: list[Column[Any]] = []
            for name, column in columns_of(model).items():
                if target(column) is None or not needs_value(column):
                    continue
                if not is_unique(*shared, column):
                    shared.append(column)
                    referred[name] = await self._value(session, column)
            for each in values:
                await self.create(model, referred | {**each}, session=session)
            await session.commit()

    async def all(self, model: type[ModelT], *order: Any) -> list[ModelT]:  # noqa: ANN401
        """Every row, as another session sees it."""
        statement = select(model).options(undefer("*")).order_by(*order)
        async with self._sessions() as session:
            found = await session.scalars(statement)
            return list(found.unique())

    async def referred(self, column: Column[Any]) -> object:
        """The key of a new row that a foreign key of the column can refer to."""
        async with self._sessions() as session:
            key = await self._value(session, column)
            await session.commit()
        return key

    async def _insert(self, session: AsyncSession, table: Table, known: Row) -> Row:
        """Inserts into one table; values that are known are taken from there."""
        values: Row = {}
        for column in table.columns:
            if column.key in known:
                values[column.key] = known[column.key]
            elif needs_value(column):
                values[column.key] = await self._value(session, column)
        statement = insert(table).values(values).returning(*table.columns)
        row = (await session.execute(statement)).one()
        keys = [column.key for column in table.columns]
        return dict(zip(keys, row, strict=True))

    async def _value(self, session: AsyncSession, column: Column[Any]) -> object:
        referred = target(column)
        if referred is None:
            return column_value(column, self.number())
        row = await self._insert(session, referred.table, {})
        return row[referred.key]


def needs_value(column: Column[Any]) -> bool:
    """Whether an INSERT that leaves the column out would fail."""
    generated = (
        column.default is not None
        or column.server_default is not None
        or column.computed is not None
        or column.identity is not None
        or column is column.table.autoincrement_column
    )
    return not (column.nullable or generated)


def target(column: Column[Any]) -> Column[Any] | None:
    """The column that a foreign key of this column refers to."""
    for key in column.foreign_keys:
        return key.column
    return None


def columns_of(model: type[DeclarativeBase]) -> dict[str, Column[Any]]:
    """The columns of a model by its attributes."""
    mapper: Mapper[Any] = inspect(model)
    return {
        attribute.key: column
        for attribute in mapper.column_attrs
        for column in attribute.columns
        if isinstance(column, Column)
    }


def is_unique(*columns: Column[Any]) -> bool:
    """Whether no two rows can have the same values there."""
    tables = {column.table for column in columns}
    groups = [
        *(
            constraint.columns
            for table in tables
            for constraint in table.constraints
            if isinstance(constraint, UniqueConstraint | PrimaryKeyConstraint)
        ),
        *(
            index.columns
            for table in tables
            for index in table.indexes
            if index.unique and index.dialect_options["postgresql"]["where"] is None
        ),
    ]
    return any(column.unique for column in columns) or any(
        {*group} <= {*columns} for group in groups if len(group) > 0
    )
