"""Valid rows and request bodies, made from what the mapping says of its columns."""

from itertools import count
from typing import Any, TypeVar, cast

from pydantic import BaseModel
from pydantic_core import to_jsonable_python
from sqlalchemy import Column, Enum, Table, insert, inspect
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import DeclarativeBase, Mapper

from .database import Sessions
from .samples import column_value, field_value, fixed_value

ModelT = TypeVar("ModelT", bound=DeclarativeBase)

Row = dict[str, Any]


class Rows:
    """Inserts rows, and makes the bodies of requests that would."""

    def __init__(self, sessions: Sessions) -> None:
        """Takes what makes the sessions to insert with."""
        self._sessions = sessions
        self._numbers = count(1)

    async def create(
        self,
        model: type[ModelT],
        response: type[BaseModel] | None = None,
    ) -> ModelT:
        """Inserts a row, and the rows that it has to refer to.

        Args:
            model: The mapped class.
            response: A schema that the row has to fit: the columns do not tell which
                texts an API knows.
        """
        mapper: Mapper[ModelT] = inspect(model)
        async with self._sessions() as session:
            known: Row = {} if response is None else _known_values(model, response)
            if mapper.polymorphic_on is not None:
                known[str(mapper.polymorphic_on.key)] = mapper.polymorphic_identity
            for table in mapper.tables:
                known |= await self._insert(session, cast("Table", table), known)
            key = [known[str(column.key)] for column in mapper.primary_key]
            instance = await session.get_one(model, tuple(key))
            await session.commit()
        return instance

    async def body(
        self,
        request: type[BaseModel],
        model: type[DeclarativeBase] | None = None,
        *,
        complete: bool = False,
    ) -> dict[str, Any]:
        """Makes a valid body of a request, with the rows that it refers to.

        Args:
            request: The schema of the body.
            model: The mapped class that is written, if one is.
            complete: Whether to send the fields too that may be left out.
        """
        columns = _columns_by_attribute(model)
        values: dict[str, Any] = {}
        async with self._sessions() as session:
            for name, field in request.model_fields.items():
                if not (field.is_required() or complete):
                    continue
                column = columns.get(name)
                target = None if column is None else _target(column)
                if target is not None:
                    value = await self._referred(session, target)
                else:
                    value = field_value(field, name, next(self._numbers), column)
                values[field.alias or name] = value
            await session.commit()
        body: dict[str, Any] = to_jsonable_python(values, bytes_mode="base64")
        return body

    async def _insert(self, session: AsyncSession, table: Table, known: Row) -> Row:
        """Inserts into one table; values that are known are taken from there."""
        values: Row = {}
        for column in table.columns:
            if column.key in known:
                values[column.key] = known[column.key]
            elif _needs_value(column):
                values[column.key] = await self._value(session, column)
        statement = insert(table).values(values).returning(*table.columns)
        row = (await session.execute(statement)).one()
        keys = [column.key for column in table.columns]
        return dict(zip(keys, row, strict=True))

    async def _value(self, session: AsyncSession, column: Column[Any]) -> object:
        target = _target(column)
        if target is None:
            return column_value(column, next(self._numbers))
        return await self._referred(session, target)

    async def _referred(self, session: AsyncSession, target: Column[Any]) -> object:
        """The key of a new row that a foreign key can refer to."""
        row = await self._insert(session, target.table, {})
        return row[target.key]


def _known_values(model: type[DeclarativeBase], response: type[BaseModel]) -> Row:
    """The values of the columns whose fields are of fixed values."""
    columns = _columns_by_attribute(model)
    values = {
        columns[name]: fixed_value(field)
        for name, field in response.model_fields.items()
        if name in columns and not isinstance(columns[name].type, Enum)
    }
    return {
        str(column.key): value for column, value in values.items() if value is not None
    }


def _needs_value(column: Column[Any]) -> bool:
    """Whether an INSERT that leaves the column out would fail."""
    generated = (
        column.default is not None
        or column.server_default is not None
        or column.computed is not None
        or column.identity is not None
        or column is column.table.autoincrement_column
    )
    return not (column.nullable or generated)


def _target(column: Column[Any]) -> Column[Any] | None:
    """The column that a foreign key of this column refers to."""
    for key in column.foreign_keys:
        return key.column
    return None


def _columns_by_attribute(
    model: type[DeclarativeBase] | None,
) -> dict[str, Column[Any]]:
    if model is None:
        return {}
    mapper: Mapper[Any] = inspect(model)
    return {
        attribute.key: column
        for attribute in mapper.column_attrs
        for column in attribute.columns
        if isinstance(column, Column)
    }
