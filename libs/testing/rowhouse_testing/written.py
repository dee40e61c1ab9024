"""The fields of requests that write related rows, and checks of what they write."""

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from httpx2 import Response
from sqlalchemy import ColumnElement, Table, inspect, literal_column, select
from sqlalchemy.exc import IntegrityError

from .api import Api
from .edges import refused
from .fields import Field
from .json_values import in_json
from .related_rows import Relation, is_equal
from .rows import columns_of, foreign_key, is_decided_by
from .samples import example

if TYPE_CHECKING:
    from .resource import Json, Resource

Refused = list[tuple[Any, str | None]]
Send = Callable[["Json"], Awaitable[Response]]

# The first of the keys that no row has, within the smallest integer type.
NO_KEY = 31_000


class Written(Field):
    """A field that writes related rows."""

    relation: Relation
    """How they belong to the row."""
    stored_in: Any
    """The model or the table of what is written."""

    @abstractmethod
    async def body(self, resource: "Resource") -> list[Any]:
        """A valid value: of several rows, if there can be."""

    @abstractmethod
    async def is_stored(
        self, resource: "Resource", row: object, value: Sequence[Any]
    ) -> bool:
        """Whether a row has these related rows, and no others."""

    @abstractmethod
    async def refused(self, resource: "Resource") -> Refused:
        """Values that no request may have, with the type of the error if it tells."""


class NewRows(Written):
    """Rows that a request makes with the one that they refer to."""

    def __init__(
        self,
        model: type[Any],
        via: Mapping[str, str],
        fields: Mapping[str, Field],
        *,
        least: int = 0,
        most: int,
        ruled: bool = False,
    ) -> None:
        """Describes the rows.

        Args:
            via: The attributes of the other row, and those that refer to them.
            fields: The fields of each row.
            least: How many rows a request has at least.
            most: How many it has at most.
            ruled: Whether rules say which rows a user may make.
        """
        super().__init__(list[Any])
        self.relation = Relation("", model, via, limit=most)
        self.stored_in = model
        self.fields = fields
        self.least = least
        self.most = most
        self.ruled = ruled

    def _of(self, resource: "Resource") -> "Resource":
        """The rows as a resource."""
        model = self.relation.model
        return replace(resource, model=model, fields=self.fields, key=(), user_key=())

    async def body(self, resource: "Resource", count: int = 0) -> list["Json"]:
        """Valid rows: by default two, if there can be so many."""
        count = count or max(self.least, min(2, self.most))
        rows = self._of(resource)
        return [await rows.body(self.fields) for _ in range(count)]

    async def is_stored(
        self, resource: "Resource", row: object, value: Sequence["Json"]
    ) -> bool:
        """Whether a row has these rows, which are the user's, and no others."""
        rows = self._of(resource)
        found = await resource.related.of(self.relation, row, hidden=True)
        scope = resource.api.rows.scope_of(self.relation.model)
        for sent in value:
            for each in found:
                fields = [await rows.is_stored(each, *pair) for pair in sent.items()]
                own = [getattr(each, name) == scope[name] for name in scope]
                if all([*fields, *own]):
                    found.remove(each)
                    break
            else:
                return False
        return not found

    async def refused(self, resource: "Resource") -> Refused:
        """Values that no request may have, with the type of the error if it tells."""
        rows = await self.body(resource, max(self.least, 1))
        wrong = {**rows[0], "no_such_field": 1}
        values: Refused = [(None, None), ({}, None)]
        # As many as there may be are wrong by themselves alone.
        sizes = {max(self.least, 1), self.most}
        values += [([wrong] * size, "extra_forbidden") for size in sizes]
        values += [([wrong] * (self.least - 1), "too_short")] if self.least else []
        values += [(rows[:1] * (self.most + 1), "too_long")]
        return values + [
            ([*rows[:-1], {**rows[-1], name: value}], kind)
            for name, field in self.fields.items()
            for value, kind in refused(field)
        ]

    def leads_to(self, resource: "Resource", model: type[Any]) -> bool:
        """Whether a row may refer to a hidden one of a model."""
        columns = map(self._of(resource).column, self.fields)
        keys = (foreign_key(each) for each in columns if each is not None)
        return any(key is not None and is_decided_by(key, model) for key in keys)


class Links(Written):
    """The keys of the rows that a request links with another one."""

    def __init__(
        self,
        type: Any,  # noqa: A002
        model: type[Any],
        via: Mapping[str, str],
        through: Any,
        to: Mapping[str, str],
        *,
        most: int,
    ) -> None:
        """Describes the links.

        Args:
            type: A list of keys.
            model: The mapped class of the rows.
            via: The attributes of the other row, and the columns of the table between.
            through: The table between, or its model.
            to: The column of the table between, and that of the linked row.
            most: How many keys a request has at most.
        """
        super().__init__(type)
        self.relation = Relation("", model, via, limit=most, through=through, to=to)
        self.stored_in = through
        self.most = most
        [self.key] = to.values()

    async def body(self, resource: "Resource") -> list[Any]:
        """The keys of new rows."""
        rows = [
            await resource.api.rows.create(self.relation.model)
            for _ in range(min(2, self.most))
        ]
        return [*map(self.key_of, rows)]

    async def is_stored(
        self, resource: "Resource", row: object, value: Sequence[Any]
    ) -> bool:
        """Whether a row is linked with these rows, and with no others."""
        found = await resource.related.of(self.relation, row, hidden=True)
        keys = map(self.key_of, found)
        return sorted(keys, key=repr) == sorted(value, key=repr)

    def key_of(self, row: object) -> Any:
        """The key of a row as a request has it."""
        return in_json(getattr(row, self.key))

    def absent(self, count: int) -> list[Any]:
        """Keys that no row has."""
        item = self.item or Field(int)
        return [example(item, NO_KEY + number) for number in range(count)]

    async def refused(self, resource: "Resource") -> Refused:
        """Values that no request may have, with the type of the error if it tells."""
        [key] = (await self.body(resource))[:1]
        twice = [([key, key], None)] if self.most > 1 else []
        return [(None, None), ([{}], None), *twice, (self.absent(self.most + 1), None)]

    async def of(self, resource: "Resource", row: object) -> dict[Any, tuple[Any, ...]]:
        """By key, the rows between, with the transaction that has written each."""
        owner, [name] = self.stored_in, self.relation.to
        own = {to: getattr(row, each) for each, to in self.relation.via.items()}
        columns = (
            cast("Table", owner).c if isinstance(owner, Table) else columns_of(owner)
        )
        written: ColumnElement[str] = literal_column("xmin::text")
        rows = select(columns[name], written, *columns.values())
        async with resource.api.rows.session() as db:
            found = await db.execute(rows.where(is_equal(owner, own)))
            return {in_json(each[0]): tuple(each) for each in found}


async def rows_in(api: Api, owner: Any) -> list[tuple[Any, ...]]:
    """The rows of a table, or those of a model."""
    tables: Any = [owner] if isinstance(owner, Table) else inspect(owner).tables
    async with api.rows.session() as db:
        found = [each for table in tables for each in await db.execute(select(table))]
    return sorted(map(tuple, found), key=repr)


async def check_refused_rows(
    resource: "Resource", send: Send, name: str, rest: "Json"
) -> None:
    """Sends related rows that a user cannot make or link: nothing is written.

    Args:
        rest: The other fields of the body.
    """
    field = resource.fields[name]
    api, related = resource.api, resource.related
    bodies: list[tuple[Any, int]] = []
    if isinstance(field, Links):
        bodies.append((field.absent(field.most), 409))
        hidden = related.hidden.get(field.relation.model)
        if hidden is not None:
            keys = await field.body(resource)
            rows = await api.rows.all(field.relation.model)
            hidden += [
                each for each in rows if in_json(getattr(each, field.key)) in keys[-1:]
            ]
            bodies.append((keys, 409))
    elif isinstance(field, NewRows) and field.ruled:
        bodies.append((await field.body(resource), 403))
    for value, status in bodies:
        before = await resource.everything()
        # A link makes no row, and the request may have to make others.
        with related.refusing() if status == 403 else nullcontext():
            answered = await send({**rest, name: value})
        assert answered.status_code == status, answered.text
        assert await resource.everything() == before, f"{name} is written in part"


async def check_replaced(
    resource: "Resource", send: Send, name: str, row: Any, other: Any
) -> None:
    """Replaces the links of a row that the user sees, and no others.

    Args:
        other: Another one, which is linked with the same rows.
    """
    field, related = resource.fields[name], resource.related
    assert isinstance(field, Links)
    assert (await send({name: []})).is_success
    made = await related.add(field.relation, row, 4)
    # There may be one link to each.
    with suppress(IntegrityError):
        await related.link(field.relation, other, made[0])
    before, others = await field.of(resource, row), await field.of(resource, other)
    seen = {
        in_json(getattr(each, field.key))
        for each in await related.of(field.relation, row)
    }
    [new] = (await field.body(resource))[:1]
    kept = [field.key_of(made[1])][: field.most - 1]
    for keys in ([new, *kept], []):
        changed = await send({name: keys})
        assert changed.is_success, changed.text
        after = await field.of(resource, row)
        assert after.keys() == {*keys} | (before.keys() - seen), "links that are hidden"
        same = before.keys() & after.keys()
        assert all(after[key] == before[key] for key in same), "a link is written anew"
        unsent = await send({})
        assert unsent.is_success, unsent.text
        assert await field.of(resource, row) == after, "links are changed unasked"
        assert await field.of(resource, other) == others, "another row has lost a link"
