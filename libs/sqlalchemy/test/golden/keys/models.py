import functools
import os

from sqlalchemy import CheckConstraint, Column, ForeignKey, ForeignKeyConstraint, Index
from sqlalchemy import PrimaryKeyConstraint
from sqlalchemy import Integer, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, declared_attr, mapped_column

from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


class Branch(Base):
    __tablename__ = "branches"
    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(String(5), unique=True)


class Hours(Base):
    __tablename__ = "hours"
    __table_args__ = (
        PrimaryKeyConstraint("weekday", "branch_id"),
        ForeignKeyConstraint(["branch_id"], ["branches.id"], ondelete="CASCADE"),
        UniqueConstraint("slug", name="one_slug"),
        Index("one_open", "opens", unique=True, postgresql_where=text("opens > 0")),
        UniqueConstraint("opens", "weekday", deferrable=True),
        {"schema": None},
    )
    branch_id: Mapped[int]
    weekday: Mapped[int]
    opens: Mapped[int]
    slug: Mapped[str]
    key_: Mapped[str] = mapped_column("key")


Index("one_key", Hours.key_, unique=True)
Index("one_untold", Hours.opens, Hours.key_, unique=True, postgresql_where=Hours.slug.is_(None))


class Visit(Base):
    __tablename__ = "visits"

    branch: Mapped[int] = mapped_column(ForeignKey(Branch.id), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    other = Column(ForeignKey("branches.code"))

    @declared_attr.directive
    def __table_args__(cls):
        return (UniqueConstraint(cls.number, cls.other),)


class Lock(Base):
    __tablename__ = "locks"

    id: Mapped[int] = mapped_column(primary_key=True)
    name = Column(String(255))
    place = Column(String(255))
    UniqueConstraint(name)
    by_place = Index("by_place", place, unique=True)


UniqueConstraint(Lock.name, Lock.place)


class Seat(Base):
    __tablename__ = "seats"

    id: Mapped[int] = mapped_column(primary_key=True)
    row = Column(Integer)
    # Of the name of a column, SQLAlchemy does not know the table.
    UniqueConstraint("row")
    Index("by_row", "row", unique=True)


_PARTS = [name for name in ("branch", "day") if name in os.environ or True]


class Shift(Base):
    """Which columns its foreign key has is not known."""

    __tablename__ = "shifts"
    __table_args__ = (
        PrimaryKeyConstraint("branch", "day"),
        ForeignKeyConstraint(_PARTS, ["hours.branch_id", "hours.weekday"]),
    )
    branch: Mapped[int]
    day: Mapped[int]


class Named:
    @declared_attr.directive
    def __tablename__(cls):
        return cls.__name__.lower() + "s"

    @declared_attr
    def key_path(cls):
        return f"{cls.__tablename__}.id"


class Vehicle(Named, Base):
    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    __mapper_args__ = {"polymorphic_on": "kind"}


class Truck(Vehicle):
    id: Mapped[int] = mapped_column(ForeignKey(Vehicle.key_path), primary_key=True)


class Trip(Named, Base):
    id: Mapped[int] = mapped_column(primary_key=True)
    vehicle_id = Column(ForeignKey(Vehicle.key_path, ondelete="CASCADE"))
    # Trucks have the path of vehicles, which SQLAlchemy made first.
    truck_id = Column(Integer, ForeignKey(Truck.key_path))


class Ticket(Base):
    """Which databases have its keys is decided when they are made."""

    __tablename__ = "tickets"
    __table_args__ = (
        UniqueConstraint("number").ddl_if(dialect="postgresql"),
        CheckConstraint("number > 0").ddl_if(dialect="postgresql"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int]


class Token(Base):
    __tablename__ = "tokens"
    id: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str]


Index("one_text", Token.text, unique=True).ddl_if(dialect="postgresql")


class Stamp(Base):
    __tablename__ = "stamps"
    __table_args__ = (functools.reduce(lambda _, name: UniqueConstraint(name), ["text"], None),)
    id: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str]


# What cannot be read is the key.
class Unread(Base):
    __tablename__ = "unread"
    __table_args__ = functools.reduce(lambda _, name: (PrimaryKeyConstraint(name),), ["code"], ())

    code: Mapped[str]
    note: Mapped[str | None]


LAST = 6


class Watch(Base):
    """What its rows must meet is said of a column, and of the table."""

    __tablename__ = "watches"
    __table_args__ = (
        CheckConstraint("weekday BETWEEN 0 AND 6", name="weekday"),
        CheckConstraint(sqltext=text("length(note) > 2")),
        CheckConstraint(f"day <> {LAST}"),
    )
    id: Mapped[int] = mapped_column(primary_key=True)
    weekday: Mapped[int]
    day: Mapped[int]
    note: Mapped[str]
    hours: Mapped[int] = mapped_column(CheckConstraint("hours > 0"))
