"""Columns that several classes of one table make: the class that comes first decides."""

from sqlalchemy import Column, ForeignKey, Integer, String
from sqlalchemy.orm import DeclarativeBase, Mapped, declared_attr, deferred, mapped_column, relationship


class Base(DeclarativeBase):
    pass


class Depot(Base):
    __tablename__ = "depots"

    id: Mapped[int] = mapped_column(primary_key=True)


class Vehicle(Base):
    __tablename__ = "vehicles"

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    # Also seen by classes that make it, too.
    plate: Mapped[str] = mapped_column(String(12), unique=True)

    __mapper_args__ = {"polymorphic_on": "kind", "polymorphic_identity": "vehicle"}


class Van(Vehicle):
    __mapper_args__ = {"polymorphic_identity": "van"}

    @declared_attr
    def depot_id(cls):
        return Vehicle.__table__.c.get("depot_id", Column(ForeignKey("depots.id"), index=True))

    @declared_attr
    def depot(cls):
        return relationship("Depot", foreign_keys=[cls.depot_id])

    load: Mapped[int | None] = mapped_column(use_existing_column=True)


class Bus(Vehicle):
    __mapper_args__ = {"polymorphic_identity": "bus"}

    # The column of Van, which can be NULL.
    @declared_attr
    def depot_id(cls):
        return Vehicle.__table__.c.get("depot_id", Column(Integer, nullable=False))

    # That of Van, not a text that cannot be NULL.
    load: Mapped[str] = mapped_column(use_existing_column=True)
    plate: Mapped[str | None] = mapped_column(String(99), use_existing_column=True)

    @declared_attr
    def seats(cls):
        return deferred(Vehicle.__table__.c.get("seats", Column(Integer)))
