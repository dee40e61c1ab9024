"""Prints, as JSON, what a page of orders with customers and lines takes.

The second page has orders of five lines each, the third of 2,000. Both are served by
the generated route and by handwritten.py, in this process and in turns.
"""

import asyncio
import json
import sys
from statistics import median

from _generated.db.session import database
from _generated.shop.routes import router as generated_router
from calls import Caller, Cost, MakeRequest
from fastapi import APIRouter, FastAPI
from handwritten import engine
from handwritten import router as handwritten_router
from shop.models import Base
from sqlalchemy import text

PAGE = 20
FEW, MANY = 5, 2_000
ROWS = (
    f"""
    INSERT INTO customers
    SELECT n, 'Customer ' || n, n || '@example.org' FROM generate_series(1, {PAGE}) n
    """,
    f"""
    INSERT INTO orders
    SELECT n, 'new', 1 + n % {PAGE} FROM generate_series(1, {PAGE * 3 + 1}) n
    """,
    f"""
    INSERT INTO order_lines (order_id, position, quantity, note)
    SELECT o.id, m, m % 9, 'A note of a line' FROM orders o, LATERAL
    generate_series(1, CASE WHEN o.id > {PAGE * 2} THEN {MANY} ELSE {FEW} END) m
    """,
    "ANALYZE",
)


def host(router: APIRouter) -> FastAPI:
    """An application with one router."""
    app = FastAPI()
    app.include_router(router)
    return app


apps = {"generated": host(generated_router), "handwritten": host(handwritten_router)}
app = apps["generated"]
caller = Caller("")


async def requests_of(app: FastAPI) -> dict[int, MakeRequest]:
    """By the lines of an order, the request of its page; checks what it answers."""
    requests: dict[int, MakeRequest] = {}
    body: dict[str, object] = {}
    for lines in (0, FEW, MANY):
        status, page = await caller.call(app, "POST", "/orders/search", body)
        orders = page["items"]
        shown = [line["position"] for order in orders for line in order["lines"]]
        if status != 200 or shown != [1, 2, 3, 4, 5] * PAGE:
            sys.exit(f"unexpected page: {page}")
        requests[lines] = lambda body=body: ("POST", "/orders/search", body)
        body = {"cursor": page["next_cursor"]}
    return requests


async def measure(rounds: int, count: int) -> dict[str, object]:
    """Measures the pages on both applications, in turns."""
    async with database.engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
        for statement in ROWS:
            await connection.execute(text(statement))
    pages = {kind: await requests_of(app) for kind, app in apps.items()}
    cases = [(lines, kind) for lines in (FEW, MANY) for kind in apps]
    costs: dict[tuple[int, str], list[Cost]] = {case: [] for case in cases}
    # The first round warms up.
    for turn in range(rounds + 1):
        for lines, kind in cases if turn % 2 else cases[::-1]:
            cost = await caller.cost(apps[kind], pages[kind][lines], count)
            if turn > 0:
                costs[lines, kind].append(cost)
    await engine.dispose()
    await database.dispose()
    few, many = costs[FEW, "generated"], costs[MANY, "generated"]
    return {
        "pages": [
            {
                "lines": lines,
                "generated": 1 / median(own.cpu for own in costs[lines, "generated"]),
                "ratio": median(
                    by_hand.cpu / own.cpu
                    for own, by_hand in zip(
                        costs[lines, "generated"],
                        costs[lines, "handwritten"],
                        strict=True,
                    )
                ),
                "body": pages["generated"][lines]()[2],
            }
            for lines in (FEW, MANY)
        ],
        "cpu": median(b.cpu / a.cpu for a, b in zip(few, many, strict=True)),
        "elapsed": median(
            b.elapsed / a.elapsed for a, b in zip(few, many, strict=True)
        ),
    }


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(int(sys.argv[1]), int(sys.argv[2])))))
