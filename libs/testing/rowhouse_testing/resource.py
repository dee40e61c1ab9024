"""A resource under test: its routes, its rows and its fields."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from dataclasses import field as with_factory
from datetime import date, datetime
from decimal import Decimal
from random import Random
from typing import Any
from urllib.parse import quote
from uuid import UUID

import pytest
from sqlalchemy import (
    CHAR,
    Boolean,
    Column,
    func,
    inspect,
    update,
)
from sqlalchemy.orm import DeclarativeBase, Mapper

from .api import Api
from .columns import is_settable
from .fields import Field
from .json_values import in_json
from .rows import (
    TRIES,
    columns_of,
    foreign_key,
    is_decided_by,
    key_columns,
    key_names,
    mixed,
)
from .samples import in_column, sample
from .unique import Values, is_unique
from .values import document_of
from .written import Written, rows_in

# Keys that are too large for the sequences of a test.
_FIRST_KEY = 20_000
# Keys that no row has, by the types of their columns.
_MISSING: dict[Any, str] = {
    UUID: "00000000-0000-0000-0000-000000000000",
    int: "0",
    date: "0001-01-01",
    datetime: "0001-01-01T00:00:00Z",
}

Json = dict[str, Any]


@dataclass(frozen=True)
class Resource:
    """The rows of one model, and the descriptions of their fields."""

    api: Api
    model: type[DeclarativeBase]
    path: str
    """The path of the collection: `/articles`."""
    fields: Mapping[str, Field]
    """The fields, by their names in JSON."""
    key: Sequence[str] = ("id",)
    """The attributes that identify a row in routes."""
    user_key: Sequence[str] = ()
    """The attributes of the key that come from the user instead of the path."""
    embedded: Mapping[str, Any] = with_factory(default_factory=dict[str, Any])
    """The related rows that answers embed, by name: an example of each."""
    related: Any = None
    """The `RelatedRows` of its module of relations, if it has one."""
    deleted_at: str | None = None
    """The attribute with the time of a soft delete."""

    def __post_init__(self) -> None:
        """Tells the row factory which rows are of which class."""
        self.api.rows.learn_kinds(self.model)

    def having(self, fields: Mapping[str, Field]) -> "Resource":
        """The same resource with other fields, because each operation has its own."""
        rest = {
            name: field for name, field in self.fields.items() if name not in fields
        }
        return replace(self, fields={**rest, **fields})

    def column(self, name: str) -> Column[Any] | None:
        """The column of a field."""
        return columns_of(self.model).get(self.attribute(name))

    def attribute(self, name: str) -> str:
        """The attribute of a field."""
        return self.fields[name].attribute or name

    def url(self, row: object, *rest: str) -> str:
        """The path of a row."""
        values = (in_json(getattr(row, name)) for name in self.key)
        key = (quote(str(value), safe="") for value in values)
        return "/".join([self.path, *key, *rest])

    @property
    def whole_key(self) -> list[str]:
        """The attributes that identify a row."""
        return [*self.user_key, *self.key]

    def key_of(self, row: object) -> tuple[Any, ...]:
        """The key of a row, in JSON."""
        return tuple(in_json(getattr(row, name)) for name in self.whole_key)

    @property
    def row_path(self) -> str:
        """The path of any row: `{}` stands for each column of the key."""
        return self.path + "/{}" * len(self.key)

    @property
    def nowhere(self) -> str:
        """The path of a missing row."""
        kinds = {self.attribute(name): each.base for name, each in self.fields.items()}
        key = (_MISSING.get(kinds[name], "missing") for name in self.key)
        return "/".join([self.path, *key])

    def value_of(self, row: object, name: str) -> Any:
        """The value of a field of a row, in JSON."""
        field = self.fields[name]
        stored = in_json(getattr(row, self.attribute(name)))
        return None if stored is None else field.dump(field.parse(stored))

    def answer(self, row: object, names: Iterable[str]) -> Json:
        """The fields of a row, in JSON."""
        return {name: self.value_of(row, name) for name in names}

    def plain(self, answer: Json) -> Json:
        """An answer without the related rows that it embeds."""
        return {
            name: value for name, value in answer.items() if name not in self.embedded
        }

    async def is_stored(self, row: object, name: str, value: Any) -> bool:
        """Whether a row has a value of the request."""
        field, column = self.fields[name], self.column(name)
        if isinstance(field, Written):
            return await field.is_stored(self, row, value)
        stored = in_json(getattr(row, self.attribute(name)))
        if column is not None and value is not None:
            held = self.as_set(name, in_column(field, value, column))
            value = in_json(held)
        if value is None or stored is None:
            return value is stored
        expected, found = field.parse(value), field.parse(stored)
        scale = getattr(column is not None and column.type, "scale", None)
        if field.base is Decimal and scale is not None:
            expected = round(expected, scale)
        if column is not None and isinstance(column.type, CHAR):
            # PostgreSQL appends blanks.
            expected = expected.ljust(column.type.length or 1)
        return bool(expected == found)

    async def value(self, name: str, known: Mapping[str, Any] | None = None) -> Any:
        """A new value of a field, in JSON, that fits other attributes of its row."""
        body = await self.body([name], known)
        return body[name]

    def kind(self, name: str) -> Any:
        """The fixed value of a field that determines the class of a row."""
        mapper: Mapper[Any] = inspect(self.model)
        tells = mapper.polymorphic_on is not None
        if tells and self.column(name) is mapper.polymorphic_on:
            return in_json(mapper.polymorphic_identity)
        return None

    def as_set(self, name: str, value: Any) -> Any:
        """What the model's `@validates` makes of a value.

        Raises:
            ValueError: It refuses the value.
        """
        attribute = self.attribute(name)
        mapper: Mapper[Any] = inspect(self.model)
        if attribute not in mapper.validators:
            return value
        row = mapper.class_manager.new_instance()
        try:
            setattr(row, attribute, value)
        except (AttributeError, LookupError, TypeError):
            # It looks at more than the value: the row of a request has more.
            return value
        except AssertionError as error:
            raise ValueError(*error.args) from error
        return getattr(row, attribute)

    async def body(
        self,
        names: Iterable[str],
        known: Mapping[str, Any] | None = None,
    ) -> Json:
        """A valid body with these fields. The rows that it refers to are created.

        Args:
            known: Other attributes of the row, with which its foreign keys lead to a
                row, and its CHECKs hold. Those that make it the user's are known.
        """
        await self.api.rows.create_owners(self.model)
        known = {**self.api.rows.scope_of(self.model), **(known or {})}
        body: Json = {}
        columns = {name: self.column(name) for name in names}
        free: dict[str, Column[Any] | None] = {}
        # A set, as a column is not compared with the None of a field without one.
        sent = {*columns.values()}
        for name, column in columns.items():
            key, field = (
                None if column is None else foreign_key(column),
                self.fields[name],
            )
            if name in body:
                continue
            if isinstance(field, Written):
                body[name] = await field.body(self)
                continue
            if self.kind(name) is not None:
                body[name] = self.kind(name)
                continue
            referred_to = self.fields[name].refers_to
            if referred_to is not None:
                body[name] = in_json(await self.api.rows.key_to(referred_to))
                continue
            if key is None:
                free[name] = column
                continue
            kept: Json = {}
            for attribute, own in columns_of(self.model).items():
                if own in sent or own not in key.columns.values():
                    continue
                if attribute in known:
                    kept[str(own.key)] = known[attribute]
            referred = await self.api.rows.referred(key, kept)
            for each, part in columns.items():
                if part is not None and part in key.columns.values():
                    body[each] = in_json(referred[str(part.key)])
        others = {
            column: known[name]
            for name, column in columns_of(self.model).items()
            if name in known and column not in sent
        }
        others |= {
            column: in_column(self.fields[name], body[name], column)
            for name, column in columns.items()
            if column is not None and name in body
        }
        itself = self._stored_key(known)

        def draft(number: int, attempt: int) -> Values:
            made = self.api.rows.made(self.model, number)
            drafted: dict[Column[Any], Any] = {}
            for name, column in free.items():
                own = mixed(name, number, attempt)
                body[name] = self._draft(name, column, own, made)
                if attempt > TRIES // 2 and self.is_nullable(name):
                    # No two NULLs are equal.
                    body[name] = None
                if column is not None:
                    value = in_column(self.fields[name], body[name], column)
                    drafted[column] = value
            return drafted

        await self._untaken(others, draft, itself)
        return {name: body[name] for name in columns}

    async def _untaken(
        self, known: Values, draft: Callable[[int, int], Values], itself: Values
    ) -> Values:
        """Values of a row that no other row has in a key or a unique constraint."""
        for attempt in range(TRIES):
            drafted = draft(self.api.rows.number(), attempt)
            values = {**drafted, **known}
            if not await self.api.rows.is_taken(values, drafted, itself):
                return values
        pytest.skip(
            f"All values of {self.model.__name__} that it could have are in use"
        )

    def _draft(
        self,
        name: str,
        column: Column[Any] | None,
        number: int,
        made: Mapping[str, Any],
    ) -> Any:
        """A value of a field, in JSON: first of all, what the project makes itself."""
        field, attribute = self.fields[name], self.attribute(name)
        if attribute in made:
            value = in_json(made[attribute])
            return None if value is None else field.dump(field.parse(value))
        if field.document is not None:
            example_of = self.api.runtime.example_of
            return document_of(field.document, number, example_of)
        return sample(field, name, number, column)

    def attributes_of(self, row: object) -> dict[str, Any]:
        """The values of a row by their attributes."""
        return {name: getattr(row, name) for name in columns_of(self.model)}

    def _stored_key(self, known: Mapping[str, Any]) -> dict[Column[Any], Any]:
        """The key of the row that has these values, in each of its tables."""
        mapper: Mapper[Any] = inspect(self.model)
        names = {
            column: mapper.get_property_by_column(column).key
            for table in mapper.tables
            for column in key_columns(mapper, table)
        }
        is_whole = known.keys() >= {*names.values()}
        return {each: known[names[each]] for each in names} if is_whole else {}

    def stands_alone(self, name: str) -> bool:
        """Whether the value of a field does not depend on the others."""
        column = self.column(name)
        key = None if column is None else foreign_key(column)
        return key is None or len(key.columns) == 1

    async def stored(self) -> dict[tuple[Any, ...], Any]:
        """All rows by their keys, as another session sees them; no deleted ones."""
        found = await self.api.rows.all(self.model)
        return {self.key_of(row): row for row in found if not self.is_deleted(row)}

    def is_deleted(self, row: object) -> bool:
        """Whether a row has been deleted softly."""
        return self.deleted_at is not None and getattr(row, self.deleted_at) is not None

    async def mark_deleted(self, row: object, attribute: str | None = None) -> None:
        """Sets the time of a row's deletion, as a soft delete does.

        Args:
            row: A row; of another model, with the attribute of that.
        """
        model = type(row)
        names = key_names(inspect(model, raiseerr=True))
        is_row = [getattr(model, name) == getattr(row, name) for name in names]
        time = {attribute or str(self.deleted_at): func.now()}
        async with self.api.rows.session() as session:
            await session.execute(update(model).where(*is_row).values(time))
            await session.commit()

    async def contents(self) -> list[dict[str, Any]]:
        """What is stored, column by column; several rows can have the same key."""
        found = await self.api.rows.all(self.model)
        return sorted(map(self.attributes_of, found), key=repr)

    async def everything(self) -> list[Any]:
        """The same, with the related rows that requests write."""
        owners = {
            each.stored_in: None
            for each in self.fields.values()
            if isinstance(each, Written)
        }
        return [
            await self.contents(),
            *[await rows_in(self.api, each) for each in owners],
        ]

    async def create_row(self, at: int = 0, nulls: Collection[str] = ()) -> Any:
        """Inserts a row that differs in all fields from those at other positions."""
        values = await self.row_values(at, nulls)
        return await self.api.rows.create(self.model, values)

    async def create_siblings(self, row: object) -> list[Any]:
        """Inserts rows whose keys differ from a row's in one of several columns each.

        A column that is unique by itself has no siblings.
        """
        columns = columns_of(self.model)
        made: list[Any] = []
        key = self.whole_key
        for name in key if len(key) > 1 else ():
            same = {each: getattr(row, each) for each in key if each != name}
            if any(is_unique(columns[each]) for each in same):
                continue
            values = await self.row_values(1)
            if values.get(name) == getattr(row, name):
                values = await self.row_values(2)
            if values.get(name) == getattr(row, name):
                # Its user's, in all rows: this is another user's.
                values[name] = await self.api.rows.other_value(self.model, name)
            await self.api.rows.create_referred(self.model, values | same)
            made.append(await self.api.rows.create(self.model, values | same))
        return made

    async def create_several(
        self, count: int, nulls: Collection[str] = ()
    ) -> list[Any]:
        """Inserts different rows: one, and as many more as there can be.

        Args:
            nulls: The fields that are NULL in the second one.
        """
        rows = [await self.create_row()]
        # A unique column may have few values.
        with suppress(pytest.skip.Exception):
            for at in range(1, count):
                rows.append(await self.create_row(at, nulls if at == 1 else ()))
        return rows

    async def create_three(self) -> tuple[Any, list[Any]]:
        """Inserts three different rows, or fewer if there can be no more.

        Returns:
            The one whose key is between the others', and the others.
        """
        rows = await self.create_several(3)
        rows.sort(key=lambda row: [getattr(row, name) for name in self.key])
        return rows.pop(len(rows) // 2), rows

    async def create_rows(self, names: Collection[str]) -> list[Any]:
        """Inserts rows that have every fixed value of the named fields, and NULLs."""
        choices = [len(self.fields[name].enum) for name in names]
        nullable = [name for name in names if self.is_nullable(name)]
        before = await self.stored()
        made = await self.create_several(max(3, *choices, 0), nullable)
        # Rows that refer to others of their kind have brought them along.
        after = await self.stored()
        known = {*before, *map(self.key_of, made)}
        return [*made, *(row for key, row in after.items() if key not in known)]

    @property
    def own_references(self) -> list[str]:
        """The fields that refer to rows of the same kind, and may be NULL."""
        tables = inspect(self.model).tables
        keys = {
            name: foreign_key(column)
            for name in self.fields
            if (column := self.column(name)) is not None and column.nullable
        }
        return [
            name for name, key in keys.items() if key and key.referred_table in tables
        ]

    def is_nullable(self, name: str) -> bool:
        """Whether the field can be NULL in rows, and null in responses."""
        column = self.column(name)
        return (
            column is not None and bool(column.nullable) and self.fields[name].nullable
        )

    async def row_values(
        self,
        at: int,
        nulls: Collection[str] = (),
        known: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Values for a row's attributes.

        Args:
            at: Its position; a row differs in all fields from those at others.
            nulls: The fields that are NULL.
            known: Attributes that are known.
        """
        known = known or {}
        values: dict[str, Any] = {}
        free: dict[str, Column[Any]] = {}
        for name, field in self.fields.items():
            column = self.column(name)
            attribute = self.attribute(name)
            if column is None or not is_settable(column):
                continue
            if attribute == self.deleted_at:
                continue
            if name in nulls:
                values[attribute] = None
            elif self.kind(name) is not None:
                values[attribute] = in_column(field, self.kind(name), column)
            elif foreign_key(column) is not None:
                if column.nullable and attribute not in values:
                    values |= await self._referred(column, known)
            elif attribute not in known:
                free[name] = column
        values |= {**await self.api.rows.stamps_of(self.model), **known}
        columns = columns_of(self.model)
        own = {columns[name]: value for name, value in values.items()}

        def draft(number: int, attempt: int) -> Values:
            made = self.api.rows.made(self.model, number)
            drafted: dict[Column[Any], Any] = {}
            for name, column in free.items():
                each = mixed(name, number, attempt)
                place = at if attempt == 0 else each
                drafted[column] = self._row_value(name, column, place, each, made)
            return drafted

        met = await self._untaken(own, draft, self._stored_key(known))
        names = {column: name for name, column in columns.items()}
        return {names[column]: value for column, value in met.items()}

    def _row_value(
        self,
        name: str,
        column: Column[Any],
        at: int,
        number: int,
        made: Mapping[str, Any],
    ) -> Any:
        field, attribute = self.fields[name], self.attribute(name)
        if attribute in made:
            return made[attribute]
        if field.enum:
            return in_column(field, field.enum[at % len(field.enum)], column)
        if isinstance(column.type, Boolean):
            return at % 2 == 0
        if attribute in self.key:
            return self.key_value(name, column)
        return in_column(field, self._draft(name, column, number, made), column)

    async def several_values(
        self, count: int, known: Mapping[str, Any] | None = None
    ) -> list[dict[str, Any]]:
        """Values for several rows, to be inserted later; some may be known."""
        several: list[dict[str, Any]] = []
        for at in range(count):
            several.append(await self.row_values(at, known=known))
            self.api.rows.reserve(self.model, several[-1])
        return several

    async def create_many(self, count: int) -> int:
        """Inserts different rows that refer to the same ones, where they can.

        Returns:
            How many there are then, with those that they have brought along.
        """
        columns, rows = columns_of(self.model), self.api.rows
        first = await self.create_row()
        shared: dict[str, Any] = {}
        owned = [*rows.scope_of(self.model)]
        for name, column in columns.items():
            same = (columns[each] for each in (*owned, *shared, name))
            if foreign_key(column) is not None and not is_unique(*same):
                shared[name] = getattr(first, name)
        several = await self.several_values(count - 1, shared)
        async with rows.session() as session:
            for values in several:
                await rows.create(self.model, values, session=session)
            await session.commit()
        return len(await self.stored())

    async def _referred(
        self, column: Column[Any], known: Mapping[str, Any]
    ) -> dict[str, Any]:
        """Values of the attributes of a column's foreign key, some of them known."""
        key = foreign_key(column)
        if key is None:
            return {}
        names = {
            name: str(each.key)
            for name, each in columns_of(self.model).items()
            if each in key.columns.values()
        }
        kept = {names[name]: known[name] for name in names.keys() & known.keys()}
        if len(kept) == len(names) or None in kept.values():
            return {}
        row = await self.api.rows.referred(key, kept)
        return {name: row[names[name]] for name in names}

    async def references_to(self, model: type[DeclarativeBase]) -> dict[str, Any]:
        """Attributes that make a row refer to new rows of a model.

        Neither its key nor what makes it the user's is among them.
        """
        columns, scope = columns_of(self.model), self.api.rows.scope_of(self.model)
        values: dict[str, Any] = {}
        for name, column in columns.items():
            key = foreign_key(column)
            if key is None or not is_decided_by(key, model):
                continue
            names = {
                each: str(part.key)
                for each, part in columns.items()
                if part in key.columns.values()
            }
            if name in {*values, *scope} or any(
                part.primary_key for part in key.columns
            ):
                continue
            kept = {names[each]: scope[each] for each in names.keys() & scope.keys()}
            row = await self.api.rows.referred(key, kept)
            values |= {each: row[names[each]] for each in names.keys() - scope.keys()}
        return values

    def key_value(self, name: str, column: Column[Any]) -> Any:
        """A new value for a key column. Keys are not in the order of creation."""
        field = self.fields[name]
        number = _FIRST_KEY + self.api.rows.number()
        if field.base is int and not {"le", "lt"} & field.limits.keys():
            # Within the smallest integer type, in mixed order.
            return _FIRST_KEY + number * 7 % 10_007
        if field.base is UUID:
            mixed = Random(number).getrandbits(128)
            return in_column(field, str(UUID(int=mixed)), column)
        return in_column(field, sample(field, name, number, column), column)
