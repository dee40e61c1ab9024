"""Which statements of a request keep to the rows of its user."""

import re
import sys
from collections.abc import AsyncGenerator
from pathlib import Path
from types import ModuleType

import pytest
from fastapi import FastAPI
from httpx2 import ASGITransport, AsyncClient
from sqlalchemy import Select, func, select

from rowhouse_runtime.testing import Api, Rows, Sessions
from rowhouse_runtime.testing.scopes import Scope, unscoped, watch

from .models import Thing

pytestmark = pytest.mark.anyio

OWN = ["orders.shop_id = $::INTEGER", "false"]
ORDERS = {
    "orders": Scope(["id"], OWN),
    "lines": Scope(["id"], ["lines.shop_id = $"], [("orders", ["order_id"])]),
    "vans": Scope(["id"], ["vehicles.shop_id = $"], [("vehicles", ["id"])]),
    # A joined-table subclass, whose column of the shop is its parent's.
    "gifts": Scope(["order_id"], OWN, [("orders", ["order_id"])]),
}
PATTERN = "SELECT id FROM test_{0}.orders WHERE test_{0}.orders.shop_id = $1::INTEGER"
FOUND = PATTERN.format("0" * 32)

KEPT = {
    "a scope": [FOUND],
    "a scope beside other conditions": [f"{FOUND} AND orders.id = $2::INTEGER"],
    "no row at all": ["SELECT id FROM orders WHERE orders.id = $1 AND false"],
    "a table that is open": ["SELECT id FROM products", "DELETE FROM products"],
    "a change of what was found": [
        FOUND,
        "UPDATE orders SET text=$1 WHERE orders.id = $2::INTEGER",
        "SELECT orders.text FROM orders WHERE orders.id = $1::INTEGER",
        "DELETE FROM orders WHERE orders.id = $1::INTEGER",
    ],
    "a new row, read back": [
        "INSERT INTO orders (id, shop_id) VALUES ($1, $2)",
        "SELECT orders.id FROM orders WHERE orders.id = $1::INTEGER",
    ],
    "joined-table inheritance": [
        "SELECT gifts.text FROM orders JOIN gifts ON orders.id = gifts.order_id "
        "WHERE orders.shop_id = $1::INTEGER AND orders.id = $2",
        "UPDATE orders SET text=$1 WHERE orders.id = $2::INTEGER",
        "UPDATE gifts SET text=$1 WHERE gifts.order_id = $2::INTEGER",
        "SELECT gifts.text FROM orders JOIN gifts ON orders.id = gifts.order_id "
        "WHERE orders.id = $1::INTEGER",
        "DELETE FROM gifts WHERE gifts.order_id = $1::INTEGER",
        "DELETE FROM orders WHERE orders.id = $1::INTEGER",
    ],
    "a subclass whose parent is open": [
        "SELECT vans.text FROM vehicles JOIN vans ON vehicles.id = vans.id "
        "WHERE vehicles.shop_id = $1",
        "SELECT vans.text FROM vehicles JOIN vans ON vehicles.id = vans.id "
        "WHERE vehicles.id = $1::INTEGER",
    ],
    "a subclass behind its parent": [
        FOUND,
        "SELECT gifts.text FROM gifts WHERE $1::INTEGER = gifts.order_id",
        "DELETE FROM gifts WHERE gifts.order_id = $1::INTEGER",
    ],
    "an eager collection": [
        FOUND,
        "SELECT lines.id FROM lines WHERE $1::UUID = lines.order_id",
        "SELECT lines.id FROM lines WHERE lines.order_id IN ($1::UUID, $2::UUID)",
    ],
    "what rows refer to, loaded eagerly": [
        "SELECT lines.id FROM lines WHERE lines.shop_id = $1",
        "SELECT orders.id FROM orders WHERE orders.id IN ($1::UUID)",
    ],
    "relationships that are joined": [
        "SELECT lines_1.id FROM orders LEFT OUTER JOIN lines AS lines_1 "
        "ON orders.id = lines_1.order_id WHERE orders.shop_id = $1::INTEGER"
    ],
    "a column that has the name of a table": [
        "INSERT INTO shops (id, orders) VALUES ($1, $2) RETURNING shops.orders",
        "UPDATE shops SET orders=$1 WHERE shops.id = $2",
        "SELECT shops.orders AS orders FROM shops WHERE shops.orders = $1",
    ],
}
LOST = {
    "no condition": ["SELECT id FROM orders"],
    "the scope among what is selected": [
        "SELECT orders.shop_id = $1::INTEGER AS may FROM orders WHERE orders.id = $2"
    ],
    "a key that nothing has found": [
        "SELECT id FROM orders WHERE orders.id = $1::INTEGER"
    ],
    "a change of what nothing has found": [
        "UPDATE orders SET text=$1 WHERE orders.id = $2::INTEGER"
    ],
    "more than what was found": [FOUND, "DELETE FROM orders WHERE orders.text = $1"],
    "a comparison with false": ["SELECT id FROM orders WHERE orders.paid IS false"],
    "a table that is joined to all": ["SELECT 1 FROM shops JOIN orders ON true"],
    "a table that is joined to an open one": [
        "SELECT 1 FROM shops JOIN orders ON orders.shop_id = shops.id"
    ],
    "a table that is joined otherwise": [
        "SELECT 1 FROM shops LEFT OUTER JOIN orders ON orders.shop_id <> $1"
    ],
    "a table behind a comma": ["SELECT 1 FROM shops, orders"],
    "a table beside a scoped one": [
        "SELECT 1 FROM orders, lines WHERE orders.shop_id = $1::INTEGER"
    ],
    "a table that a change uses": ["DELETE FROM shops USING orders WHERE true"],
    "a table without its subclasses": ["SELECT 1 FROM ONLY orders"],
    "a quoted table": ['SELECT 1 FROM "orders"'],
    "rows that are copied": ["INSERT INTO shops (id) SELECT orders.id FROM orders"],
    "a subclass that nothing has found": [
        "DELETE FROM gifts WHERE gifts.order_id = $1::INTEGER"
    ],
    "a collection of what nothing has found": [
        "SELECT lines.id FROM lines WHERE $1::UUID = lines.order_id"
    ],
    "a change by a foreign key": [
        FOUND,
        "DELETE FROM lines WHERE lines.order_id = $1::UUID",
    ],
    "a single row that another refers to": [
        "SELECT lines.id FROM lines WHERE lines.shop_id = $1",
        "SELECT orders.id FROM orders WHERE orders.id = $1::UUID",
    ],
}


@pytest.mark.parametrize("case", KEPT)
def test_these_keep_to_the_rows_of_their_user(case: str) -> None:
    assert [*unscoped(KEPT[case], ORDERS)] == []


@pytest.mark.parametrize("case", LOST)
def test_these_do_not(case: str) -> None:
    (found,) = unscoped(LOST[case], ORDERS)
    assert found == re.sub(r"\$\d", "$", LOST[case][-1]).replace('"', "")


@pytest.fixture
def access(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A package of rules: a user has the things of a number, anyone those of none."""
    folder = tmp_path / "things_access"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "thing.py").write_text(
        f"from {Thing.__module__} import Thing\n\n\n"
        "def readable(user):\n    return Thing.number.in_([user, 8])\n\n\n"
        "def public():\n    return Thing.number.is_(None)\n"
    )
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    return __import__("things_access")


@pytest.mark.parametrize("user", [7, None])
async def test_a_client_that_is_watched_fails(
    user: int | None,
    access: ModuleType,
    sessions: Sessions,
    rows: Rows,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own = Thing.number.is_(None) if user is None else Thing.number.in_([7, 8])
    statements: dict[str, Select[int]] = {
        "own": select(func.count()).select_from(Thing).where(own),
        "others": select(func.count()).select_from(Thing).where(Thing.number == 9),
    }
    app = FastAPI()

    @app.get("/{name}")
    async def count(name: str) -> int:  # pyright: ignore[reportUnusedFunction]
        async with sessions() as db:
            return await db.scalar(statements[name]) or 0

    async def clients() -> AsyncGenerator[AsyncClient]:
        async with AsyncClient(
            transport=ASGITransport(app), base_url="http://test"
        ) as client:
            yield client

    async for client in clients():
        api = Api(
            app, client, client, sessions, rows, [], monkeypatch, user, access=access
        )
        watch(api, client, user)
        for _ in range(2):
            assert (await client.get("/own")).status_code == 200
            # What a test itself asks is not the request's.
            async with sessions() as db:
                await db.scalar(statements["others"])
        with pytest.raises(AssertionError, match=r"WHERE things\.number = \$"):
            await client.get("/others")
