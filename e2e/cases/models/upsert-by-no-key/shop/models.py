from datetime import datetime

from sqlalchemy import Index, String, UniqueConstraint, func, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Thing:
    id: Mapped[int] = mapped_column(primary_key=True)
    sku: Mapped[str] = mapped_column(String(20))
    code: Mapped[str] = mapped_column(String(20))
    place: Mapped[str] = mapped_column(String(20))
    email: Mapped[str] = mapped_column(String(50))
    rank: Mapped[int]
    deleted_at: Mapped[datetime | None]


class Product(Thing, Base):
    __tablename__ = "products"


class Conditional(Thing, Base):
    __tablename__ = "conditionals"
    __table_args__ = (Index("code_of_ranked", "code", unique=True, postgresql_where=text("rank > 0")),)


class Email(Thing, Base):
    __tablename__ = "emails"


Index("emails_email", func.lower(Email.email), unique=True)


class Ranked(Thing, Base):
    __tablename__ = "ranked"
    __table_args__ = (UniqueConstraint("rank", deferrable=True),)


class Said(Thing, Base):
    __tablename__ = "said"
    __table_args__ = (
        Index("said_sku", "sku", unique=True, postgresql_where=text("(deleted_at IS NULL)")),
        UniqueConstraint("code", "place"),
    )
