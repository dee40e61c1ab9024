"""References to rows: foreign keys that lead to rows which a user cannot see."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, cast

from pydantic import BaseModel
from sqlalchemy import (
    ColumnElement,
    Exists,
    ForeignKeyConstraint,
    FromClause,
    Null,
    Table,
    and_,
    func,
    inspect,
    literal,
    or_,
    select,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import (
    InstrumentedAttribute,
    Mapper,
    PassiveFlag,
    RelationshipDirection,
    object_mapper,
)
from sqlalchemy.orm.attributes import get_history

from .database_errors import DEFERRED_REFERENCE, no_such_row
from .errors import ConflictError, conflict
from .permissions import is_row
from .relations import key_parameters, key_table

Visible = Mapping[type[Any], Callable[[], ColumnElement[bool]]]
"""By model, a function that builds the condition for the rows that a user can see."""


class LockedRows:
    """Rows that can be deleted softly, for which a foreign key does nothing.

    A reference locks the row that it leads to, as a foreign key locks a row that could
    be deleted: until it is stored, the row cannot be.
    """

    def __init__(self, visible: Callable[[], ColumnElement[bool]]) -> None:
        """Takes the function that builds the condition for those that are visible."""
        self._visible = visible

    def __call__(self) -> ColumnElement[bool]:
        """The condition."""
        return self._visible()


Reference = tuple[ForeignKeyConstraint, list[str], Mapper[Any]]
"""A foreign key, the names of its attributes, and the mapper of what it refers to."""


async def check_references(
    db: AsyncSession,
    row: object,
    visible: Visible,
    *,
    own: Collection[str] = (),
    former: Mapping[str, Any] | None = None,
) -> None:
    """Rejects references to rows that the user cannot see, like those to missing rows.

    It comes before the flush: a foreign key of the database would be checked first, and
    tell by its order, or by waiting for a lock, that there is a row.

    Args:
        row: A mapped instance, new or changed, that is not flushed yet.
        own: The attributes that hooks have decided about, and no request.
        former: Of a row that project code has had: its attributes before; none, if it
            is new. What that code has written, by a flush or by its own SQL, is read
            from the database.

    Raises:
        HTTPException: 409, which says what the foreign key itself would have said.
        ValueError: It is a hook that refers to no row that the user sees.
    """
    references = _references(object_mapper(row), tuple(visible))
    if not references:
        return
    state = inspect(row, raiseerr=True)
    with db.no_autoflush:
        stored: dict[str, Any] | None = {}
        if former is not None and state.has_identity:
            stored = await _stored(db, row, references)
        if stored is None:
            return
        related = await _related(db, row)
        for constraint, names, referred in references:
            is_new = any(name in related or is_changed(row, name) for name in names)
            if former is None and not is_new:
                continue
            versions: list[list[Any]] = []
            if stored and not is_new:
                versions.append([stored[name] for name in names])
            if not state.detached:
                versions.append(await _to_be_stored(db, row, names, related))
            passed = [[former[name] for name in names]] if former else []
            for values in versions:
                if None in values or values in passed:
                    continue
                passed.append(values)
                if await _is_itself(db, row, constraint, values):
                    continue
                pairs = zip(constraint.elements, values, strict=True)
                keys = [key.column == value for key, value in pairs]
                if await db.scalar(select(_is_seen(referred, keys, visible))):
                    continue
                if own and {*names} <= {*own}:
                    msg = f"A hook set {names} to the key of no row that the user sees"
                    raise ValueError(msg)
                if not is_new and await _has_policies(db, constraint.table):
                    raise no_such_row()
                raise _refusal(constraint)


async def check_new_references(
    db: AsyncSession,
    rows: Sequence[object],
    visible: Visible,
    *,
    field: str,
    own: Collection[str] = (),
) -> None:
    """The same for new rows of one model, with one statement for each foreign key.

    Args:
        db: The session, which does not have the rows yet.
        field: The field of the request that has them.
        own: The attributes that no request has decided about.

    Raises:
        HTTPException: 409, which says what the foreign key itself would have said.
    """
    for reference in _references(object_mapper(rows[0]), tuple(visible)):
        constraint, names, _ = reference
        if {*names} <= {*own}:
            continue
        if await _are_seen(db, rows, reference, visible):
            continue
        refusal = _refusal(constraint)
        for index, row in enumerate(rows):
            if not await _are_seen(db, [row], reference, visible):
                refusal.fields = [f"{field}.{index}.{name}" for name in names]
                break
        raise refusal


async def check_params(
    db: AsyncSession,
    body: BaseModel,
    references: Mapping[str, InstrumentedAttribute[Any]],
    visible: Visible | None = None,
) -> None:
    """Rejects parameters of an action that refer to rows which the user cannot see.

    Args:
        references: By parameter, the attribute of the row that it refers to.

    Raises:
        HTTPException: 409, as for a foreign key.
    """
    for name, attribute in references.items():
        value = getattr(body, name)
        if value is None:
            continue
        mapper = attribute.parent.mapper
        is_referred = attribute.property.columns[0] == value
        if not await db.scalar(select(_is_seen(mapper, [is_referred], visible or {}))):
            raise no_such_row([name])


async def are_seen(db: AsyncSession, rows: Sequence[object], visible: Visible) -> bool:
    """Whether a user sees all that new and changed rows of one model refer to.

    It is one statement for each foreign key. Rows that refer to themselves, or to each
    other, do not see each other yet: `check_references` decides about one row.
    """
    references = _references(object_mapper(rows[0]), tuple(visible))
    with db.no_autoflush:
        for reference in references:
            if not await _are_seen(db, rows, reference, visible):
                return False
    return True


async def _are_seen(
    db: AsyncSession, rows: Sequence[object], reference: Reference, visible: Visible
) -> bool:
    constraint, names, referred = reference
    columns = [each.column for each in constraint.elements]
    of = key_table(*columns)
    values: list[tuple[Any, ...]] = []
    for row in rows:
        related = await _related(db, row)
        if any(name in related or is_changed(row, name) for name in names):
            values.append(tuple(await _to_be_stored(db, row, names, related)))
    parameters = key_parameters(
        of, [key for (key,) in values] if len(names) == 1 else values
    )
    if parameters is None:
        return True
    keys = [each == of.c[each.key] for each in columns]
    lacking = select(literal(1)).select_from(of)
    lacking = lacking.where(~_is_seen(referred, keys, visible)).limit(1)
    return await db.scalar(lacking, parameters) is None


async def _is_itself(
    db: AsyncSession,
    row: object,
    constraint: ForeignKeyConstraint,
    values: Sequence[Any],
) -> bool:
    """Whether a row refers to itself: a new one is not there yet to be seen.

    So does the key that joins the tables of one row, in joined-table inheritance.
    """
    mapper = object_mapper(row)
    if constraint.referred_table not in mapper.tables:
        return False
    referred = [each.column for each in constraint.elements]
    names = [mapper.get_property_by_column(column).key for column in referred]
    own = await loaded_values(db, row, names)
    return [own[name] for name in names] == [*values]


async def _stored(
    db: AsyncSession, row: object, references: Sequence[Reference]
) -> dict[str, Any] | None:
    """The references as the database has them; None, if the row has been deleted.

    Project code may have changed them by SQL that the session knows nothing of.
    """
    model = type(row)
    attributes = [*dict.fromkeys(name for _, names, _ in references for name in names)]
    columns = [getattr(model, name) for name in attributes]
    statement = select(*columns).where(*is_row(row))
    found = (await db.execute(statement)).one_or_none()
    return None if found is None else dict(zip(attributes, found, strict=True))


async def _to_be_stored(
    db: AsyncSession, row: object, names: Sequence[str], related: Mapping[str, Any]
) -> list[Any]:
    """The values of a reference as a flush will store them."""
    own = [name for name in names if name not in related]
    values = {**related, **await loaded_values(db, row, own)}
    return [values[name] for name in names]


async def _related(db: AsyncSession, row: object) -> dict[str, Any]:
    """The attributes that a flush will set, because relationships have changed.

    A new row has no key yet, and cannot be a hidden one.
    """
    found: dict[str, Any] = {}
    mapper = object_mapper(row)
    for each in mapper.relationships:
        is_reference = each.direction is RelationshipDirection.MANYTOONE
        if not is_reference or each.viewonly or not is_changed(row, each.key):
            continue
        other = getattr(row, each.key)
        state = None if other is None else inspect(other, raiseerr=True)
        for column, referred in each.local_remote_pairs:
            value: object = None
            if state and state.has_identity:
                name = state.mapper.get_property_by_column(referred).key
                if name in state.unloaded:
                    await db.refresh(other, [name])
                value = getattr(other, name)
            found[mapper.get_property_by_column(column).key] = value
    return found


def references_of(row: object) -> set[str]:
    """The attributes of a row that are parts of foreign keys."""
    mapper = object_mapper(row)
    return {name for each in _foreign_keys(mapper) for name in _names_of(each, mapper)}


async def loaded_values(
    db: AsyncSession, row: object, names: Collection[str]
) -> dict[str, Any]:
    """Attributes of a row, None where it is to be NULL. Those not loaded are read."""
    state = inspect(row, raiseerr=True)
    unloaded = state.unloaded.intersection(names) if state.persistent else ()
    if unloaded:
        with db.no_autoflush:
            await db.refresh(row, unloaded)
    values = {name: getattr(row, name) for name in names}
    return {
        name: None if isinstance(value, Null) else value
        for name, value in values.items()
    }


def is_changed(row: object, name: str) -> bool:
    """Whether an attribute has another value than its row, or the row is new."""
    history = get_history(row, name, PassiveFlag.PASSIVE_NO_INITIALIZE)
    return history.has_changes()


@cache
def _references(mapper: Mapper[Any], models: tuple[type[Any], ...]) -> list[Reference]:
    """The foreign keys to rows of which a user may not see all."""
    return [
        (constraint, _names_of(constraint, mapper), referred)
        for constraint in _foreign_keys(mapper)
        if (referred := _mapper_of(constraint.referred_table, models)) is not None
    ]


def _names_of(constraint: ForeignKeyConstraint, mapper: Mapper[Any]) -> list[str]:
    """The attributes for the columns of a foreign key."""
    return [mapper.get_property_by_column(column).key for column in constraint.columns]


@cache
def _foreign_keys(mapper: Mapper[Any]) -> list[ForeignKeyConstraint]:
    """Sorts them, so that the order is always the same."""
    constraints = [
        constraint
        for table in cast("Iterable[Table]", mapper.tables)
        for constraint in table.foreign_key_constraints
    ]
    return sorted(constraints, key=lambda each: [*each.column_keys])


def _mapper_of(table: Table, models: Collection[type[Any]]) -> Mapper[Any] | None:
    """The mapper of all rows of a table, if a model is of its family."""
    for model in models:
        own: Mapper[Any] = inspect(model)
        for mapper in own.base_mapper.self_and_descendants:
            if mapper.local_table is table:
                return mapper
    return None


def _is_seen(
    referred: Mapper[Any], keys: Sequence[ColumnElement[bool]], visible: Visible
) -> ColumnElement[bool]:
    """Whether a user may refer to a row.

    The conditions of its own model decide, or else those of the nearest superclass.
    Without either, they may be those of subclasses: a row of one is hidden unless it is
    visible as such, and other rows are open to all.
    """

    def rows(
        entity: type[Any] | FromClause, *conditions: ColumnElement[bool]
    ) -> Exists:
        found = select(literal(1)).select_from(entity).where(*conditions, *keys)
        if isinstance(entity, type) and isinstance(visible.get(entity), LockedRows):
            found = found.with_for_update(read=True, key_share=True)
        return found.exists()

    table = referred.local_table
    for each in referred.iterate_to_root():
        if each.class_ in visible and each.local_table in referred.tables:
            return rows(referred.class_, visible[each.class_]())
    models = [
        each.class_
        for each in referred.self_and_descendants
        if each.class_ in visible and table in each.tables
    ]
    seen = (rows(model, visible[model]()) for model in models)
    others = (~rows(model) for model in models)
    return or_(and_(rows(table), *others), *seen)


async def _has_policies(db: AsyncSession, table: Table) -> bool:
    """Whether policies of the database hold for a table.

    PostgreSQL then does not name the columns of a reference to a missing row.
    """
    name = db.get_bind().dialect.identifier_preparer.format_table(table)
    statement = select(func.row_security_active(func.to_regclass(name)))
    return bool(await db.scalar(statement))


def _refusal(constraint: ForeignKeyConstraint) -> ConflictError:
    """The error for a foreign key that refers to a missing row."""
    if str(constraint.initially).upper() == "DEFERRED":
        return conflict(DEFERRED_REFERENCE, "reference")
    return no_such_row([column.name for column in constraint.columns])
