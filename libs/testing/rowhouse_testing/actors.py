"""Users of every kind, and the rows that they access."""

import dataclasses
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import pytest
from httpx2 import AsyncClient
from pydantic import BaseModel
from sqlalchemy import Boolean, Column, ColumnElement, false, inspect, true
from sqlalchemy import Enum as EnumType
from sqlalchemy.orm import Mapper

from .json_values import in_json
from .listener import watch
from .resource import Resource
from .rows import columns_of, foreign_key, source_of
from .samples import column_value, enum_members
from .unique import unique_groups

ANONYMOUS = "anonymous"
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
    made: list[Any] = field(default_factory=list[Any])
    """The rows of earlier cases."""

    @classmethod
    async def of(cls, resource: Resource, kinds: Users) -> "Actors":
        """Creates the users."""
        user, rows, model = resource.api.user, resource.api.rows, resource.model
        made: dict[str, Any] = {}
        stamps: dict[str, Row] = {ANONYMOUS: {}}
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
        if name == ANONYMOUS:
            watch(api, api.anonymous, None)
            return api.anonymous
        watch(api, api.client, self.users[name])
        if api.current_user is not None:
            user = self.users[name]
            overrides = api.app.dependency_overrides
            api.monkeypatch.setitem(overrides, api.current_user, lambda: user)
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
        await self.clear(values)
        # Only this row, without the rows that it refers to.
        nulls = self.resource.own_references
        try:
            values = await self.resource.row_values(1, nulls, values)
        except pytest.skip.Exception:
            # A unique column has few values, which rows of earlier cases have.
            for row in self.made:
                await self.resource.remove(row)
            values = await self.resource.row_values(1, nulls, values)
        row = await self.resource.api.rows.create(self.resource.model, values)
        self.made.append(row)
        return row

    async def clear(self, values: Row, changed: Row | None = None) -> None:
        """Deletes the rows of earlier cases that conflict with these values.

        Args:
            values: Attributes of a row.
            changed: Those of them that a stored row is about to get. None: all.
        """
        rows, model = self.resource.api.rows, self.resource.model
        mapper: Mapper[Any] = inspect(model)
        names = {column: each for each, column in columns_of(model).items()}
        fixed = {**rows.scope_of(model), **values}
        for group in unique_groups(*mapper.tables):
            key = [names[each] for each in group if names.get(each) in fixed]
            is_new = changed is None or not changed.keys().isdisjoint(key)
            if is_new and len(key) == len(group):
                await rows.delete(model, {each: fixed[each] for each in key})

    def key_of(self, values: Row) -> Row:
        """The primary key among the values of a row."""
        mapper: Mapper[Any] = inspect(self.resource.model)
        key = [mapper.get_property_by_column(each).key for each in mapper.primary_key]
        return {name: values[name] for name in key}

    async def values(
        self, name: str, cells: Row, known: Row | None = None
    ) -> dict[str, Any]:
        """The values of attributes, in Python. The rows that they refer to are created.

        Args:
            name: The user.
            cells: The attributes.
            known: The other attributes of the row. Default: those that make it one of
                the test's user.

        Raises:
            Unfit: A column cannot hold one.
        """
        rows, model = self.resource.api.rows, self.resource.model
        columns = columns_of(model)
        values = {
            field: await self._value(name, columns[field], cell)
            for field, cell in cells.items()
        }
        others = rows.scope_of(model) if known is None else known
        await rows.create_referred(model, {**others, **values})
        return values

    async def _value(self, name: str, column: Column[Any], cell: object) -> object:
        rows = self.resource.api.rows
        if isinstance(cell, Own):
            value = getattr(self.users[name], cell.attribute)
            if value is None and not column.nullable:
                raise Unfit(column)
            await rows.ensure(column, value)
            return value
        if isinstance(cell, Other):
            return await self._other(column, cell)
        if cell is None and not column.nullable:
            raise Unfit(column)
        value = in_enum(column, cell)
        await rows.ensure(column, value)
        return value

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


def body_of(resource: Resource, values: Row) -> dict[str, Any]:
    """The values of attributes as a request has them, by their keys in JSON."""
    # An attribute may have another key in each operation: that of this one is the last.
    keys = {resource.attribute(key): key for key in resource.fields}
    return {keys[name]: in_json(value) for name, value in values.items()}


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
