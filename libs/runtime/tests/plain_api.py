"""Routes of any model whose key is one column, as the generator writes them."""

# The annotations are variables, which FastAPI reads.
# pyright: reportInvalidTypeForm=false, reportUnknownParameterType=false
# pyright: reportUnknownArgumentType=false, reportUnusedFunction=false

from typing import Any

from fastapi import APIRouter, Request, Response
from sqlalchemy import bindparam, inspect
from sqlalchemy.orm import DeclarativeBase

from rowhouse_runtime.queries import (
    get_object_from_query_or_404,
    lock_for_delete,
    lock_for_update,
    select_for,
)
from rowhouse_runtime.responses import check_reachable, location
from rowhouse_runtime.routing import ApiRoute
from rowhouse_runtime.rows import build_row, change_row, delete_row, refresh_row
from rowhouse_runtime.schemas import IntKey

from .api import Db


def routes_of(
    model: type[DeclarativeBase],
    *,
    shown: Any,
    created: Any,
    updated: Any,
    pk_type: Any = IntKey,
) -> APIRouter:
    """The routes of a model's rows, at the name of its class.

    Args:
        model: The mapped class.
        shown: The schema of its rows.
        created: The schema of new ones.
        updated: The schema of changes.
        pk_type: The type of the key in a path.
    """
    mapper = inspect(model)
    (part,) = mapper.primary_key
    name = mapper.get_property_by_column(part).key
    select_row = select_for(model, shown).where(getattr(model, name) == bindparam("pk"))
    update_row = lock_for_update(select_row)
    delete_one = lock_for_delete(select_row)
    router = APIRouter(prefix=f"/{model.__name__}", route_class=ApiRoute)

    @router.get("/{pk}")
    async def get_row(pk: pk_type, db: Db) -> shown:
        row = await get_object_from_query_or_404(
            db, select_row, parameters={"pk": pk}, sole=True
        )
        return shown.model_validate(row)

    @router.post("", status_code=201, include_in_schema=False)
    @router.post("/", status_code=201)
    async def create_row(
        body: created, request: Request, response: Response, db: Db
    ) -> shown:
        row = build_row(model, body)
        db.add(row)
        await db.flush()
        await refresh_row(db, row, shown)
        answer = shown.model_validate(row)
        response.headers["Location"] = location(request, getattr(row, name))
        await db.commit()
        return answer

    @router.patch("/{pk}")
    async def change(pk: pk_type, body: updated, db: Db) -> shown:
        row = await get_object_from_query_or_404(
            db, update_row, parameters={"pk": pk}, sole=True
        )
        change_row(row, body)
        check_reachable(getattr(row, name))
        await db.flush()
        await refresh_row(db, row, shown)
        answer = shown.model_validate(row)
        await db.commit()
        return answer

    @router.delete("/{pk}", status_code=204)
    async def delete(pk: pk_type, db: Db) -> None:
        row = await get_object_from_query_or_404(
            db, delete_one, parameters={"pk": pk}, sole=True
        )
        await delete_row(db, row)
        await db.commit()

    return router
