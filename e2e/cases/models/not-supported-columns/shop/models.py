from datetime import time
from decimal import Decimal
from typing import Any

from sqlalchemy import ARRAY, JSON, Integer, Time
from sqlalchemy.dialects.postgresql import (
    BIT,
    CITEXT,
    DOMAIN,
    HSTORE,
    INT4MULTIRANGE,
    JSONB,
    MONEY,
    TSVECTOR,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Board(Base):
    __tablename__ = "boards"

    id: Mapped[int] = mapped_column(primary_key=True)
    labels: Mapped[dict[str, Any]] = mapped_column(HSTORE)
    price: Mapped[Decimal] = mapped_column(MONEY)
    flags: Mapped[str] = mapped_column(BIT(8))
    opens: Mapped[time] = mapped_column(Time(timezone=True))
    spans: Mapped[Any] = mapped_column(INT4MULTIRANGE)
    cells: Mapped[list[list[int]]] = mapped_column(ARRAY(Integer, dimensions=2))
    documents: Mapped[list[Any]] = mapped_column(ARRAY(JSON))
    names: Mapped[list[str]] = mapped_column(ARRAY(CITEXT))
    rules: Mapped[dict[str, Any]] = mapped_column(DOMAIN("rules", JSONB))


class Animal(Base):
    __tablename__ = "animals"

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    name: Mapped[str]
    words: Mapped[str] = mapped_column(TSVECTOR)
    __mapper_args__ = {"polymorphic_on": "kind", "polymorphic_identity": "animal"}
