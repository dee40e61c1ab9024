"""What the API stores."""

import enum
from decimal import Decimal

from sqlalchemy import ForeignKey, Numeric, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    """The base class of all models."""


class Status(enum.Enum):
    """Whether customers see a product."""

    draft = "draft"
    on_sale = "on_sale"
    sold_out = "sold_out"


class Category(Base):
    """A kind of products."""

    __tablename__ = "categories"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(50), unique=True)


class Product(Base):
    """Something to buy."""

    __tablename__ = "products"

    id: Mapped[int] = mapped_column(primary_key=True)
    sku: Mapped[str] = mapped_column(String(7), unique=True)
    name: Mapped[str] = mapped_column(String(60))
    price: Mapped[Decimal] = mapped_column(Numeric(8, 2))
    stock: Mapped[int] = mapped_column(default=0)
    status: Mapped[Status] = mapped_column(default=Status.draft)
    category_id: Mapped[int] = mapped_column(ForeignKey("categories.id"))
    category: Mapped[Category] = relationship()
    row_version: Mapped[int] = mapped_column(default=1)
