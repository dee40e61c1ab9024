"""Columns that several classes of one table make: what they say differently is unknown."""

from sqlalchemy import String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Vehicle(Base):
    __tablename__ = "vehicles"

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    # Also seen by classes that make it, too.
    plate: Mapped[str] = mapped_column(String(12), unique=True)

    __mapper_args__ = {"polymorphic_on": "kind", "polymorphic_identity": "vehicle"}


class Van(Vehicle):
    __mapper_args__ = {"polymorphic_identity": "van"}

    load: Mapped[int | None] = mapped_column(use_existing_column=True)


class Bus(Vehicle):
    __mapper_args__ = {"polymorphic_identity": "bus"}

    load: Mapped[int | None] = mapped_column(use_existing_column=True)
    plate: Mapped[str] = mapped_column(String(12), use_existing_column=True)
