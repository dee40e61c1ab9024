"""Checks the values that hooks have changed, before they are stored."""

import re
from collections.abc import Collection
from decimal import Decimal
from typing import Any, cast

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from sqlalchemy import CheckConstraint, ClauseElement, Column, Enum, Table, inspect
from sqlalchemy.exc import StatementError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapper, object_mapper

from .columns import is_settable
from .database_errors import refusal_of
from .errors import BODY
from .rows import value_of, values_of


class HookError(ValueError):
    """A hook set an invalid value: a defect of the API, not of the request."""


def check_values(
    values: dict[str, Any],
    body: BaseModel,
    model: type[Any],
    stamped: Collection[str] = (),
) -> frozenset[str]:
    """Checks the values that hooks have changed, and uses them.

    A field of the request that they have changed is validated by its own rules. What
    else they have set has to be a column that can be written.

    Args:
        values: By attributes; what is validated replaces what was set.
        stamped: The attributes that are the user's to say, and nobody else's.

    Returns:
        The attributes that hooks have decided about, and no request.

    Raises:
        RequestValidationError: 422, when a field that was sent is not valid any more.
        HookError: Anything else is wrong.
    """
    given = values_of(body)
    changed = [
        name
        for name, value in values.items()
        if name not in given or not _is_same(value, given[name])
    ]
    checked = body.model_copy()
    for name in changed:
        if name in type(body).model_fields:
            values[name] = _validated(checked, name, values[name])
        else:
            _check_column(model, name, values[name], stamped)
    removed = given.keys() - values
    return frozenset(removed | ({*changed} - body.model_fields_set))


def _is_same(one: object, other: object) -> bool:
    # To Python, 1 and True are equal.
    return type(one) is type(other) and bool(one == other)


def _validated(body: BaseModel, name: str, value: object) -> Any:
    was_sent = name in body.model_fields_set
    try:
        type(body).__pydantic_validator__.validate_assignment(body, name, value)
    except ValidationError as error:
        if not was_sent:
            raise HookError(f"A hook set a wrong {name}: {error}") from error
        # The client does not know the value.
        errors = error.errors(include_url=False, include_input=False)
        key = type(body).model_fields[name].alias or name
        raise RequestValidationError(
            [{**each, "loc": (*BODY, key, *each["loc"][1:])} for each in errors]
        ) from error
    return value_of(body, name)


def _check_column(
    model: type[Any], name: str, value: object, stamped: Collection[str]
) -> None:
    mapper: Mapper[Any] = inspect(model)
    known = mapper.column_attrs
    if name not in known:
        raise HookError(f"A hook set {name!r}: {model.__name__} has no such column")
    fixed = {part for each in stamped for part in known[each].columns}
    for part in known[name].columns:
        if part in fixed:
            raise HookError(f"A hook set {name}, which says whose the row is")
        if not isinstance(part, Column) or not is_writable(part, mapper):
            raise HookError(f"A hook set {name}, which the database or mapping sets")
        if not isinstance(value, ClauseElement) and not _holds(part, value):
            raise HookError(f"A hook set {name} to {value!r}, which is no {part.type}")


def _holds(column: Column[Any], value: object) -> bool:
    """Whether a column can hold a value, as far as its Python type says."""
    if value is None:
        return bool(column.nullable)
    try:
        kind: type = column.type.python_type
    except NotImplementedError:
        return True
    if kind in {float, Decimal}:
        return isinstance(value, int | float | Decimal)
    if isinstance(column.type, Enum):
        return isinstance(value, kind) or value in column.type.enums
    return isinstance(value, kind)


def is_writable(column: Column[Any], mapper: Mapper[Any]) -> bool:
    """Whether neither the database nor the mapping sets a column."""
    mapped = {mapper.version_id_col, mapper.polymorphic_on}
    return is_settable(column) and column not in mapped


async def flush_row(db: AsyncSession, row: object, *, own: Collection[str]) -> None:
    """Writes a row whose values hooks may have changed.

    Args:
        row: A mapped instance, new or changed.
        own: The attributes that hooks have decided about, and no request.

    Raises:
        HookError: The database refused one of those, and none that was sent.
    """
    try:
        await db.flush()
    except StatementError as error:
        refused = _refused(error, object_mapper(row))
        if refused and refused <= {*own}:
            names = ", ".join(sorted(refused))
            raise HookError(f"A hook set what the database refuses: {names}") from error
        raise


def _refused(error: StatementError, mapper: Mapper[Any]) -> set[str]:
    """The attributes whose values are refused by themselves, as far as the error says.

    One that another row has already is a conflict, whoever set it.
    """
    refusal = refusal_of(error)
    if refusal is None:
        return set()
    names = {*refusal.columns} or _checked_by(refusal.constraint, mapper)
    return {
        attribute.key
        for attribute in mapper.column_attrs
        if any(part.name in names for part in attribute.columns)
    }


def _checked_by(constraint: str, mapper: Mapper[Any]) -> set[str]:
    """The names of the columns that a check of the database uses."""
    tables = cast("Collection[Table]", mapper.tables)
    words = {
        word
        for table in tables
        for each in table.constraints
        if isinstance(each, CheckConstraint) and each.name == constraint
        for word in re.findall(r"\w+", str(each.sqltext))
    }
    # PostgreSQL names one by its table and column, where nobody else does.
    return {
        column.name
        for table in tables
        for column in table.columns
        if column.name in words or constraint == f"{table.name}_{column.name}_check"
    }
