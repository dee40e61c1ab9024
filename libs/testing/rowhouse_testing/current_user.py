"""Current users of a project's own type."""

import dataclasses
import datetime
import enum
import inspect
import types
from collections.abc import Callable
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)
from uuid import UUID

from pydantic import BaseModel, EmailStr
from sqlalchemy import inspect as mapping_of
from sqlalchemy.orm import Mapper

from .rows import Rows

_VALUES: dict[Any, Any] = {
    Any: "test",
    str: "test",
    EmailStr: "test@example.com",
    int: 1,
    float: 1.5,
    bool: True,
    UUID: UUID(int=1),
    datetime.datetime: datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC),
    datetime.date: datetime.date(2024, 1, 1),
    type(None): None,
    dict: {"sub": "test"},
}
_COLLECTIONS: dict[Any, Callable[[list[Any]], Any]] = {
    list: list,
    set: set,
    frozenset: frozenset,
    tuple: tuple,
}


async def make_user(annotation: Any, rows: Rows) -> Any:
    """Makes a user of the type that a current-user dependency returns.

    Args:
        annotation: The type: a mapped class, a Pydantic model, a dataclass, a dict.
        rows: Inserts the row of a mapped class.

    Raises:
        TypeError: No value of the type is known.
    """
    if isinstance(annotation, type):
        mapper: object = mapping_of(annotation, raiseerr=False)
        if isinstance(mapper, Mapper):
            return await rows.create(cast("Any", annotation))
    members = _members(annotation)
    if members:
        return await make_user(members[0], rows)
    try:
        return _value(annotation)
    except ValueError as error:
        msg = (
            f"No value is known for the current user's type {annotation!r}: {error}. "
            "Name a function that makes one, as test_user_fn in the config"
        )
        raise TypeError(msg) from error


async def call_for_user(function: Callable[..., Any], rows: Rows) -> Any:
    """Calls the project's own function that makes a user, and commits its rows."""
    async with rows.session() as session:
        user = function(session)
        if inspect.isawaitable(user):
            user = await user
        await session.commit()
    return user


def _members(annotation: Any) -> list[Any]:
    """The types of a union but None; of `Annotated`, the type inside."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return [get_args(annotation)[0]]
    if origin in {Union, types.UnionType}:
        return [each for each in get_args(annotation) if each is not type(None)]
    return []


def _value(annotation: Any) -> Any:
    """A value of a type.

    Raises:
        ValueError: None is known.
    """
    origin: Any = get_origin(annotation)
    if annotation in _VALUES or origin in _VALUES:
        return _VALUES[annotation if annotation in _VALUES else origin]
    members = _members(annotation)
    if members:
        return _value(members[0])
    if origin is Literal:
        return get_args(annotation)[0]
    if origin in _COLLECTIONS:
        return _COLLECTIONS[origin]([_value(get_args(annotation)[0])])
    if not isinstance(annotation, type):
        raise ValueError(annotation)
    cls: type[Any] = annotation
    if issubclass(cls, enum.Enum):
        return next(iter(cls))
    if issubclass(cls, BaseModel):
        return cls.model_validate(
            {
                field.alias or name: _value(field.annotation)
                for name, field in cls.model_fields.items()
                if field.is_required()
            }
        )
    if is_typeddict(cls) or hasattr(cls, "_fields") or dataclasses.is_dataclass(cls):
        hints = get_type_hints(cls)
        return cls(**{name: _value(hints[name]) for name in _needed(cls)})
    raise ValueError(cls)


def _needed(cls: type[Any]) -> list[str]:
    """The attributes that a class cannot be made without."""
    if not dataclasses.is_dataclass(cls):
        return list(cls.__annotations__)
    return [
        field.name
        for field in dataclasses.fields(cls)
        if field.init
        and field.default is dataclasses.MISSING
        and field.default_factory is dataclasses.MISSING
    ]
