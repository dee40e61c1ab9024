"""The models of the library, as somebody remembers the database."""

import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    Computed,
    DateTime,
    Enum,
    ForeignKey,
    Identity,
    Numeric,
    String,
    Text,
    TypeDecorator,
    func,
)
from sqlalchemy.dialects.postgresql import ARRAY, CITEXT, JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from somewhere import plugin


class Base(DeclarativeBase):
    pass


class Shelf(TypeDecorator):
    impl = Text


class Author(Base):
    __tablename__ = "authors"

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    name: Mapped[str | None] = mapped_column(String(200), unique=True)
    born: Mapped[datetime.datetime | None] = mapped_column(DateTime(timezone=True))


class Book(Base):
    __tablename__ = "books"

    id: Mapped[int] = mapped_column(primary_key=True)
    isbn: Mapped[str] = mapped_column(String(13))
    titel: Mapped[str] = mapped_column(String(120))
    subtitle: Mapped[str]
    price: Mapped[Decimal | None] = mapped_column(Numeric(10, 2))
    author_id: Mapped[int] = mapped_column(ForeignKey("authors.id"))
    editor_id: Mapped[int | None]
    tags: Mapped[list[int]] = mapped_column(ARRAY(Numeric), server_default="{}")
    search: Mapped[str | None]
    weight: Mapped[float] = mapped_column(Computed("1"))
    extra: Mapped[dict[str, Any] | None] = mapped_column(JSONB, server_default="{}")
    printed_at: Mapped[datetime.datetime] = mapped_column(DateTime(timezone=True))
    shelf: Mapped[Any] = mapped_column(Shelf)


class Loan(Base):
    __tablename__ = "loans"

    book_id: Mapped[int] = mapped_column(primary_key=True)
    member: Mapped[str] = mapped_column(CITEXT)
    number: Mapped[int] = mapped_column(ForeignKey("fines.id"))
    state: Mapped[str] = mapped_column(Enum("open", "gone", name="loan_state"))
    due: Mapped[datetime.date] = mapped_column(default=func.current_date())
    medium: Mapped[str] = mapped_column(Enum("paper", "disc", name="medium"))
    format: Mapped[str] = mapped_column(Enum("a4", "a5", native_enum=False))


class Member(Base):
    __tablename__ = "member"

    id: Mapped[int] = mapped_column(primary_key=True)


class OpenLoan(Base):
    __tablename__ = "open_loans"

    book_id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]


@plugin
class Fine(Base):
    __tablename__ = plugin.table
