"""Mapped classes that have every type, and every way to refer to each other."""

import datetime
import enum
import uuid
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    JSON,
    CheckConstraint,
    Date,
    DateTime,
    Double,
    ForeignKey,
    Integer,
    Interval,
    LargeBinary,
    Numeric,
    String,
    Text,
    UniqueConstraint,
    func,
)
from sqlalchemy.dialects.postgresql import ARRAY, DOMAIN, JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import UserDefinedType


class Base(DeclarativeBase):
    """The base class of all models."""


class Opaque(UserDefinedType[object]):
    """A type that does not know its Python class, as SQLAlchemy 2.0 says it."""

    @property
    def python_type(self) -> type:
        """Unknown."""
        raise NotImplementedError


class Level(enum.StrEnum):
    """Three levels, which sort in this order, not by their letters."""

    LOW = "low"
    MIDDLE = "middle"
    HIGH = "high"


class Thing(Base):
    """One column of each type; all but two may be NULL."""

    __tablename__ = "things"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    number: Mapped[int]
    text: Mapped[str | None] = mapped_column(Text)
    small: Mapped[int | None] = mapped_column(Integer)
    real: Mapped[float | None] = mapped_column(Double)
    price: Mapped[Decimal | None] = mapped_column(Numeric(12, 3))
    flag: Mapped[bool | None]
    level: Mapped[Level | None]
    moment: Mapped[datetime.datetime | None] = mapped_column(DateTime(timezone=True))
    day: Mapped[datetime.date | None]
    due: Mapped[datetime.date | None] = mapped_column(DOMAIN("due_day", Date))
    hour: Mapped[datetime.time | None]
    span: Mapped[datetime.timedelta | None] = mapped_column(Interval)
    data: Mapped[bytes | None] = mapped_column(LargeBinary)
    document: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    plain_json: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    metadata_: Mapped[str | None] = mapped_column("metadata", Text)


class Owner(Base):
    """Somebody to refer to, in a schema of its own."""

    __tablename__ = "owners"
    __table_args__ = ({"schema": "people"},)

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(12), unique=True)


class Item(Base):
    """A row with all the constraints there are."""

    __tablename__ = "items"
    __table_args__ = (
        UniqueConstraint("owner_id", "position"),
        CheckConstraint("position >= 0"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    owner_id: Mapped[int] = mapped_column(ForeignKey("people.owners.id"))
    parent_id: Mapped[int | None] = mapped_column(ForeignKey("items.id"))
    position: Mapped[int]
    slug: Mapped[str] = mapped_column(String(8), unique=True)
    level: Mapped[Level]
    tags: Mapped[list[str]] = mapped_column(ARRAY(Text))
    touched_at: Mapped[datetime.datetime | None] = mapped_column(
        DateTime(timezone=True),
        onupdate=func.now(),
    )


class Animal(Base):
    """A base class whose subclass has a table of its own."""

    __tablename__ = "animals"
    __mapper_args__ = {  # noqa: RUF012
        "polymorphic_on": "kind",
        "polymorphic_identity": "animal",
        # Joins the tables of all subclasses, outer.
        "with_polymorphic": "*",
    }

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]


class Dog(Animal):
    """A joined subclass."""

    __tablename__ = "dogs"
    __mapper_args__ = {"polymorphic_identity": "dog"}  # noqa: RUF012

    id: Mapped[int] = mapped_column(ForeignKey("animals.id"), primary_key=True)
    name: Mapped[str]
