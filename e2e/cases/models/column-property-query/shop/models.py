"""What the shop stores."""

from sqlalchemy import ForeignKey, func, select
from sqlalchemy.orm import DeclarativeBase, Mapped, column_property, mapped_column


class Base(DeclarativeBase):
    """The base class of all models."""


class Line(Base):
    """A line of an order."""

    __tablename__ = "lines"

    id: Mapped[int] = mapped_column(primary_key=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id"))
    company_id: Mapped[int]


class Order(Base):
    """An order."""

    __tablename__ = "orders"

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str]
    label: Mapped[str] = column_property("#" + code)
    line_count: Mapped[int] = column_property(
        select(func.count()).where(Line.order_id == id).scalar_subquery()
    )
