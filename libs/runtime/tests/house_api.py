"""An API on houses, as the generator writes one."""

import datetime
from decimal import Decimal
from typing import Any

from fastapi import APIRouter, Request, Response
from sqlalchemy import bindparam

from rowhouse_runtime.actions import run_action
from rowhouse_runtime.queries import (
    get_object_from_query_or_404,
    lock_for_delete,
    lock_for_update,
    select_for,
)
from rowhouse_runtime.responses import location
from rowhouse_runtime.routing import ApiRoute
from rowhouse_runtime.rows import build_row, change_row, delete_row, refresh_row
from rowhouse_runtime.schemas import UNSET, IntKey, RequestModel, ResponseModel

from .api import Db
from .family import House


class HouseResource(ResponseModel):
    """A house."""

    id: int
    version: int
    title: str
    price: Decimal | None
    rank: int
    plan: str | None
    rooms_: dict[str, Any] | None
    street: str | None
    built: datetime.datetime
    touched: int | None
    heating: str | None
    roof: str | None


class HouseCreateRequest(RequestModel):
    """What a new house is made of."""

    name: str
    price: Decimal | None = None
    plan: str | None = None
    rooms_: dict[str, Any] | None = None
    street: str | None = None
    heating: str | None = UNSET
    roof: str | None = UNSET


class HouseUpdateRequest(RequestModel):
    """What to change of a house."""

    title: str = UNSET
    name: str = UNSET
    price: Decimal | None = UNSET
    plan: str | None = UNSET
    rooms_: dict[str, Any] | None = UNSET
    street: str | None = UNSET


class HouseActionResponse(ResponseModel):
    """The result of an action."""

    rank: int


def to_resource(house: House) -> HouseResource:
    """Makes the response body of one house."""
    return HouseResource.model_validate(house)


async def raise_rank(house: House) -> House:
    """What the action does."""
    house.rank += 1
    return house


def spoil(house: House) -> dict[str, str]:
    """An action whose result is no answer."""
    house.rank += 100
    return {"rank": "none"}


def leak(house: House) -> object:
    """An action whose result is no JSON."""
    house.rank += 100
    return object()


router = APIRouter(prefix="/houses", route_class=ApiRoute)

_SELECT = select_for(House, HouseResource).where(House.id == bindparam("pk"))
_UPDATE = lock_for_update(_SELECT)
_DELETE = lock_for_delete(_SELECT)


@router.get("/{pk}")
async def get_house(pk: IntKey, db: Db) -> HouseResource:
    """Returns a house."""
    house = await get_object_from_query_or_404(
        db, _SELECT, parameters={"pk": pk}, sole=True
    )
    return to_resource(house)


@router.post("/", status_code=201)
async def create_house(
    body: HouseCreateRequest, request: Request, response: Response, db: Db
) -> HouseResource:
    """Creates a house."""
    house = build_row(House, body)
    db.add(house)
    await db.flush()
    await refresh_row(db, house, HouseResource)
    answer = to_resource(house)
    response.headers["Location"] = location(request, house.id)
    await db.commit()
    return answer


@router.patch("/{pk}")
async def update_house(pk: IntKey, body: HouseUpdateRequest, db: Db) -> HouseResource:
    """Changes the fields of a house that are sent."""
    house = await get_object_from_query_or_404(
        db, _UPDATE, parameters={"pk": pk}, sole=True
    )
    change_row(house, body)
    await db.flush()
    await refresh_row(db, house, HouseResource)
    answer = to_resource(house)
    await db.commit()
    return answer


@router.delete("/{pk}", status_code=204)
async def delete_house(pk: IntKey, db: Db) -> None:
    """Deletes a house."""
    house = await get_object_from_query_or_404(
        db, _DELETE, parameters={"pk": pk}, sole=True
    )
    await delete_row(db, house)
    await db.commit()


@router.post("/{pk}/raise_rank")
async def raise_rank_house(pk: IntKey, db: Db) -> HouseActionResponse:
    """Runs the action `raise_rank` on a house."""
    house = await get_object_from_query_or_404(
        db, _UPDATE, parameters={"pk": pk}, sole=True
    )
    return await run_action(db, raise_rank(house), HouseActionResponse)


@router.post("/{pk}/spoil")
async def spoil_house(pk: IntKey, db: Db) -> HouseActionResponse:
    """Runs the action `spoil` on a house."""
    house = await get_object_from_query_or_404(
        db, _UPDATE, parameters={"pk": pk}, sole=True
    )
    return await run_action(db, spoil(house), HouseActionResponse)


@router.post("/{pk}/leak")
async def leak_house(pk: IntKey, db: Db) -> object:
    """Runs the action `leak` on a house."""
    house = await get_object_from_query_or_404(
        db, _UPDATE, parameters={"pk": pk}, sole=True
    )
    return await run_action(db, leak(house))
