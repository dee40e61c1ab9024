from dataclasses import dataclass, field

from sqlalchemy import Column, Integer, String, Text, func, select
from sqlalchemy.ext.hybrid import Comparator, hybrid_property
from sqlalchemy.ext.hybrid import hybrid_property as computed
from sqlalchemy.orm import Mapped, column_property, composite, deferred, mapped_column, synonym

from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


class Range:
    def __init__(self, low, high):
        self.low = low
        self.high = high

    def __composite_values__(self):
        return self.low, self.high


class Shape(Base):
    """A composite of columns that the class has."""

    __tablename__ = "shapes"

    id: Mapped[int] = mapped_column(primary_key=True)
    low = Column(Integer)
    high: Mapped[int] = mapped_column()
    range = composite(Range, low, "high")


class Person(Base):
    __tablename__ = "people"

    id: Mapped[int] = mapped_column(primary_key=True)
    first: Mapped[str] = mapped_column(String(20))
    last: Mapped[str] = mapped_column(String(20))
    note = deferred(Column(Text))
    more: Mapped[str] = mapped_column(Text, deferred=True)
    grouped: Mapped[str] = mapped_column(Text, deferred_group="texts")
    surname = synonym("last")
    wrapped = column_property(Column(String(8)))
    shout = column_property(func.upper(last))

    @hybrid_property
    def full(self):
        return self.first + " " + self.last

    @property
    def plain(self):
        return 1


Person.size = column_property(func.length(Person.first))
Person.shapes = column_property(select(func.count(Shape.id)).scalar_subquery())
Person.late = Column(Integer)


class Folded(Comparator):
    def __eq__(self, other):
        return func.lower(self.expression) == func.lower(other)


class Named:
    def _name(self):
        return self.name

    short = hybrid_property(_name)


class Named2(Named, Base):
    """Hybrids that a mixin makes, by other ways than its decorator alone."""

    __tablename__ = "named"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]

    @computed
    def long(self):
        return self.name

    @long.inplace.expression
    @classmethod
    def _long(cls):
        return cls.name
