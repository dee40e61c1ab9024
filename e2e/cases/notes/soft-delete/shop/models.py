from datetime import datetime

from sqlalchemy import Index, String, UniqueConstraint, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Product(Base):
    __tablename__ = "products"
    __table_args__ = (UniqueConstraint("code", "year"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    sku: Mapped[str] = mapped_column(String(20), unique=True)
    code: Mapped[str] = mapped_column(String(20))
    year: Mapped[int]
    deleted_at: Mapped[datetime | None]


class Label(Base):
    __tablename__ = "labels"
    __table_args__ = (
        Index("labels_name", "name", unique=True, postgresql_where=text("deleted_at IS NULL")),
        Index("labels_place", "place", unique=True, postgresql_where=text("place > 0 AND labels.deleted_at IS NULL")),
        Index("labels_rank", "rank", unique=True, postgresql_where=text("rank > 0")),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(20))
    slug: Mapped[str] = mapped_column(String(20))
    place: Mapped[int]
    rank: Mapped[int]
    deleted_at: Mapped[datetime | None]


Index("labels_slug", Label.slug, unique=True, postgresql_where=Label.deleted_at.is_(None))
