"""An annotation without a value, where a mixin has an attribute of the same name."""

from typing import Generic, Optional, TypeVar

from sqlalchemy import Column, ForeignKey, Integer, String
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    MappedAsDataclass,
    declared_attr,
    mapped_column,
    relationship,
)


class Base(DeclarativeBase):
    pass


class Mixin:
    id: Mapped[int] = mapped_column(primary_key=True)
    bare: Mapped[str]
    column: Mapped[str] = mapped_column()
    old = Column(String)
    plain = 3

    @declared_attr
    def made(cls) -> Mapped[str]:
        return mapped_column()

    @declared_attr
    def typed(cls) -> Mapped[str]:
        return mapped_column(String(5))

    @declared_attr
    def made_column(cls):
        return Column(Integer)


class Again(Mixin, Base):
    """The columns of the mixin stand."""

    __tablename__ = "again"

    bare: Mapped[Optional[int]]
    column: Mapped[Optional[int]]
    old: Mapped[int]
    plain: Mapped[int]
    made: Mapped[Optional[int]]
    typed: Mapped[Optional[int]]
    made_column: Mapped[bytes]


class Replaced(Mixin, Base):
    __tablename__ = "replaced"

    bare: Mapped[Optional[int]] = mapped_column()
    column: Mapped[Optional[int]] = mapped_column()
    old: Mapped[int] = mapped_column()


class Without(Mixin, Base):
    """None takes columns away, but not what only an annotation says."""

    __tablename__ = "without"

    bare = None
    column = None
    old = None
    made = None


class Plain(Mixin, Base):
    __tablename__ = "plain"

    bare = "text"
    column = 3
    old = property(lambda self: 4)


class Nearer(Mixin):
    bare: Mapped[bytes]
    column: Mapped[bytes]
    old: Mapped[bytes]
    plain: Mapped[bytes]
    made: Mapped[bytes]


class Far(Nearer, Base):
    __tablename__ = "far"


class Middle(Mixin):
    bare = None
    column = None


class Hidden(Middle, Base):
    __tablename__ = "hidden"


T = TypeVar("T")


class Abstract(Base, Generic[T]):
    __abstract__ = True

    id: Mapped[int] = mapped_column(primary_key=True)
    value: Mapped[str]
    column: Mapped[str] = mapped_column()


class Numbers(Abstract[int]):
    __tablename__ = "numbers"

    value: Mapped[int]
    column: Mapped[int]


class Vehicle(Base):
    __tablename__ = "vehicles"
    __mapper_args__ = {"polymorphic_on": "kind", "polymorphic_identity": "vehicle"}

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    wheels: Mapped[str]


class Wheeled:
    wheels: Mapped[int]
    load: Mapped[int] = mapped_column()


class Car(Wheeled, Vehicle):
    """The column of the vehicle stands."""

    __mapper_args__ = {"polymorphic_identity": "car"}


class Van(Vehicle, Wheeled):
    __mapper_args__ = {"polymorphic_identity": "van"}

    load: Mapped[int] = mapped_column(use_existing_column=True)


class Owned:
    owner_id: Mapped[int] = mapped_column(ForeignKey("vehicles.id"))

    @declared_attr
    def owner(cls) -> Mapped["Vehicle"]:
        return relationship("Vehicle")


class Part(Owned, Base):
    __tablename__ = "parts"

    id: Mapped[int] = mapped_column(primary_key=True)
    owner_id: Mapped[Optional[int]]
    owner: Mapped[Optional["Vehicle"]]


class DataBase(MappedAsDataclass, DeclarativeBase):
    pass


class Fields(DataBase, kw_only=True):
    __abstract__ = True

    id: Mapped[int] = mapped_column(primary_key=True, init=False)
    given: Mapped[int]
    default: Mapped[int] = mapped_column(default=None)


class Row(Fields, kw_only=True):
    __tablename__ = "rows"

    id: Mapped[str]
    given: Mapped[Optional[str]]
    default: Mapped[str]


class NearerFields(Fields, kw_only=True):
    __abstract__ = True

    given: Mapped[bytes]
    default: Mapped[bytes]


class FarRow(NearerFields, kw_only=True):
    __tablename__ = "far_rows"


class Kind(Fields, kw_only=True):
    __tablename__ = "kinds"
    __mapper_args__ = {"polymorphic_on": "kind", "polymorphic_identity": "kind"}

    kind: Mapped[str] = mapped_column(default="kind")
    default: Mapped[str]


class Sort(Kind, kw_only=True):
    __mapper_args__ = {"polymorphic_identity": "sort"}

    more: Mapped[Optional[int]]


class Remarked:
    remark: Mapped[Optional[str]] = None


class Remark(Remarked, Base):
    """`= None` is no value: SQLAlchemy makes the columns as if it was not there."""

    __tablename__ = "remarks"
    id: Mapped[int] = mapped_column(primary_key=True)
    note: Mapped[Optional[str]] = None
    plain: Mapped[Optional[int]] = 5


class Remarks(MappedAsDataclass, Base):
    __tablename__ = "remark_lists"
    id: Mapped[int] = mapped_column(primary_key=True, init=False)
    note: Mapped[Optional[str]] = None
