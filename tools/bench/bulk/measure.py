"""Prints, as JSON, how many rows a CPU second creates: in bulk, singly, by hand.

All run in this process, in turns, and are called as a server calls them.
"""

import asyncio
import itertools
import json
import statistics
import sys
import uuid
from typing import Annotated, Any

from calls import Body, Caller
from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import func, insert, select
from stock.models import Base, Product, Shop
from stock_api.auth.dependencies import CurrentUser, tokens
from stock_api.db.session import database
from stock_api.routes import router

app = FastAPI()
app.include_router(router)


class NewProduct(BaseModel):
    """A product, as a request has it."""

    model_config = ConfigDict(extra="forbid")

    sku: Annotated[str, Field(max_length=20)]
    title: Annotated[str, Field(max_length=100)]
    available: Annotated[int, Field(ge=0)] = 0
    shelf_id: int | None = None


class NewProducts(BaseModel):
    """Several products."""

    products: Annotated[list[NewProduct], Field(max_length=500)]


class StoredProduct(BaseModel):
    """A product, as a response shows it."""

    model_config = ConfigDict(from_attributes=True)

    id: int
    shop_id: int
    sku: str
    title: str
    available: int
    shelf_id: int | None
    row_version: int


class StoredProducts(BaseModel):
    """Several products."""

    results: list[StoredProduct]


@app.post("/by-hand")
async def create_products(body: NewProducts, user: CurrentUser) -> StoredProducts:
    """Creates products by one statement."""
    values = [
        {**each.model_dump(), "shop_id": user.shop_id, "row_version": 1}
        for each in body.products
    ]
    async with database.session() as db:
        rows = await db.scalars(insert(Product).values(values).returning(Product))
        results = [StoredProduct.model_validate(row) for row in rows]
        await db.commit()
    return StoredProducts(results=results)


caller = Caller(tokens.encode({"sub": str(uuid.uuid4()), "shop_id": 1}))
numbers = itertools.count()


def product() -> dict[str, Any]:
    """A new product."""
    number = next(numbers)
    return {"sku": f"p{number}", "title": f"Product {number}", "available": 3}


async def measure(rounds: int, rows: int) -> dict[str, float]:
    """Rows a CPU second of each way."""
    async with database.engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    async with database.session() as db:
        db.add(Shop(id=1, name="1"))
        await db.commit()

    def bulk() -> tuple[str, str, Body]:
        operations = [{"op": "create", "values": product()} for _ in range(rows)]
        return "POST", "/products/bulk", {"operations": operations}

    def single() -> tuple[str, str, Body]:
        return "POST", "/products/", product()

    def by_hand() -> tuple[str, str, Body]:
        return "POST", "/by-hand", {"products": [product() for _ in range(rows)]}

    ways = {"bulk": (bulk, 1), "singles": (single, rows), "handwritten": (by_hand, 1)}
    found: dict[str, list[float]] = {name: [] for name in ways}
    for turn in range(rounds + 1):
        for name, (make, count) in ways.items():
            cost = await caller.cost(app, make, count)
            if turn > 0:
                found[name].append(rows / (cost.cpu * count))
    async with database.session() as db:
        stored = await db.scalar(select(func.count()).select_from(Product))
    if stored != (rounds + 1) * rows * len(ways):
        sys.exit(f"{stored} rows are stored")
    await database.dispose()
    return {name: statistics.median(each) for name, each in found.items()}


rounds, rows = map(int, sys.argv[1:])
print(json.dumps(asyncio.run(measure(rounds, rows))))
