"""Calls the functions behind action routes."""

import inspect
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypedDict, TypeVar, Unpack, overload

from fastapi import Response
from pydantic import BaseModel
from pydantic_core import to_json, to_jsonable_python
from sqlalchemy import ColumnElement
from sqlalchemy import inspect as state_of
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstanceState

from .permissions import check_row
from .references import Visible, check_references
from .rows import refresh_row
from .versions import set_etag

SchemaT = TypeVar("SchemaT", bound=BaseModel)
Store = Callable[[object], Awaitable[None]]


class Options(TypedDict, total=False):
    """What is known of the row that an action was called with."""

    row: object
    may: ColumnElement[bool] | None
    former: Mapping[str, Any] | None
    visible: Visible | None
    version: str | None
    response: Response | None
    store: Store | None


@overload
async def run_action(
    db: AsyncSession, call: object, **options: Unpack[Options]
) -> object: ...


@overload
async def run_action(
    db: AsyncSession,
    call: object,
    schema: type[SchemaT],
    *,
    build: Callable[[Any], Awaitable[SchemaT]] | None = ...,
    **options: Unpack[Options],
) -> SchemaT: ...


async def run_action(
    db: AsyncSession,
    call: object,
    schema: type[BaseModel] | None = None,
    *,
    build: Callable[[Any], Awaitable[BaseModel]] | None = None,
    row: object = None,
    may: ColumnElement[bool] | None = None,
    former: Mapping[str, Any] | None = None,
    visible: Visible | None = None,
    version: str | None = None,
    response: Response | None = None,
    store: Store | None = None,
) -> object:
    """Finishes the call of an action's function, and commits what it did.

    The response is built before the commit: if it cannot be sent, nothing changes.

    Args:
        db: The session that the function was given.
        call: What the function returned: its result, or the awaitable of an async one.
        schema: The response that is made of the result. A mapped instance is read back
            from the database first.
        build: Builds the response of a mapped instance, where it shows related rows.
        row: The row that it was called with.
        may: What must hold of what that row has become, unless it is deleted.
        former: What that row referred to before.
        visible: The rows that it may refer to now, by model. Other models are open.
        version: The attribute with the version of that row.
        response: What gets the header with it.
        store: Keeps the response for a retry.

    Returns:
        The response; without a schema, the result in JSON, or as the response that it
        is.

    Raises:
        HTTPException: 403, when `may` does not hold; 409, when the row refers to one
            now that is not visible.
    """
    result: object = await call if inspect.isawaitable(call) else call
    if visible is not None and not _is_deleted(row):
        await check_references(db, row, visible, former=former)
    await db.flush()
    if may is not None and not _is_deleted(row):
        await check_row(db, row, may)
    if schema is not None:
        if not _is_stored(result):
            result = schema.model_validate(result)
        else:
            await refresh_row(db, result, schema)
            result = await build(result) if build else schema.model_validate(result)
    elif not isinstance(result, Response):
        # The check would use up an iterator.
        result = to_jsonable_python(result)
    if not isinstance(result, Response):
        to_json(result)
    if version is not None and response is not None:
        set_etag(response, row, version)
    if store is not None:
        await store(result)
    await db.commit()
    return result


def _is_deleted(row: object) -> bool:
    """Whether the session has deleted a row; without it, the row may still be there."""
    return bool(state_of(row, raiseerr=True).was_deleted)


def _is_stored(result: object) -> bool:
    """Whether the row is still in the database."""
    state = state_of(result, raiseerr=False)
    return isinstance(state, InstanceState) and state.persistent
