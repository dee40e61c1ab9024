"""The models: an order has a customer and lines."""

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    """The base of the models."""


class Customer(Base):
    """Who buys."""

    __tablename__ = "customers"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    email: Mapped[str]


class Order(Base):
    """What a customer has ordered."""

    __tablename__ = "orders"

    id: Mapped[int] = mapped_column(primary_key=True)
    status: Mapped[str]
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id"))

    customer: Mapped[Customer] = relationship()
    lines: Mapped[list["OrderLine"]] = relationship(passive_deletes="all")


class OrderLine(Base):
    """A line of an order."""

    __tablename__ = "order_lines"
    __table_args__ = (Index("order_lines_order", "order_id", "position", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id"))
    position: Mapped[int]
    quantity: Mapped[int]
    note: Mapped[str]
