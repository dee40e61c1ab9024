"""Routes that call hooks, as the generator writes them."""

from typing import Any
from uuid import UUID

from fastapi import APIRouter, Request, Response
from sqlalchemy import bindparam, select
from sqlalchemy.ext.asyncio import AsyncSession

from rowhouse_runtime.hooks import check_values, flush_row
from rowhouse_runtime.queries import (
    get_object_from_query_or_404,
    lock_for_delete,
    lock_for_update,
)
from rowhouse_runtime.responses import location
from rowhouse_runtime.routing import ApiRoute
from rowhouse_runtime.rows import build_row, change_row, delete_row, values_of
from rowhouse_runtime.schemas import UNSET, RequestModel, UuidKey

from .api import Db
from .models import Thing

router = APIRouter(prefix="/things", route_class=ApiRoute)

_SELECT = select(Thing).where(Thing.id == bindparam("pk"))
_UPDATE = lock_for_update(_SELECT)
_DELETE = lock_for_delete(_SELECT)


class ThingCreateRequest(RequestModel):
    """What a new thing is made of."""

    text: str


class ThingUpdateRequest(RequestModel):
    """What to change."""

    id: UUID = UNSET
    text: str = UNSET


def check(values: dict[str, Any], *, row: Thing | None = None) -> None:
    """Has a say before a thing is written."""
    raise NotImplementedError


async def tell(row: Thing, *, db: AsyncSession) -> None:
    """Has a say afterwards."""
    raise NotImplementedError


def keep(row: Thing) -> None:
    """Has a say before a thing is deleted."""
    raise NotImplementedError


@router.post("/", status_code=201)
async def create_thing(
    body: ThingCreateRequest, request: Request, response: Response, db: Db
) -> None:
    """Creates a thing."""
    values = values_of(body)
    check(values)
    own = check_values(values, body, Thing)
    thing = build_row(Thing, values)
    db.add(thing)
    await flush_row(db, thing, own=own)
    await db.refresh(thing)
    await tell(thing, db=db)
    await db.flush()
    response.headers["Location"] = location(request, thing.id)
    await db.commit()


@router.patch("/{pk}", status_code=204)
async def update_thing(pk: UuidKey, body: ThingUpdateRequest, db: Db) -> None:
    """Changes a thing."""
    thing = await get_object_from_query_or_404(
        db, _UPDATE, parameters={"pk": pk}, sole=True
    )
    values = values_of(body)
    check(values, row=thing)
    own = check_values(values, body, Thing)
    change_row(thing, values)
    await flush_row(db, thing, own=own)
    await db.refresh(thing)
    await tell(thing, db=db)
    await db.flush()
    await db.commit()


@router.delete("/{pk}", status_code=204)
async def delete_thing(pk: UuidKey, db: Db) -> None:
    """Deletes a thing."""
    thing = await get_object_from_query_or_404(
        db, _DELETE, parameters={"pk": pk}, sole=True
    )
    keep(thing)
    await delete_row(db, thing)
    await tell(thing, db=db)
    await db.commit()
