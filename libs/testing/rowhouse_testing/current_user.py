"""Current users of a project's own type."""

import inspect
from collections.abc import Callable
from typing import Any, get_args

from pydantic import PydanticUserError, ValidationError
from sqlalchemy import inspect as mapping_of
from sqlalchemy.orm import Mapper

from .rows import Rows
from .values import class_of, instance_of


async def make_user(annotation: Any, rows: Rows, example_of: Callable[..., Any]) -> Any:
    """Makes a user of the type that a current-user dependency returns.

    Args:
        annotation: The type: a mapped class, or what Pydantic can read.
        rows: Inserts the row of a mapped class.
        example_of: Makes a document that a JSON Schema describes.

    Raises:
        TypeError: No value of the type is known.
    """
    for each in (annotation, *get_args(annotation)):
        mapper: object = mapping_of(each, raiseerr=False)
        if isinstance(mapper, Mapper):
            return await rows.create(each)
    if class_of(annotation) is dict:
        return {"sub": "test"}
    try:
        return instance_of(annotation, 1, example_of)
    except (PydanticUserError, ValidationError) as error:
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
