"""The tables of the order service."""

import datetime
import uuid
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    Column,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    Numeric,
    String,
    Table,
    func,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    """The base of the models."""


class Company(Base):
    """A company that sells: the tenant."""

    __tablename__ = "companies"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(50))


order_tags = Table(
    "order_tags",
    Base.metadata,
    Column("order_id", Integer, ForeignKey("orders.id"), primary_key=True),
    Column("tag_id", Integer, ForeignKey("tags.id"), primary_key=True),
)


class Tag(Base):
    """A keyword of orders, the same for all companies."""

    __tablename__ = "tags"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40), unique=True)


class Customer(Base):
    """Who buys."""

    __tablename__ = "customers"

    id: Mapped[int] = mapped_column(primary_key=True)
    company_id: Mapped[int] = mapped_column(ForeignKey("companies.id"), index=True)
    name: Mapped[str] = mapped_column(String(80))
    email: Mapped[str | None] = mapped_column(String(200))
    is_secret: Mapped[bool] = mapped_column(server_default="false")
    """Whether only managers see the customer."""
    deleted_at: Mapped[datetime.datetime | None] = mapped_column(
        DateTime(timezone=True)
    )

    orders: Mapped[list["Order"]] = relationship(
        back_populates="customer", passive_deletes="all"
    )


class Address(Base):
    """An address of a customer."""

    __tablename__ = "addresses"

    id: Mapped[int] = mapped_column(primary_key=True)
    company_id: Mapped[int] = mapped_column(ForeignKey("companies.id"), index=True)
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id"), index=True)
    street: Mapped[str] = mapped_column(String(100))
    city: Mapped[str] = mapped_column(String(60))


class Category(Base):
    """A group of products, which may be in another."""

    __tablename__ = "categories"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    parent_id: Mapped[int | None] = mapped_column(
        ForeignKey("categories.id"), index=True
    )
    deleted_at: Mapped[datetime.datetime | None] = mapped_column(
        DateTime(timezone=True)
    )

    parent: Mapped["Category | None"] = relationship(
        back_populates="children", remote_side="Category.id"
    )
    children: Mapped[list["Category"]] = relationship(
        back_populates="parent", passive_deletes="all"
    )


class Product(Base):
    """What is sold."""

    __tablename__ = "products"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    company_id: Mapped[int] = mapped_column(ForeignKey("companies.id"), index=True)
    sku: Mapped[str] = mapped_column(String(30))
    name: Mapped[str] = mapped_column(String(80))
    price: Mapped[Decimal] = mapped_column(Numeric(10, 2))
    metadata_: Mapped[Any | None] = mapped_column("metadata", JSONB)
    category_id: Mapped[int | None] = mapped_column(ForeignKey("categories.id"))
    row_version: Mapped[int] = mapped_column(default=1)

    category: Mapped[Category | None] = relationship()


class Supplier(Base):
    """Who delivers products."""

    __tablename__ = "suppliers"

    id: Mapped[int] = mapped_column(primary_key=True)
    company_id: Mapped[int] = mapped_column(ForeignKey("companies.id"), index=True)
    name: Mapped[str] = mapped_column(String(80))


class Supply(Base):
    """That a supplier delivers a product, to a company."""

    __tablename__ = "supplies"

    product_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("products.id"), primary_key=True
    )
    supplier_id: Mapped[int] = mapped_column(
        ForeignKey("suppliers.id"), primary_key=True
    )
    company_id: Mapped[int] = mapped_column(ForeignKey("companies.id"), index=True)
    since: Mapped[datetime.date] = mapped_column(server_default=func.current_date())


class Order(Base):
    """What a customer has ordered."""

    __tablename__ = "orders"
    __table_args__ = (Index("orders_company", "company_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    company_id: Mapped[int] = mapped_column(ForeignKey("companies.id"))
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id"), index=True)
    billing_address_id: Mapped[int | None] = mapped_column(ForeignKey("addresses.id"))
    shipping_address_id: Mapped[int | None] = mapped_column(ForeignKey("addresses.id"))
    status: Mapped[str] = mapped_column(String(20), server_default="new")
    placed_at: Mapped[datetime.datetime] = mapped_column(
        DateTime(timezone=True), server_default=func.now()
    )
    deleted_at: Mapped[datetime.datetime | None] = mapped_column(
        DateTime(timezone=True)
    )

    customer: Mapped[Customer] = relationship(back_populates="orders")
    billing_address: Mapped[Address | None] = relationship(
        foreign_keys=[billing_address_id]
    )
    shipping_address: Mapped[Address | None] = relationship(
        foreign_keys=[shipping_address_id]
    )
    lines: Mapped[list["OrderLine"]] = relationship(
        back_populates="order", passive_deletes="all"
    )
    tags: Mapped[list[Tag]] = relationship(secondary=order_tags)
    invoice: Mapped["Invoice | None"] = relationship(
        back_populates="order", uselist=False, passive_deletes="all"
    )
    letters: Mapped[list["Letter"]] = relationship(viewonly=True)


class OrderLine(Base):
    """A product of an order, and how often."""

    __tablename__ = "order_lines"
    __table_args__ = (Index("order_lines_order", "order_id", "position"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    company_id: Mapped[int] = mapped_column(ForeignKey("companies.id"), index=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id", ondelete="CASCADE"))
    position: Mapped[int]
    product_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("products.id"))
    quantity: Mapped[int]
    note: Mapped[str | None] = mapped_column(String(100))
    # Of another type than that of orders.
    deleted_at: Mapped[datetime.datetime | None]

    order: Mapped[Order] = relationship(back_populates="lines")
    product: Mapped[Product] = relationship()


class Invoice(Base):
    """The invoice of an order."""

    __tablename__ = "invoices"

    id: Mapped[int] = mapped_column(primary_key=True)
    company_id: Mapped[int] = mapped_column(ForeignKey("companies.id"), index=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id"), unique=True)
    number: Mapped[str] = mapped_column(String(20))

    order: Mapped[Order] = relationship(back_populates="invoice")


class Document(Base):
    """What is filed with an order."""

    __tablename__ = "documents"
    __mapper_args__ = {  # noqa: RUF012
        "polymorphic_on": "kind",
        "polymorphic_identity": "document",
    }

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    company_id: Mapped[int] = mapped_column(ForeignKey("companies.id"), index=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id"), index=True)


class Letter(Document):
    """A document with a text, in a table of its own."""

    __tablename__ = "letters"
    __mapper_args__ = {"polymorphic_identity": "letter"}  # noqa: RUF012

    id: Mapped[int] = mapped_column(ForeignKey("documents.id"), primary_key=True)
    body: Mapped[str] = mapped_column(String(200))


class Remark(Base):
    """What somebody has written about an order. No model has a relationship to it."""

    __tablename__ = "remarks"

    id: Mapped[int] = mapped_column(primary_key=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id"), index=True)
    author: Mapped[str] = mapped_column(String(60))
    text: Mapped[str] = mapped_column(String(500))


class Shelf(Base):
    """A place in a warehouse: its key has two columns."""

    __tablename__ = "shelves"

    warehouse: Mapped[str] = mapped_column(String(10), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    label: Mapped[str | None] = mapped_column(String(40))

    boxes: Mapped[list["Box"]] = relationship(
        back_populates="shelf", passive_deletes="all"
    )


class Box(Base):
    """A box of a product on a shelf."""

    __tablename__ = "boxes"
    __table_args__ = (
        ForeignKeyConstraint(
            ["shelf_warehouse", "shelf_number"], ["shelves.warehouse", "shelves.number"]
        ),
        Index("boxes_shelf", "shelf_warehouse", "shelf_number"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    shelf_warehouse: Mapped[str | None] = mapped_column(String(10))
    shelf_number: Mapped[int | None]
    weight: Mapped[int]

    shelf: Mapped[Shelf | None] = relationship(back_populates="boxes")
