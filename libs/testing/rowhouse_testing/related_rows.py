"""Creates related rows, hides some of them, and finds those of one row."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import partial
from pkgutil import resolve_name
from sys import modules
from typing import Any, cast

from sqlalchemy import (
    ColumnElement,
    Table,
    and_,
    false,
    insert,
    inspect,
    not_,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapper, undefer

from .api import Api
from .columns import is_settable
from .opening import replace_rule
from .rows import columns_of, foreign_key, key_columns, key_names, source_of
from .samples import column_value
from .unique import is_unique


@dataclass(frozen=True)
class Relation:
    """The rows that belong to a row."""

    name: str
    model: type[Any]
    via: Mapping[str, str]
    """The row's attributes, and those of the related one or of the table between."""
    fields: "Sequence[str | Relation]" = ()
    """What is shown of them."""
    _: KW_ONLY
    order: Sequence[str] = ()
    limit: int | None = None
    """How many rows a list has at most. None: there is one row."""
    more: str | None = None
    through: Any = None
    """The model or the table between."""
    to: Mapping[str, str] = field(default_factory=dict[str, str])
    """The columns of the table between, and those of the related row."""
    counts: bool = False

    def order_by(self) -> list[ColumnElement[Any]]:
        """The terms of its order."""
        return [
            getattr(self.model, each[1:]).desc()
            if each.startswith("-")
            else getattr(self.model, each)
            for each in self.order
        ]


def open_made(api: Api, module: str) -> list[bool]:
    """Lets everybody make related rows, for tests that are not about their rules.

    Args:
        module: The dotted name of the module that writes related rows.

    Returns:
        Whether everybody may: the last one counts.
    """
    may = [True]
    add_rows = vars(modules[module]).get("add_rows")
    if add_rows is not None:
        check = modules[add_rows.__module__].check_rows

        async def check_rows(db: object, rows: object, _: object) -> None:
            await check(db, rows, true() if may[-1] else false())

        api.monkeypatch.setattr(modules[add_rows.__module__], "check_rows", check_rows)
    return may


class RelatedRows:
    """The related rows of a test."""

    def __init__(self, api: Api, module: str, rules: Mapping[str, Any]) -> None:
        """Replaces the access rules of related rows: all are visible, until some hide.

        Args:
            module: The dotted name of the module that asks the rules.
            rules: By dotted path, the rules and the models of their rows.
        """
        self.api = api
        self.hidden: dict[Any, list[Any]] = {model: [] for model in rules.values()}
        for path, model in rules.items():
            rule = resolve_name(path)
            replace_rule(api, module, rule, partial(self._shown, rule, model))
        self._may = open_made(api, module)

    def _shown(
        self, rule: Callable[..., object], model: Any, *user: object
    ) -> ColumnElement[bool]:
        # It has to be given the user, too.
        rule(*user)
        return self.visible(model)

    @contextmanager
    def refusing(self) -> Generator[None]:
        """Meanwhile, no rule allows to make rows with another one."""
        self._may.append(False)
        try:
            yield
        finally:
            self._may.pop()

    def visible(self, model: Any) -> ColumnElement[bool]:
        """The rows of a model that are not hidden."""
        hidden = (is_equal(model, _key(row)) for row in self.hidden.get(model, ()))
        return not_(or_(false(), *hidden))

    async def of(
        self, relation: Relation, row: Any, *, hidden: bool = False
    ) -> list[Any]:
        """The visible rows that belong to one row, in order, and perhaps the hidden."""
        model, between = relation.model, relation.through
        own = {to: getattr(row, name) for name, to in relation.via.items()}
        if None in own.values():
            return []
        async with self.api.rows.session() as db:
            if between is None:
                joins = is_equal(model, own)
            else:
                links = select(*(_column(between, name) for name in relation.to))
                visible = self.visible(between)
                found = await db.execute(links.where(is_equal(between, own), visible))
                names = relation.to.values()
                ends = (dict(zip(names, each, strict=True)) for each in found)
                joins = or_(false(), *(is_equal(model, each) for each in ends))
            rows = select(model).where(joins, true() if hidden else self.visible(model))
            rows = rows.order_by(*relation.order_by()).options(undefer("*"))
            return [*await db.scalars(rows)]

    async def add(
        self,
        relation: Relation,
        row: Any,
        count: int,
        *,
        hide: bool = False,
        anew: bool = False,
    ) -> list[Any]:
        """Creates rows that belong to a row: one at least, and more if there can be.

        Of several, the last one is hidden, and that which leads to the one before.

        Args:
            hide: Hides all of them, and one more by the row between.
            anew: Creates the one to which the row refers, even if there is one.
        """
        model, rows = relation.model, self.api.rows
        own = {name: getattr(row, name) for name in relation.via}
        columns = columns_of(_model(row))
        refers = relation.limit is None and any(
            columns[name].foreign_keys and not columns[name].primary_key for name in own
        )
        if relation.through is not None:
            apart = hide and relation.through in self.hidden
            made = await self._make(model, {}, count + apart)
            links = [await self.link(relation, row, each) for each in made]
            if relation.through in self.hidden:
                unseen = links[count:] if hide else links[2:][-2:-1]
                self.hidden[relation.through] += unseen
        elif refers and (hide or anew or None in own.values()):
            # Not the one to which others may refer, too.
            made = [await rows.create(model)]
            one = {name: getattr(made[0], to) for name, to in relation.via.items()}
            await self._set(row, one)
        else:
            values = {to: own[name] for name, to in relation.via.items()}
            # Of one row, there may be no second.
            is_one = relation.limit is None
            made = await self.of(relation, row, hidden=True) if is_one else []
            made = made or await self._make(model, values, count)
        if relation.through is None:
            own = {to: getattr(row, name) for name, to in relation.via.items()}
            await self._add_twins(model, own)
        if model in self.hidden:
            self.hidden[model] += made[:count] if hide else made[2:][-1:]
        return made

    async def fill(self, row: Any, name: str) -> None:
        """Gives a row a value, where it has NULL."""
        if getattr(row, name) is None:
            column = source_of(columns_of(_model(row))[name])
            with suppress(IntegrityError):
                value = column_value(column, self.api.rows.number())
                await self._set(row, {name: value})

    async def _make(
        self, model: Any, values: Mapping[str, Any], count: int
    ) -> list[Any]:
        """Creates rows that refer to the same ones, where they can: that is faster."""
        columns, rows = columns_of(model), self.api.rows
        made = [await rows.create(model, values)]
        shared = dict(values)
        for name, column in columns.items():
            same = [columns[each] for each in shared]
            if foreign_key(column) is not None and not is_unique(column, *same):
                shared[name] = getattr(made[0], name)
        with suppress(IntegrityError):  # There may be no second one.
            while len(made) < count:
                made.append(await rows.create(model, shared))
        return made

    async def _add_twins(self, model: Any, values: Mapping[str, Any]) -> None:
        """Creates rows that have only one of several columns of a key in common."""
        columns, rows = columns_of(model), self.api.rows
        for name, value in values.items() if len(values) > 1 else ():
            twin, key = {name: value}, foreign_key(columns[name])
            if key is not None:
                part = str(columns[name].key)
                known = await rows.referred(key, {part: value})
                twin = {each: known[str(columns[each].key)] for each in values}
            with suppress(IntegrityError):
                await rows.create(model, twin)

    async def link(self, relation: Relation, row: Any, related: Any) -> Any:
        """Links two rows; returns the one between, if it has a model."""
        values = {to: getattr(row, name) for name, to in relation.via.items()}
        values |= {name: getattr(related, to) for name, to in relation.to.items()}
        between: Any = relation.through
        if not isinstance(between, Table):
            return await self.api.rows.create(between, values)
        async with self.api.rows.session() as db:
            await db.execute(insert(cast("Any", between)).values(values))
            await db.commit()
        return None

    async def mix(self, relation: Relation, row: Any) -> None:
        """Gives related rows another order than their keys have, with ties in it."""
        key = key_names(_mapper(relation.model))
        columns = columns_of(relation.model)
        rows = await self.of(replace(relation, order=key), row)
        names = [each.removeprefix("-") for each in relation.order]
        terms = [
            each for each in names if each not in key and not columns[each].foreign_keys
        ]
        for at, name in enumerate(terms):
            column = columns[name]
            # Half of the rows that are tied by one term are tied by the next one, too.
            size = 0 if is_unique(column) else len(terms) - at
            ranks = [place >> size ^ 1 for place in range(len(rows))]
            values = [
                column_value(column, self.api.rows.number())
                for _ in range(max(ranks, default=0) + 1)
            ]
            for each, rank in zip(rows, ranks, strict=True):
                with suppress(IntegrityError):
                    await self._set(each, {name: values[rank]})

    async def store_again(self, rows: Iterable[Any]) -> None:
        """Stores rows as they are, in another order."""
        for each in rows:
            model = _model(each)
            table = _mapper(model).local_table
            same = (
                name
                for name, column in columns_of(model).items()
                if column.table is table and is_settable(column)
            )
            await self._set(each, {name: getattr(each, name) for name in [*same][:1]})

    async def _set(self, row: Any, values: Mapping[str, Any]) -> None:
        columns, mapper = columns_of(_model(row)), _mapper(_model(row))
        stored = {columns[name]: value for name, value in values.items()}
        table = next(iter(stored)).table
        keys = zip(key_columns(mapper, table), _key(row).values(), strict=True)
        same = [column == value for column, value in keys]
        async with self.api.rows.session() as db:
            await db.execute(update(table).where(*same).values(stored))
            await db.commit()
        for name, value in values.items():
            setattr(row, name, value)


def _model(row: object) -> Any:
    return type(row)


def _mapper(model: Any) -> Mapper[Any]:
    mapper: Mapper[Any] = inspect(model)
    return mapper


def _key(row: Any) -> dict[str, Any]:
    names = key_names(_mapper(_model(row)))
    return {name: getattr(row, name) for name in names}


def is_equal(owner: Any, values: Mapping[str, Any]) -> ColumnElement[bool]:
    """Whether the attributes of a model, or the columns of a table, have values."""
    return and_(true(), *(_column(owner, name) == values[name] for name in values))


def _column(owner: Any, name: str) -> Any:
    columns: Any = cast("Any", owner).c if isinstance(owner, Table) else owner
    return getattr(columns, name)
