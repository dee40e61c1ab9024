"""Creates, changes and deletes several rows of a model: all of them, or none."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, cast

from fastapi import HTTPException, status
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from pydantic_core import to_jsonable_python
from sqlalchemy import Column, ColumnElement, Select, and_, inspect
from sqlalchemy.exc import StatementError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from .access import check_kept
from .bulk_requests import check_keys, naming
from .database_errors import is_unknown_value, may_succeed_again
from .errors import conflict
from .handlers import check_stamped, former_values
from .hooks import check_values, flush_row
from .permissions import forbid_unless
from .queries import lock_for_delete, lock_for_update, select_for
from .references import Visible, are_seen, check_references, is_changed
from .relations import key_parameters, key_table
from .responses import check_reachable
from .routing import DATABASE_ERRORS
from .rows import build_row, change_row, delete_rows, values_of
from .soft_deletes import DeletedAt, soft_delete_rows
from .versions import check_version

Batch = list[tuple[int, Any]]
"""Operations of one kind, with their positions in the request."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """What holds of the operations of one kind, as of a request for each."""

    allowed: bool = True
    """Whether the user may use them at all."""
    may: ColumnElement[bool] | None = None
    """What must hold of a row that is changed or deleted."""
    after: ColumnElement[bool] | None = None
    """What must hold of a row that has been written."""
    before_write: Callable[..., Awaitable[None]] | None = None
    """Hooks, called with the values of a request, the row, or both."""
    after_write: Callable[[Any], Awaitable[None]] | None = None
    """Hooks, called with the row."""


@dataclass(frozen=True, kw_only=True)
class Bulk:
    """What the operations of a request have in common."""

    db: AsyncSession
    rows: Select[Any]
    """The rows that the user sees."""
    schema: type[BaseModel]
    """What the response shows of a row."""
    key: Sequence[str] = ("id",)
    """The attributes of the key."""
    create: Rules = field(default_factory=Rules)
    update: Rules = field(default_factory=Rules)
    delete: Rules = field(default_factory=Rules)
    stamp: Mapping[str, Any] | None = None
    """The values of a new row that are not the request's to say."""
    owned: Collection[str] = ()
    """The attributes that say whose a row is, which nothing changes."""
    visible: Visible = field(default_factory=dict[type[Any], Any])
    """The rows that the user sees, by model."""
    deleted_at: DeletedAt | None = None
    """The models whose rows are deleted softly, if this one is among them."""
    version: str | None = None
    """The attribute with the version of a row."""
    version_required: bool = False
    """Whether operations have to say which version they are about."""

    @property
    def _model(self) -> type[Any]:
        model: type[Any] = self.rows.column_descriptions[0]["entity"]
        return model

    async def run(self, operations: Sequence[Any]) -> list[Any]:
        """Runs operations in their order. The session has to be committed afterwards.

        Returns:
            The row of each; None for one that is deleted.

        Raises:
            HTTPException: What the operation alone would raise. It says which it is.
            RequestValidationError: 422.
        """
        check_keys(operations)
        rows: list[Any] = []
        for kind, batch in groupby(enumerate(operations), lambda each: each[1].op):
            rows += await self._run(kind, [*batch])
        return rows

    async def _run(self, kind: str, batch: Batch) -> list[Any]:
        """Runs neighbours of one kind together, and by halves if that fails.

        Together, they take as many statements as one; one alone is known to be the
        refused one. Rows with hooks are written one by one.
        """
        rules: Rules = getattr(self, kind)
        write = {"create": self._create, "update": self._update}.get(kind, self._delete)
        if len(batch) == 1:
            [(index, operation)] = batch
            with naming(index, operation):
                forbid_unless(rules.allowed)
                return await write([operation])
        is_hooked = rules.before_write is not None or rules.after_write is not None
        if rules.allowed and not is_hooked:
            try:
                async with self.db.begin_nested():
                    return await write([each for _, each in batch])
            except (HTTPException, RequestValidationError, *DATABASE_ERRORS) as error:
                if may_succeed_again(error):
                    raise
        middle = len(batch) // 2
        rows = await self._run(kind, batch[:middle])
        return rows + await self._run(kind, batch[middle:])

    async def _create(self, operations: Sequence[Any]) -> list[Any]:
        model = self._model
        hooks = self.create.before_write
        own: Collection[str] = ()
        rows: list[Any] = []
        for operation in operations:
            values: Any = operation.values
            if hooks is not None:
                values = values_of(values)
                await hooks(values)
                own = check_values(values, operation.values, model, self.owned)
            rows.append(build_row(model, values, self.stamp))
        # Rows that set the same columns are one INSERT if they follow each other.
        alike: dict[frozenset[str], list[Any]] = {}
        for row in rows:
            columns = frozenset(inspect(row, raiseerr=True).dict)
            alike.setdefault(columns, []).append(row)
        self.db.add_all(row for each in alike.values() for row in each)
        await self._write(rows, self.create, own)
        for row in rows:
            key = (getattr(row, name) for name in self.key)
            check_reachable(*(str(to_jsonable_python(each)) for each in key))
        return rows

    async def _update(self, operations: Sequence[Any]) -> list[Any]:
        hooks = self.update.before_write
        own: Collection[str] = ()
        former: dict[str, Any] | None = None
        rows = await self._find(operations, self.update)
        for row, operation in zip(rows, operations, strict=True):
            values: Any = operation.values
            if hooks is not None:
                former = await former_values(self.db, row, *self.owned)
                values = values_of(values)
                await hooks(values, row)
                own = check_values(values, operation.values, self._model, self.owned)
                if self.owned:
                    await check_stamped(self.db, row, former, *self.owned)
            change_row(row, values)
            key = (name for name in self.key if is_changed(row, name))
            check_reachable(*(getattr(row, name) for name in key))
            check_kept(row, *self.owned)
        await self._write(rows, self.update, own, former)
        return rows

    async def _delete(self, operations: Sequence[Any]) -> list[Any]:
        before, after = self.delete.before_write, self.delete.after_write
        rows = await self._find(operations, self.delete)
        for row in rows:
            if before is not None:
                await before(row)
        if self.deleted_at is None:
            await delete_rows(self.db, rows)
        else:
            await soft_delete_rows(self.db, rows, self.deleted_at)
        for row in rows:
            if after is not None:
                await after(row)
        return [None] * len(rows)

    async def _find(self, operations: Sequence[Any], rules: Rules) -> list[Any]:
        """Locks the rows of some keys, always in the same order."""
        (key,) = self.key
        column: InstrumentedAttribute[Any] = getattr(self._model, key)
        of = key_table(column)
        pk: ColumnElement[Any] = of.c[column.key]
        lock = lock_for_delete if rules is self.delete else lock_for_update
        sent = self.rows.join(of, column == pk).order_by(column)
        may = rules.may
        asked = () if may is None else (may.label(None),)
        parameters = key_parameters(of, [each.pk for each in operations])
        locked = lock(sent).add_columns(pk, *asked)
        try:
            result = (await self.db.execute(locked, parameters)).unique().all()
        except StatementError as error:
            if is_unknown_value(error):
                # A value that the column cannot hold matches no row.
                raise HTTPException(status.HTTP_404_NOT_FOUND, "Not found") from error
            raise
        found = {each[1]: each for each in result}
        if len(found) < len(operations):
            if may is not None:
                # Policies of the database keep locks from rows that one may not change.
                forbid_unless((await self.db.execute(sent, parameters)).first() is None)
            raise HTTPException(status.HTTP_404_NOT_FOUND, "Not found")
        for operation in operations:
            row, _, *may_use = found[operation.pk]
            forbid_unless(all(each is True for each in may_use))
            if self.version is not None:
                check_version(
                    getattr(row, self.version),
                    _header(operation.if_match),
                    required=self.version_required,
                )
        return [found[each.pk][0] for each in operations]

    async def _write(
        self,
        rows: Sequence[Any],
        rules: Rules,
        own: Collection[str],
        former: Mapping[str, Any] | None = None,
    ) -> None:
        """Stores rows, and reads them back. Those with hooks come one by one."""
        db, visible = self.db, self.visible
        row, is_one = rows[0], len(rows) == 1
        if is_one:
            await check_references(db, row, visible, own=own, former=former)
            await flush_row(db, row, own=own)
        else:
            if not await are_seen(db, rows, visible):
                raise conflict()
            await db.flush()
        written: Mapping[str, Any] | None = None
        if rules.after_write is not None:
            await db.refresh(row)
            written = await former_values(db, row)
            await rules.after_write(row)
            await db.flush()
        await _refresh_rows(db, rows, self.schema, rules.after)
        if written is not None:
            await check_references(db, row, visible, former=written)


async def _refresh_rows(
    db: AsyncSession,
    rows: Sequence[object],
    schema: type[BaseModel],
    may: ColumnElement[bool] | None,
) -> None:
    """Reads rows back like `refresh_row`, in one statement."""
    states = [inspect(row, raiseerr=True) for row in rows]
    key = cast("tuple[Column[Any], ...]", states[0].mapper.primary_key)
    of = key_table(*key)
    is_row = [column == of.c[column.key] for column in key]
    again = select_for(type(rows[0]), schema).join(of, and_(*is_row))
    again = again.execution_options(populate_existing=True)
    stored = [state.identity or () for state in states]
    parts = (part for identity in stored for part in identity)
    parameters = key_parameters(of, stored if len(key) > 1 else parts)
    asked = () if may is None else (may.label(None),)
    found = (await db.execute(again.add_columns(*asked), parameters)).unique().all()
    if len(found) < len(rows):
        raise conflict()
    forbid_unless(all(each is True for _, *allowed in found for each in allowed))


def _header(if_match: str | None) -> str | None:
    """A version as the header `If-Match` has it: with quotes."""
    if if_match is None or if_match == "*" or '"' in if_match:
        return if_match
    return f'"{if_match}"'
