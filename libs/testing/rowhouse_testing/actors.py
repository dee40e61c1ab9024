"""Users of every kind, and the rows that they access."""

import dataclasses
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

from httpx2 import AsyncClient
from pydantic import BaseModel
from sqlalchemy import Boolean, Column, ColumnElement, false, inspect, true
from sqlalchemy import Enum as EnumType
from sqlalchemy.orm import Mapper

from .json_values import in_json
from .resource import Resource
from .rows import columns_of, foreign_key, source_of
from .samples import column_value, enum_members

NOBODY = "nobody"
Row = Mapping[str, Any]


class Other:
    """A value of a column that is not one of several."""

    def __init__(self, *values: object) -> None:
        """Sets the excluded values; `Own` excludes those of all users."""
        self.values = values

    def __repr__(self) -> str:
        """Returns its notation."""
        return f"Other{self.values!r}"


@dataclass(frozen=True)
class Another:
    """The attribute of another user: a value that the field can have."""

    field: str


@dataclass(frozen=True)
class Own:
    """The attribute of the user who sends the request."""

    attribute: str


Users = Mapping[str, Row]
"""By name, the attributes that differ from those of the user of the test."""


class Unfit(Exception):  # noqa: N818
    """The case does not exist, because a column cannot have its value."""


@dataclass(frozen=True)
class Actors:
    """The users who access the rows of the test's user."""

    resource: Resource
    users: Mapping[str, Any]
    stamps: Mapping[str, Row]
    """By user, the attributes of their rows that differ from the test user's."""

    @classmethod
    async def of(cls, resource: Resource, kinds: Users) -> "Actors":
        """Creates the users."""
        user, rows, model = resource.api.user, resource.api.rows, resource.model
        made: dict[str, Any] = {}
        stamps: dict[str, Row] = {NOBODY: {}}
        for name, attributes in kinds.items():
            values = dict(attributes)
            for attribute, value in attributes.items():
                while isinstance(value, Another) and values[attribute] in {
                    value,
                    getattr(user, attribute),
                }:
                    values[attribute] = await rows.other_value(model, value.field)
            made[name] = changed_user(user, values)
            stamps[name] = {
                value.field: values[attribute]
                for attribute, value in attributes.items()
                if isinstance(value, Another)
            }
            await rows.create_referred(model, {**rows.scope_of(model), **stamps[name]})
        return cls(resource, made, stamps)

    def client(self, name: str) -> AsyncClient:
        """The client of a user."""
        api = self.resource.api
        if name == NOBODY:
            return api.anonymous
        api.log_in(self.users[name])
        return api.client

    def decide(self, name: str, cells: Row) -> Row:
        """Replaces the functions of rules in a case by what the case has them return.

        They have to be called with the user who comes.

        Returns:
            The other cells: those of columns.
        """
        for path in cells:
            if "." in path:
                self._replace(path, self.users.get(name), cells[path] is True)
        return self.columns(cells)

    def columns(self, cells: Row) -> Row:
        """The cells of a case that are those of columns."""
        return {field: cell for field, cell in cells.items() if "." not in field}

    def _replace(self, path: str, user: object, allows: bool) -> None:
        module, _, name = path.rpartition(".")
        function = vars(sys.modules[module])[name]
        function = getattr(function, "__wrapped__", function)

        @wraps(function)
        def decided(given: object) -> ColumnElement[bool]:
            assert given is user, f"{path} is called with another user"
            return true() if allows else false()

        self.resource.api.monkeypatch.setattr(sys.modules[module], name, decided)

    async def row(self, values: Row) -> Any:
        """Creates a row for a user to access, with these values."""
        # Only this row, without the rows that it refers to.
        nulls = self.resource.own_references
        values = await self.resource.row_values(1, nulls, values)
        return await self.resource.api.rows.create(self.resource.model, values)

    async def values(
        self, name: str, cells: Row, known: Row | None = None
    ) -> dict[str, Any]:
        """The values of attributes, in Python. The rows that they refer to are created.

        Args:
            known: The other attributes of the row. Default: those that make it one of
                the test's user.

        Raises:
            Unfit: A column cannot hold one.
        """
        rows, model = self.resource.api.rows, self.resource.model
        columns = columns_of(model)
        values = {
            field: await self._value(name, field, columns[field], cell)
            for field, cell in cells.items()
        }
        others = rows.scope_of(model) if known is None else known
        await rows.create_referred(model, {**others, **values})
        return values

    async def _value(
        self, name: str, field: str, column: Column[Any], cell: object
    ) -> object:
        rows = self.resource.api.rows
        if isinstance(cell, Own):
            user = self.users.get(name, self.resource.api.user)
            value = getattr(user, cell.attribute)
            if value is None and not column.nullable:
                raise Unfit(column)
            return value
        if isinstance(cell, Other) and field in rows.scope_of(self.resource.model):
            # Whose a row is; what keys of several columns lead to then, is made later.
            return await rows.other_value(self.resource.model, field)
        if isinstance(cell, Other):
            return await self._other(column, cell)
        if cell is None and not column.nullable:
            raise Unfit(column)
        return in_enum(column, cell)

    async def _other(self, column: Column[Any], other: Other) -> object:
        rows, key = self.resource.api.rows, foreign_key(column)
        keys = [each.constraint for each in column.foreign_keys if each.constraint]
        if len(keys) > 1 and any(len(each.elements) > 1 for each in keys):
            # The other columns of those keys would have to change with it.
            raise Unfit(column)
        if key is not None and len(key.elements) == 1:
            return await rows.other_key(key, column)
        excluded = [value for each in other.values for value in self._excluded(each)]

        def is_other(value: object) -> bool:
            return value not in excluded and in_json(value) not in excluded

        found = [*filter(is_other, _candidates(column, rows.number()))]
        if not found:
            raise Unfit(column)
        return found[0]

    def _excluded(self, value: object) -> list[object]:
        if not isinstance(value, Own):
            return [value]
        return [getattr(user, value.attribute) for user in self.users.values()]


def _candidates(column: Column[Any], number: int) -> Sequence[Any]:
    """Values that a column can hold: all of them if they are few."""
    if isinstance(column.type, EnumType):
        return enum_members(column.type)
    if isinstance(column.type, Boolean):
        return [True, False]
    return [column_value(source_of(column), number)]


def in_enum(column: Column[Any], value: Any) -> Any:
    """A value as its column holds it: of an enum, the member."""
    if (
        isinstance(column.type, EnumType)
        and column.type.enum_class
        and value is not None
    ):
        return column.type.enum_class(value)
    return value


def changed_user(user: Any, values: Row) -> Any:
    """A user with other attributes: a dataclass, a Pydantic model or a mapped row."""
    if isinstance(user, BaseModel):
        return user.model_copy(update=dict(values))
    if dataclasses.is_dataclass(user) and not isinstance(user, type):
        return dataclasses.replace(user, **values)
    mapper: Mapper[Any] = inspect(type(user))
    own = {each.key: getattr(user, each.key) for each in mapper.column_attrs}
    made = type(user)()
    for name, value in {**own, **values}.items():
        setattr(made, name, value)
    return made
