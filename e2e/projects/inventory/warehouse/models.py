"""What the warehouse stores."""

import datetime

from sqlalchemy import CheckConstraint, Column, ForeignKey, Integer, String, Table
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    column_property,
    mapped_column,
    relationship,
    validates,
)


class Base(DeclarativeBase):
    """The base class of all models."""


class StockItem(Base):
    """Something on the shelves."""

    __tablename__ = "stock_items"
    __table_args__ = (CheckConstraint("quantity >= 0"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    sku: Mapped[str] = mapped_column(String(30), unique=True)
    quantity: Mapped[int]


class Shelf(Base):
    """Where things lie."""

    __tablename__ = "shelves"

    id: Mapped[int] = mapped_column(primary_key=True)


delivery_labels = Table(
    "delivery_labels",
    Base.metadata,
    Column("delivery_id", Integer, ForeignKey("deliveries.id"), primary_key=True),
    Column("label_id", Integer, ForeignKey("labels.id"), primary_key=True),
)


class Label(Base):
    """A word for deliveries."""

    __tablename__ = "labels"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(30), unique=True)
    deliveries: Mapped[list["Delivery"]] = relationship(
        secondary=delivery_labels,
        back_populates="labels",
    )

    @validates("name")
    def tidy(self, _: str, name: str) -> str:
        """Stores small letters."""
        return name.lower()


class Delivery(Base):
    """What comes on a day of the week; its checks are limits of its fields."""

    __tablename__ = "deliveries"
    __table_args__ = (
        CheckConstraint("weekday BETWEEN 0 AND 6", name="a_day"),
        CheckConstraint("length(code) > 2", name="long_code"),
        CheckConstraint("way IN ('road', 'rail')", name="known_way"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(10))
    carrier: Mapped[str] = mapped_column(String(60))
    weekday: Mapped[int]
    way: Mapped[str]
    deleted_at: Mapped[datetime.datetime | None]
    title: Mapped[str] = column_property(code + " by " + carrier)
    labels: Mapped[list[Label]] = relationship(
        secondary=delivery_labels,
        back_populates="deliveries",
    )


class Parcel(Base):
    """A part of a delivery, and when it may be taken."""

    __tablename__ = "parcels"
    __table_args__ = (CheckConstraint("opens < closes", name="opens_first"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    delivery_id: Mapped[int] = mapped_column(ForeignKey("deliveries.id"))
    opens: Mapped[int]
    closes: Mapped[int]
