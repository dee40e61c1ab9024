"""The tables."""

from datetime import datetime

from sqlalchemy import (
    JSON,
    CheckConstraint,
    DateTime,
    ForeignKey,
    Index,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The base of the models."""


class Shop(Base):
    """A shop."""

    __tablename__ = "shops"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(50))


class Shelf(Base):
    """A shelf of the warehouse, which all shops use."""

    __tablename__ = "shelves"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(50))
    version_id: Mapped[int] = mapped_column()
    deleted_at: Mapped[datetime | None]

    __mapper_args__ = {"version_id_col": version_id}  # noqa: RUF012


class Product(Base):
    """A product of a shop."""

    __tablename__ = "products"
    __table_args__ = (
        UniqueConstraint("shop_id", "sku"),
        CheckConstraint("available >= 0", name="products_available"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    shop_id: Mapped[int] = mapped_column(ForeignKey("shops.id"))
    sku: Mapped[str] = mapped_column(String(20))
    title: Mapped[str] = mapped_column(String(100))
    available: Mapped[int] = mapped_column(default=0)
    shelf_id: Mapped[int | None] = mapped_column(ForeignKey("shelves.id"))
    row_version: Mapped[int] = mapped_column(default=1)


class Supplier(Base):
    """A supplier of a shop, whose code no other shop can have."""

    __tablename__ = "suppliers"
    __table_args__ = (
        Index(
            "suppliers_code",
            "code",
            unique=True,
            postgresql_where=text("deleted_at IS NULL"),
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    shop_id: Mapped[int] = mapped_column(ForeignKey("shops.id"))
    code: Mapped[str] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(100))
    product_id: Mapped[int | None] = mapped_column(ForeignKey("products.id"))
    locked: Mapped[bool] = mapped_column(default=False)
    writes: Mapped[int] = mapped_column(default=1, onupdate=lambda: 2)
    deleted_at: Mapped[datetime | None]


class Label(Base):
    """A label of a shop."""

    __tablename__ = "labels"

    id: Mapped[int] = mapped_column(primary_key=True)
    shop_id: Mapped[int] = mapped_column(ForeignKey("shops.id"))
    product_id: Mapped[int | None] = mapped_column(ForeignKey("products.id"))
    text: Mapped[str] = mapped_column(String(100))
    prints: Mapped[int] = mapped_column(default=0)
    revision: Mapped[int] = mapped_column()

    __mapper_args__ = {"version_id_col": revision}  # noqa: RUF012


class IdempotencyKey(Base):
    """The answer to a request, which a retry gets again."""

    __tablename__ = "idempotency_keys"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(64))
    status: Mapped[int]
    headers: Mapped[dict[str, str]] = mapped_column(JSON)
    body: Mapped[bytes]
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
