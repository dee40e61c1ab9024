"""The models of the library, as the database is."""

import datetime
from decimal import Decimal
from enum import Enum as PythonEnum
from typing import Any, Literal

from sqlalchemy import (
    BigInteger,
    Column,
    Computed,
    DateTime,
    Enum,
    ForeignKey,
    Numeric,
    String,
    Table,
    Text,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, CITEXT, JSONB, TSVECTOR
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    pass


class State(PythonEnum):
    OPEN = "open"
    RETURNED = "returned"
    LOST = "lost"


book_authors = Table(
    "book_authors",
    Base.metadata,
    Column("book_id", ForeignKey("books.id"), primary_key=True),
    Column("author_id", ForeignKey("authors.id"), primary_key=True),
)


class Author(Base):
    __tablename__ = "authors"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    born: Mapped[datetime.date | None]


class Book(Base):
    __tablename__ = "books"
    __table_args__ = (UniqueConstraint("isbn"),)

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    isbn: Mapped[str] = mapped_column(String(13))
    title: Mapped[str] = mapped_column(String(120))
    subtitle: Mapped[str | None]
    price: Mapped[Decimal | None] = mapped_column(Numeric(8, 2))
    author_id: Mapped[int] = mapped_column(ForeignKey("authors.id", ondelete="cascade"))
    editor_id: Mapped[int | None] = mapped_column(ForeignKey("public.authors.id"))
    tags: Mapped[list[str]] = mapped_column(ARRAY(String), server_default="{}")
    search: Mapped[str | None] = mapped_column(TSVECTOR, Computed("to_tsvector(title)"))
    weight: Mapped[float]
    extra: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    printed_at: Mapped[datetime.datetime] = mapped_column(
        DateTime(timezone=True), server_default=func.now()
    )
    shelf: Mapped[str] = mapped_column(Text, default="A1")
    authors: Mapped[list[Author]] = relationship(secondary=book_authors)


class Loan(Base):
    __tablename__ = "loans"

    book_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("books.id", ondelete="RESTRICT"), primary_key=True
    )
    member: Mapped[str] = mapped_column(CITEXT, primary_key=True)
    number: Mapped[int]
    state: Mapped[State] = mapped_column(
        Enum(State, name="loan_state", values_callable=lambda e: [m.value for m in e]),
        server_default="open",
    )
    due: Mapped[datetime.date] = mapped_column(server_default=text("current_date + 14"))
    medium: Mapped[Literal["paper", "disc"]]
    format: Mapped[str] = mapped_column(Enum("a4", "a5", native_enum=False, length=20))


class Fine(Base):
    __tablename__ = "fines"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


class OpenLoan(Base):
    __tablename__ = "open_loans"
    __table_args__ = {"info": {"is_view": True}}

    book_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    member: Mapped[str] = mapped_column(CITEXT, primary_key=True)
    due: Mapped[datetime.date]
