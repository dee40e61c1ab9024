"""Columns that classes of other modules take over, and of which they change whether they can be NULL."""

from sqlalchemy import String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Vehicle(Base):
    __tablename__ = "vehicles"

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    wheels: Mapped[int]
    seats: Mapped[int]
    load: Mapped[int | None]

    __mapper_args__ = {"polymorphic_on": "kind", "polymorphic_identity": "vehicle"}
