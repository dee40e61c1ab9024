from sqlalchemy import Computed, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Product(Base):
    __tablename__ = "products"

    slug: Mapped[str] = mapped_column(
        String(80), Computed("lower(Name) || '-note'", persisted=True), primary_key=True
    )
    name: Mapped[str] = mapped_column(String(60))
    note: Mapped[str | None]


class Brand(Base):
    __tablename__ = "brands"

    slug: Mapped[str] = mapped_column(
        String(80), Computed("lower(name)", persisted=True), primary_key=True
    )
    name: Mapped[str] = mapped_column(String(60))
    note: Mapped[str | None]
