"""Prints, as JSON, what a request takes with a scope and without.

The same rows are served by three applications: to everybody, to their tenant, and by
rules. All run in this process, in turns. Of one application, the router that is included
last would be measured with the search for it among the others.
"""

import asyncio
import itertools
import json
import statistics
import sys
import uuid

from _generated.auth.dependencies import tokens
from _generated.db.session import database
from _generated.everybody.routes import router as everybody_router
from _generated.rules.routes import router as rules_router
from _generated.tenants.routes import router as tenants_router
from fastapi import APIRouter, FastAPI
from shop.models import Base
from sqlalchemy import text

from calls import Body, Caller, Cost

TENANTS = 100
ROWS = 100_000
INSERT = f"""
    INSERT INTO orders (id, tenant_id, title, status)
    SELECT number, 1 + number % {TENANTS}, 'Order ' || number, 'new'
    FROM generate_series(1, {ROWS}) AS number
"""


def host(router: APIRouter) -> FastAPI:
    """An application with one router."""
    app = FastAPI()
    app.include_router(router)
    return app


apps = {
    "everybody": host(everybody_router),
    "tenants": host(tenants_router),
    "rules": host(rules_router),
}
claims = {"sub": str(uuid.uuid4()), "tenant_id": 1, "roles": []}
caller = Caller(tokens.encode(claims))
turns = itertools.count()


async def create_rows() -> None:
    """Creates the table, and the orders of all tenants."""
    async with database.engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
        await connection.execute(text(INSERT))
        await connection.execute(text("ANALYZE orders"))


def get() -> tuple[str, str, Body]:
    """A request of one of the tenant's orders."""
    number = next(turns) % (ROWS // TENANTS)
    return "GET", f"/orders/{number * TENANTS + TENANTS}", None


def search() -> tuple[str, str, Body]:
    """A request of a page."""
    return "POST", "/orders/search", {"page_size": 20}


async def measure(rounds: int, count: int) -> dict[str, dict[str, Cost]]:
    """Measures each request with each scope, in turns."""
    await create_rows()
    kinds = list(apps)
    results: dict[str, dict[str, Cost]] = {}
    for name, make in (("get", get), ("list", search)):
        costs: dict[str, list[Cost]] = {kind: [] for kind in kinds}
        for turn in range(rounds + 1):
            for kind in kinds[turn % 3 :] + kinds[: turn % 3]:
                costs[kind].append(await caller.cost(apps[kind], make, count))
        # The first round warms up.
        warm = {kind: measured[1:] for kind, measured in costs.items()}
        everybody = warm.pop("everybody")
        results[name] = {"everybody": median(everybody)} | {
            kind: median(
                [
                    Cost(scoped.cpu / own.cpu, scoped.elapsed / own.elapsed)
                    for own, scoped in zip(everybody, measured, strict=True)
                ]
            )
            for kind, measured in warm.items()
        }
    await database.dispose()
    return results


def median(costs: list[Cost]) -> Cost:
    """The medians of both figures."""
    return Cost(
        statistics.median(each.cpu for each in costs),
        statistics.median(each.elapsed for each in costs),
    )


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(int(sys.argv[1]), int(sys.argv[2])))))
