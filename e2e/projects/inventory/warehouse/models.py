"""What the warehouse stores."""

from sqlalchemy import CheckConstraint, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


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
