"""Which statements of a request keep to the rows of its user."""

import re
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import nullcontext
from pathlib import Path
from types import ModuleType

import pytest
from fastapi import FastAPI
from httpx2 import ASGITransport, AsyncClient
from sqlalchemy import Select, func, select
from tests.api import RUNTIME
from tests.family import Tenant
from tests.models import Thing

from rowhouse_testing import Api, Rows, Sessions
from rowhouse_testing.listener import unscoped, watch
from rowhouse_testing.scopes import Scope, scopes_of
from rowhouse_testing.traffic import Sent

pytestmark = pytest.mark.anyio

OWN = ["orders.shop_id = $::INTEGER", "false"]
ORDERS = {
    "orders": Scope(["id"], OWN, referring={"lines", "gifts", "marks"}),
    "lines": Scope(["id"], ["lines.shop_id = $"], [("orders", ["order_id"])]),
    "vans": Scope(["id"], ["vehicles.shop_id = $"], [("vehicles", ["id"])]),
    "cars": Scope(["a", "b"], ["cars.shop_id = $"]),
    "cabs": Scope(["a", "b"], ["cabs.shop_id = $"], referring={"orders"}),
    "seats": Scope(["shop_id", "place"], ["seats.shop_id = $::INTEGER"]),
    # A joined-table subclass, whose column of the shop is its parent's.
    "gifts": Scope(["order_id"], OWN, [("orders", ["order_id"])]),
}
PATTERN = "SELECT id FROM test_{0}.orders WHERE test_{0}.orders.shop_id = $1::INTEGER"
SELECTED = PATTERN.format("0" * 32)
# Row 4 of shop 2.
FOUND = Sent(SELECTED, [(2,)], [(4, 2)])


def sent(text: str, *parameters: object, rows: Sequence[Sequence[object]] = ()) -> Sent:
    """A statement, the values of its parameters, and the rows that it returns."""
    return Sent(text, [parameters], rows)


KEPT = {
    "a scope": [FOUND],
    "a scope beside other conditions": [
        sent(f"{SELECTED} AND orders.id = $2::INTEGER", 2, 4)
    ],
    "no row at all": [sent("SELECT id FROM orders WHERE orders.id = $1 AND false", 4)],
    "a table that is open": [
        sent("SELECT id FROM products"),
        sent("DELETE FROM products"),
    ],
    "a change of what was found": [
        FOUND,
        sent("UPDATE orders SET text=$1 WHERE orders.id = $2::INTEGER", "a", 4),
        sent("SELECT orders.text FROM orders WHERE orders.id = $1::INTEGER", 4),
        sent("DELETE FROM orders WHERE orders.id = $1::INTEGER", 4),
    ],
    "changes of all that were found": [
        Sent(SELECTED, [(2,)], [(4, 2), (5, 2)]),
        Sent("UPDATE orders SET text=$1 WHERE orders.id = $2", [("a", 5), ("b", 4)]),
    ],
    "another key of what was found, and the row read back by it": [
        FOUND,
        sent("UPDATE orders SET id=$1 WHERE orders.id = $2", 6, 4),
        sent("SELECT orders.text FROM orders WHERE orders.id = $1", 6),
    ],
    "a new row, read back": [
        sent("INSERT INTO orders (id, shop_id) VALUES ($1, $2)", 4, 2),
        sent("SELECT orders.id FROM orders WHERE orders.id = $1::INTEGER", 4),
    ],
    "a new row that the database numbers, read back": [
        sent("INSERT INTO orders (shop_id) VALUES ($1) RETURNING id", 2, rows=[(4,)]),
        sent("SELECT orders.id FROM orders WHERE orders.id = $1::INTEGER", 4),
    ],
    "a joined-table subclass of several keys, by a list": [
        sent(
            "SELECT orders.van FROM orders WHERE orders.shop_id = $1::INTEGER",
            2,
            rows=[(7, 8)],
        ),
        sent(
            "SELECT cabs.a FROM cars "
            "JOIN cabs ON cars.a = cabs.a AND cars.b = cabs.b "
            "WHERE (cars.a, cars.b) IN (($1, $2))",
            7,
            8,
        ),
    ],
    "joined-table inheritance": [
        sent(
            "SELECT gifts.text FROM orders JOIN gifts ON orders.id = gifts.order_id "
            "WHERE orders.shop_id = $1::INTEGER AND orders.id = $2",
            2,
            4,
            rows=[(4, "a")],
        ),
        sent("UPDATE orders SET text=$1 WHERE orders.id = $2::INTEGER", "a", 4),
        sent("UPDATE gifts SET text=$1 WHERE gifts.order_id = $2::INTEGER", "a", 4),
        sent(
            "SELECT gifts.text FROM orders JOIN gifts ON orders.id = gifts.order_id "
            "WHERE orders.id = $1::INTEGER",
            4,
        ),
        sent("DELETE FROM gifts WHERE gifts.order_id = $1::INTEGER", 4),
        sent("DELETE FROM orders WHERE orders.id = $1::INTEGER", 4),
    ],
    "a subclass whose parent is open": [
        sent(
            "SELECT vans.text FROM vehicles JOIN vans ON vehicles.id = vans.id "
            "WHERE vehicles.shop_id = $1",
            2,
            rows=[(4, "a")],
        ),
        sent(
            "SELECT vans.text FROM vehicles JOIN vans ON vehicles.id = vans.id "
            "WHERE vehicles.id = $1::INTEGER",
            4,
        ),
    ],
    "a subclass behind its parent": [
        FOUND,
        sent("SELECT gifts.text FROM gifts WHERE $1::INTEGER = gifts.order_id", 4),
        sent("DELETE FROM gifts WHERE gifts.order_id = $1::INTEGER", 4),
    ],
    "an eager collection": [
        Sent(SELECTED, [(2,)], [(4, 2), (5, 2)]),
        sent("SELECT lines.id FROM lines WHERE $1::UUID = lines.order_id", 4),
        sent("SELECT lines.id FROM lines WHERE lines.order_id IN ($1, $2)", 4, 5),
    ],
    "a collection that is joined to a page": [
        sent(
            "SELECT anon_1.id, lines_1.id AS id_1 FROM (SELECT orders.id AS id, "
            "(SELECT count(*) AS n FROM products) AS n FROM orders "
            "WHERE orders.shop_id = $1::INTEGER LIMIT $2) AS anon_1 "
            "LEFT OUTER JOIN lines AS lines_1 ON anon_1.id = lines_1.order_id",
            2,
            5,
        ),
    ],
    "a collection that is joined to rows that are open to all": [
        sent(
            "SELECT shops.id, orders_1.id FROM shops "
            "LEFT OUTER JOIN orders AS orders_1 ON shops.id = orders_1.shop_id"
        )
    ],
    "what rows that are open to all refer to, loaded eagerly": [
        sent("SELECT marks.* FROM marks", rows=[(7, 4)]),
        sent("SELECT orders.id FROM orders WHERE orders.id IN ($1::UUID)", 4),
    ],
    "what rows refer to, loaded eagerly": [
        sent("SELECT lines.* FROM lines WHERE lines.shop_id = $1", 2, rows=[(7, 4)]),
        sent("SELECT orders.id FROM orders WHERE orders.id IN ($1::UUID)", 4),
    ],
    "what a row refers to, loaded by a refresh": [
        sent("SELECT lines.* FROM lines WHERE lines.shop_id = $1", 2, rows=[(7, 4)]),
        sent("SELECT orders.id FROM orders WHERE orders.id = $1::UUID", 4),
    ],
    "what a row refers to, loaded with a collection of its own": [
        sent("SELECT lines.* FROM lines WHERE lines.shop_id = $1", 2, rows=[(7, 4)]),
        sent(
            "SELECT orders.id, lines_1.id FROM orders LEFT OUTER JOIN lines AS lines_1 "
            "ON orders.id = lines_1.order_id WHERE orders.id = $1::UUID",
            4,
        ),
    ],
    "a key of several columns, in a list": [
        sent(
            "SELECT * FROM seats WHERE seats.shop_id = $1::INTEGER",
            2,
            rows=[(2, 4), (2, 5)],
        ),
        sent(
            "SELECT * FROM seats WHERE (seats.shop_id, seats.place) "
            "IN (($1, $2), ($3, $4)) ORDER BY seats.place LIMIT $5",
            *(2, 4, 2, 5, 100),
        ),
    ],
    "relationships that are joined": [
        sent(
            "SELECT lines_1.id FROM orders LEFT OUTER JOIN lines AS lines_1 "
            "ON orders.id = lines_1.order_id WHERE orders.shop_id = $1::INTEGER",
            2,
        )
    ],
    "a column that has the name of a table": [
        sent("INSERT INTO shops (id, orders) VALUES ($1, $2) RETURNING shops.orders"),
        sent("UPDATE shops SET orders=$1 WHERE shops.id = $2"),
        sent("SELECT shops.orders AS orders FROM shops WHERE shops.orders = $1"),
    ],
}
LOST = {
    "no condition": [sent("SELECT id FROM orders")],
    "the scope among what is selected": [
        sent(
            "SELECT orders.shop_id = $1::INTEGER AS may FROM orders "
            "WHERE orders.id = $2",
            2,
            4,
        )
    ],
    "a key that nothing has found": [
        sent("SELECT id FROM orders WHERE orders.id = $1::INTEGER", 4)
    ],
    "a change of what nothing has found": [
        sent("UPDATE orders SET text=$1 WHERE orders.id = $2::INTEGER", "a", 4)
    ],
    "a change of what was looked for, and is not there": [
        sent(f"{SELECTED} AND orders.id = $2", 2, 4),
        sent("UPDATE orders SET text=$1 WHERE orders.id = $2::INTEGER", "a", 4),
    ],
    "a row beside the one that was found": [
        FOUND,
        sent("SELECT id FROM orders WHERE orders.id = $1::INTEGER", 5),
    ],
    "a change beside that of what was found": [
        FOUND,
        Sent("UPDATE orders SET text=$1 WHERE orders.id = $2", [("a", 4), ("b", 5)]),
    ],
    "a row that is found by a part of its key": [
        sent("SELECT * FROM seats WHERE seats.shop_id = $1::INTEGER", 2, rows=[(2, 4)]),
        sent("DELETE FROM seats WHERE seats.shop_id = $1 AND seats.place = $2", 3, 4),
    ],
    "a key that equals what is true": [
        sent(SELECTED, 2, rows=[(True,)]),
        sent("DELETE FROM orders WHERE orders.id = $1", 1),
    ],
    "the collection of another row": [
        FOUND,
        sent("SELECT lines.id FROM lines WHERE lines.order_id IN ($1, $2)", 4, 5),
    ],
    "more than what was found": [
        FOUND,
        sent("DELETE FROM orders WHERE orders.text = $1", 4),
    ],
    "a comparison with false": [
        sent("SELECT id FROM orders WHERE orders.paid IS false")
    ],
    "a table that is joined to all": [sent("SELECT 1 FROM shops JOIN orders ON true")],
    "a table that is joined to an open one": [
        sent("SELECT 1 FROM shops JOIN orders ON orders.shop_id = shops.id")
    ],
    "a table that is joined otherwise": [
        sent("SELECT 1 FROM shops LEFT OUTER JOIN orders ON orders.shop_id <> $1", 2)
    ],
    "a table behind a comma": [sent("SELECT 1 FROM shops, orders")],
    "a table beside a scoped one": [
        sent("SELECT 1 FROM orders, lines WHERE orders.shop_id = $1::INTEGER", 2)
    ],
    "a table that a change uses": [sent("DELETE FROM shops USING orders WHERE true")],
    "a table without its subclasses": [sent("SELECT 1 FROM ONLY orders")],
    "a quoted table": [sent('SELECT 1 FROM "orders"')],
    "rows that are copied": [
        sent("INSERT INTO shops (id) SELECT orders.id FROM orders")
    ],
    "a subclass that nothing has found": [
        sent("DELETE FROM gifts WHERE gifts.order_id = $1::INTEGER", 4)
    ],
    "a collection of what nothing has found": [
        sent("SELECT lines.id FROM lines WHERE $1::UUID = lines.order_id", 4)
    ],
    "a collection that is joined to a page of any rows": [
        sent(
            "SELECT anon_1.id, lines_1.id FROM (SELECT orders.id AS id FROM orders "
            "LIMIT $1) AS anon_1 "
            "LEFT OUTER JOIN lines AS lines_1 ON anon_1.id = lines_1.order_id",
            5,
        ),
    ],
    "rows that a list of others names": [
        sent("SELECT marks.* FROM marks", rows=[(7, 4)]),
        sent("SELECT orders.id FROM orders WHERE orders.id IN ($1, $2)", 4, 5),
    ],
    "rows that tables do not refer to": [
        sent("SELECT shops.* FROM shops", rows=[(7, 4)]),
        sent("SELECT orders.id FROM orders WHERE orders.id IN ($1)", 4),
    ],
    "rows with others of their kind": [
        sent(
            "SELECT orders.id, orders_1.id FROM orders "
            "LEFT OUTER JOIN orders AS orders_1 ON orders.id = orders_1.next_id"
        )
    ],
    "rows with their collection": [
        sent(
            "SELECT orders.id, lines_1.id FROM orders "
            "LEFT OUTER JOIN lines AS lines_1 ON orders.id = lines_1.order_id"
        )
    ],
    "a change by a foreign key": [
        FOUND,
        sent("DELETE FROM lines WHERE lines.order_id = $1::UUID", 4),
    ],
    "whether there is a row that another refers to": [
        sent("SELECT lines.* FROM lines WHERE lines.shop_id = $1", 2, rows=[(7, 4)]),
        sent("SELECT EXISTS (SELECT 1 FROM orders WHERE orders.id = $1::UUID)", 4),
    ],
}


@pytest.mark.parametrize("case", KEPT)
def test_these_keep_to_the_rows_of_their_user(case: str) -> None:
    assert [*unscoped(KEPT[case], ORDERS)] == []


@pytest.mark.parametrize("case", LOST)
def test_these_do_not(case: str) -> None:
    (found,) = unscoped(LOST[case], ORDERS)
    assert found == re.sub(r"\$\d", "$", LOST[case][-1].text).replace('"', "")


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


def test_rules_are_those_of_models_of_any_base(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "older_access"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (tmp_path / "older_models.py").write_text(
        "from sqlalchemy import Column, Integer\n"
        "from sqlalchemy.orm import declarative_base\n\n\n"
        "class Van(declarative_base()):\n"
        "    __tablename__ = 'vans'\n"
        "    id = Column(Integer, primary_key=True)\n"
    )
    (folder / "van.py").write_text(
        "from older_models import Van\n\n\n"
        "def readable(user):\n    return Van.id == user\n"
    )
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    scopes = scopes_of(__import__("older_access"), 7)
    assert scopes == {"vans": Scope(["id"], ["vans.id = $::INTEGER"], [], set())}


@pytest.mark.parametrize("user", [7, None])
def test_classes_of_one_table_have_rules_of_their_own(
    user: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "family_access"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from sqlalchemy import true\n"
        f"from {Tenant.__module__} import Desk, Resident, Tenant, Van\n\n\n"
        "def visible(user):\n"
        "    return {Resident: true, Tenant: lambda: Tenant.rent == user, Van: true,\n"
        "            Desk: true}\n\n\n"
        "def visible_to_anyone():\n    return {Tenant: lambda: Tenant.rent.is_(None)}\n"
    )
    (folder / "tenant.py").write_text(
        f"from {Tenant.__module__} import Tenant\n\n\n"
        "def deletable(user):\n    return Tenant.id == user\n"
    )
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.delitem(sys.modules, "family_access", raising=False)
    monkeypatch.delitem(sys.modules, "family_access.tenant", raising=False)
    scopes = scopes_of(__import__("family_access"), user)
    conditions = {name: {*each.conditions} for name, each in scopes.items()}
    if user is None:
        assert conditions == {"residents": {"residents.rent IS NULL"}}
        return
    own = {"residents.id = $::INTEGER", "residents.rent = $::INTEGER", "true"}
    # What is open to all is not watched, unless it is joined to what is not.
    assert conditions == {"residents": own, "vans": {"true"}}


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
            RUNTIME,
            app,
            client,
            client,
            sessions,
            rows,
            [],
            monkeypatch,
            user,
            access=access,
        )
        watch(api, client, user)
        for _ in range(2):
            assert (await client.get("/own")).status_code == 200
            # What a test itself asks is not the request's.
            async with sessions() as db:
                await db.scalar(statements["others"])
        with pytest.raises(AssertionError, match=r"WHERE things\.number = \$"):
            await client.get("/others")


@pytest.mark.parametrize("other", [False, True])
async def test_a_client_may_reach_again_what_its_request_has_found_and_no_other_row(
    other: bool,
    access: ModuleType,
    sessions: Sessions,
    rows: Rows,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    things = [await rows.create(Thing, {"number": number}) for number in (7, 9)]
    app = FastAPI()

    @app.get("/")
    async def reach() -> None:  # pyright: ignore[reportUnusedFunction]
        async with sessions() as db:
            own = await db.scalar(select(Thing).where(Thing.number.in_([7, 8])))
            assert own is not None
            await db.get(Thing, things[other].id, populate_existing=True)

    async with AsyncClient(
        transport=ASGITransport(app), base_url="http://test"
    ) as client:
        api = Api(
            RUNTIME,
            app,
            client,
            client,
            sessions,
            rows,
            [],
            monkeypatch,
            7,
            access=access,
        )
        watch(api, client, 7)
        with pytest.raises(AssertionError) if other else nullcontext():
            await client.get("/")
