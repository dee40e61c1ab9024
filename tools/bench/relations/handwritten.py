"""The list of orders as a careful person would write it by hand, with the same SQL."""

import base64
import os
from collections import defaultdict
from collections.abc import AsyncGenerator, Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException
from pydantic import BaseModel, ConfigDict, Field
from shop.models import Customer, Order, OrderLine
from sqlalchemy import ARRAY, Integer, bindparam, func, select, true
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import load_only
from sqlalchemy.sql.selectable import TableValuedAlias

engine = create_async_engine(os.environ["DATABASE_URL"], pool_pre_ping=True)
sessions = async_sessionmaker(engine, expire_on_commit=False)
router = APIRouter(prefix="/orders", tags=["orders"])


async def get_db() -> AsyncGenerator[AsyncSession]:
    """Gives a request its session."""
    async with sessions() as session:
        yield session


Db = Annotated[AsyncSession, Depends(get_db)]


class Out(BaseModel):
    """A part of an answer."""

    model_config = ConfigDict(from_attributes=True)


class CustomerOut(Out):
    """The customer of an order."""

    id: int
    name: str


class LineOut(Out):
    """A line of an order."""

    id: int
    position: int
    quantity: int


class OrderOut(Out):
    """An order in a list."""

    id: int
    status: str
    customer: CustomerOut
    lines: list[LineOut]


class Search(BaseModel):
    """Which page of orders to list."""

    model_config = ConfigDict(extra="forbid")

    cursor: str | None = None
    page_size: int = Field(default=20, ge=1, strict=True)


class Page(BaseModel):
    """A page of orders."""

    items: list[OrderOut]
    next_cursor: str | None


async def customers_of(
    db: AsyncSession, orders: Sequence[Order]
) -> dict[int, CustomerOut]:
    """The customers of orders, by key."""
    keys = key_table()
    rows = select(Customer.id, Customer.name).where(Customer.id == keys.c.id).lateral()
    statement = select(keys.c.id, rows).join_from(keys, rows, true())
    found = await db.execute(statement, {"ids": [*{o.customer_id for o in orders}]})
    return {
        row[0]: CustomerOut.model_validate({"id": row[1], "name": row[2]})
        for row in found
    }


async def lines_of(
    db: AsyncSession, orders: Sequence[Order]
) -> dict[int, list[LineOut]]:
    """The first five lines of orders, by key."""
    keys = key_table()
    rows = (
        select(OrderLine.id, OrderLine.position, OrderLine.quantity)
        .where(OrderLine.order_id == keys.c.id)
        .order_by(OrderLine.position, OrderLine.id)
        .limit(5)
        .lateral()
    )
    statement = select(keys.c.id, rows).join_from(keys, rows, true())
    found = await db.execute(statement, {"ids": [order.id for order in orders]})
    lines: dict[int, list[LineOut]] = defaultdict(list)
    for key, number, position, quantity in found:
        line = {"id": number, "position": position, "quantity": quantity}
        lines[key].append(LineOut.model_validate(line))
    return lines


def key_table() -> TableValuedAlias:
    """A table of the keys that a statement is executed with."""
    ids = bindparam("ids", type_=ARRAY(Integer))
    return func.unnest(ids).table_valued("id").render_derived()


@router.get("/{pk}")
async def get_order(pk: int, db: Db) -> None:
    """Stands for the other route, which is not measured."""
    raise HTTPException(404, "Not found")


@router.post("/search")
async def search_orders(body: Search, db: Db) -> Page:
    """Lists orders, a page at a time."""
    shown = load_only(Order.id, Order.status, Order.customer_id, raiseload=True)
    statement = select(Order).options(shown).order_by(Order.id)
    if body.cursor is not None:
        try:
            last = int(base64.urlsafe_b64decode(body.cursor))
        except ValueError:
            raise HTTPException(422, "Invalid cursor") from None
        statement = statement.where(Order.id > last)
    size = min(body.page_size, 100)
    orders = (await db.scalars(statement.limit(size + 1))).all()
    cursor = None
    if len(orders) > size:
        orders = orders[:size]
        cursor = base64.urlsafe_b64encode(str(orders[-1].id).encode()).decode()
    customers, lines = await customers_of(db, orders), await lines_of(db, orders)
    return Page(
        items=[
            OrderOut.model_validate(
                {
                    "id": order.id,
                    "status": order.status,
                    "customer": customers[order.customer_id],
                    "lines": lines[order.id],
                }
            )
            for order in orders
        ],
        next_cursor=cursor,
    )
