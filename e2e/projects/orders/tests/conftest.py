"""The order service with the rows of two companies."""

import uuid
from collections.abc import AsyncGenerator, Generator, Iterator
from contextlib import contextmanager

import pytest
from httpx2 import ASGITransport, AsyncClient
from sqlalchemy import event, func, select

from main import app, lifespan
from orders_api.db.session import database
from shop.models import (
    Address,
    Base,
    Box,
    Category,
    Company,
    Customer,
    Invoice,
    Letter,
    Order,
    OrderLine,
    Product,
    Remark,
    Shelf,
    Supplier,
    Supply,
    Tag,
    order_tags,
)

Header = dict[str, str]


@pytest.fixture
def anyio_backend() -> str:
    """Runs the tests on asyncio, which the database driver needs."""
    return "asyncio"


@pytest.fixture
async def client(
    anyio_backend: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[AsyncClient]:
    """A client of the whole API, with the rows of `stock`."""
    monkeypatch.setenv("JWT_SECRET", "s" * 32)
    async with lifespan(app):
        async with database.engine.begin() as connection:
            await connection.run_sync(Base.metadata.drop_all)
            await connection.run_sync(Base.metadata.create_all)
        async with database.session() as session:
            for rows in stock():
                session.add_all(rows)
                await session.flush()
            await session.execute(
                order_tags.insert(),
                [{"order_id": 1, "tag_id": 1}, {"order_id": 1, "tag_id": 2}],
            )
            for table in (
                "orders",
                "order_lines",
                "categories",
                "customers",
                "invoices",
                "addresses",
                "boxes",
            ):
                await session.execute(
                    select(func.setval(f"{table}_id_seq", 1000)),
                )
            await session.commit()
        async with AsyncClient(
            transport=ASGITransport(app), base_url="http://orders"
        ) as client:
            yield client


def stock() -> Iterator[list[Base]]:
    """The rows, in the order of their foreign keys.

    Order 1 has all there is, order 2 nothing, order 3 belongs to a secret customer.
    Rows of company 2 refer to those of company 1, as no route would let them.
    """
    yield [Company(id=number, name=f"Company {number}") for number in (1, 2, 3)]
    yield [Tag(id=1, name="urgent"), Tag(id=2, name="gift")]
    yield [Category(id=1, name="Food")]
    yield [Category(id=2, name="Fruit", parent_id=1)]
    yield [Category(id=3, name="Berries", parent_id=2)]
    yield [
        Customer(id=1, company_id=1, name="Ann"),
        Customer(id=2, company_id=1, name="Bob", is_secret=True),
        Customer(id=3, company_id=2, name="Eve"),
    ]
    yield [
        Address(id=1, company_id=1, customer_id=1, street="Main St 1", city="Bern"),
        Address(id=2, company_id=2, customer_id=3, street="Side St 2", city="Basel"),
    ]
    yield [
        Product(
            id=product_id(number),
            company_id=company,
            sku=f"p{number}",
            name=name,
            price=number,
            category_id=category,
            metadata_={"shelf": number},
        )
        for number, company, name, category in [
            (1, 1, "Apple", 2),
            (2, 1, "Soap", None),
            (3, 2, "Bolt", None),
        ]
    ]
    yield [
        Supplier(id=number, company_id=company, name=f"Supplier {number}")
        for number, company in [(1, 1), (2, 1), (3, 2)]
    ]
    yield [
        Supply(product_id=product_id(product), supplier_id=supplier, company_id=company)
        for product, supplier, company in [(1, 1, 1), (1, 3, 2), (3, 3, 2)]
    ]
    yield [
        Order(
            id=number,
            company_id=company,
            customer_id=customer,
            billing_address_id=billing,
            shipping_address_id=shipping,
        )
        for number, company, customer, billing, shipping in [
            (1, 1, 1, 1, 2),
            (2, 1, 1, None, None),
            (3, 1, 2, None, None),
            (4, 2, 1, None, None),
        ]
    ]
    yield [
        OrderLine(
            id=number,
            company_id=company,
            order_id=order,
            position=position,
            product_id=product_id(product),
            quantity=quantity,
        )
        for number, company, order, position, product, quantity in [
            (1, 1, 1, 3, 1, 10),
            (2, 1, 1, 1, 2, 30),
            (3, 1, 1, 2, 3, 20),
            # The line of another company at an order of the first.
            (4, 2, 1, 0, 1, 99),
            (5, 1, 3, 0, 1, 1),
        ]
    ]
    yield [
        Invoice(id=1, company_id=1, order_id=1, number="2026-1"),
        Invoice(id=2, company_id=2, order_id=2, number="2026-2"),
    ]
    yield [
        Letter(id=1, company_id=1, order_id=2, body="yours"),
        Letter(id=2, company_id=2, order_id=1, body="theirs"),
    ]
    yield [
        Remark(id=number, order_id=1, author="Ann", text=f"remark {number}")
        for number in (1, 2, 3)
    ]
    yield [Shelf(warehouse="A", number=1, label="top"), Shelf(warehouse="A", number=2)]
    yield [
        Box(id=1, shelf_warehouse="A", shelf_number=1, weight=5),
        Box(id=2, shelf_warehouse="A", shelf_number=1, weight=7),
        Box(id=3, shelf_warehouse=None, shelf_number=1, weight=9),
    ]


def product_id(number: int) -> uuid.UUID:
    """The key of a product."""
    return uuid.UUID(f"00000000-0000-4000-8000-{number:012}")


async def login(client: AsyncClient, name: str) -> Header:
    """The header of one who works for a company: `1/ann`."""
    form = {"username": name, "password": "orders"}
    token = (await client.post("/auth/token", data=form)).json()["access_token"]
    return {"Authorization": f"Bearer {token}"}


@pytest.fixture
async def ann(client: AsyncClient) -> Header:
    """Works for company 1."""
    return await login(client, "1/ann")


@pytest.fixture
async def manager(client: AsyncClient) -> Header:
    """Manages company 1."""
    return await login(client, "1/manager")


@contextmanager
def counted() -> Generator[list[str]]:
    """The statements that are executed meanwhile."""
    statements: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        statements.append(statement)

    engine = database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(engine, "before_cursor_execute", note)
