from datetime import date, datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    pass


class Product(Base):
    __tablename__ = "products"

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
    deleted_at: Mapped[datetime | None]
    sizes: Mapped[list["Size"]] = relationship(passive_deletes="all")
    photos: Mapped[list["Photo"]] = relationship(cascade="all, delete-orphan")


class Size(Base):
    __tablename__ = "sizes"

    id: Mapped[int] = mapped_column(primary_key=True)
    product_id: Mapped[int] = mapped_column(ForeignKey("products.id"))
    deleted_at: Mapped[datetime | None]


class Photo(Base):
    __tablename__ = "photos"

    id: Mapped[int] = mapped_column(primary_key=True)
    product_id: Mapped[int] = mapped_column(ForeignKey("products.id"))
    size_id: Mapped[int] = mapped_column(ForeignKey("sizes.id", ondelete="CASCADE"))


class Shelf(Base):
    __tablename__ = "shelves"

    id: Mapped[int] = mapped_column(primary_key=True)
    emptied: Mapped[date | None]


class Rack(Base):
    __tablename__ = "racks"

    id: Mapped[int] = mapped_column(primary_key=True)
    deleted_at: Mapped[datetime]


class Label(Base):
    __tablename__ = "labels"

    id: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(String(40))


class Crate(Base):
    __tablename__ = "crates"

    id: Mapped[int] = mapped_column(primary_key=True)
    deleted_at: Mapped[datetime | None]
