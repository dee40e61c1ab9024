import uuid

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, UniqueConstraint, func, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Shop(Base):
    __tablename__ = "shops"

    id: Mapped[int] = mapped_column(primary_key=True)


class Carrier(Base):
    """No resource, though each shop has its own."""

    __tablename__ = "carriers"

    id: Mapped[int] = mapped_column(primary_key=True)
    shop_id: Mapped[int]


class Order(Base):
    __tablename__ = "orders"
    # None of them begins with the shop, and is of all its rows.
    __table_args__ = (
        Index("by_number", "number", "shop_id"),
        Index("large_ones", "shop_id", postgresql_where=text("number > 1000")),
        Index("by_note", func.lower("note"), "shop_id"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    shop: Mapped[int] = mapped_column("shop_id", ForeignKey("shops.id"))
    number: Mapped[int] = mapped_column(unique=True)
    note: Mapped[str]


class Product(Base):
    __tablename__ = "products"
    __table_args__ = (UniqueConstraint("shop_id", "name"),)

    shop: Mapped[int] = mapped_column("shop_id", primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


class Parcel(Base):
    __tablename__ = "parcels"
    __table_args__ = (
        ForeignKeyConstraint(
            ["shop_id", "product_number"], ["products.shop_id", "products.number"]
        ),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    shop: Mapped[int] = mapped_column("shop_id", index=True)
    product_number: Mapped[int]
    order_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("orders.id"))
    carrier_id: Mapped[int | None] = mapped_column(ForeignKey("carriers.id"))


class Letter(Base):
    __tablename__ = "letters"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    sender_id: Mapped[uuid.UUID]


class Bill(Base):
    __tablename__ = "bills"
    __table_args__ = (Index("of_shop", "shop_id", text("id DESC")),)

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    shop: Mapped[int] = mapped_column("shop_id")


class Label(Base):
    __tablename__ = "labels"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    shop: Mapped[int] = mapped_column("shop_id")
