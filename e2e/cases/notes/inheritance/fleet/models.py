from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Vehicle(Base):
    __tablename__ = "vehicles"
    __table_args__ = (Index("of_firm", "firm_id", "id"),)
    __mapper_args__ = {"polymorphic_on": "kind", "polymorphic_identity": "vehicle"}

    id: Mapped[int] = mapped_column(primary_key=True)
    firm_id: Mapped[int]
    kind: Mapped[str]
    name: Mapped[str]


class Van(Vehicle):
    __tablename__ = "vans"
    __mapper_args__ = {"polymorphic_identity": "van"}

    id: Mapped[int] = mapped_column(ForeignKey("vehicles.id"), primary_key=True)
    load: Mapped[int]


class Ship(Base):
    __tablename__ = "ships"
    __mapper_args__ = {"polymorphic_on": "kind"}

    id: Mapped[int] = mapped_column(primary_key=True)
    firm_id: Mapped[int]
    kind: Mapped[str]
    name: Mapped[str]


class Boat(Ship):
    __tablename__ = "boats"

    id: Mapped[int] = mapped_column(ForeignKey("ships.id"), primary_key=True)
    load: Mapped[int]
    dock_id: Mapped[int] = mapped_column(ForeignKey("docks.id"))


class Dock(Base):
    __tablename__ = "docks"

    id: Mapped[int] = mapped_column(primary_key=True)
    firm_id: Mapped[int]
