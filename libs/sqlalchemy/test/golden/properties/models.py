from sqlalchemy import Column, Integer, String, Text, func
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import Mapped, column_property, deferred, mapped_column, synonym

from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


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
Person.late = Column(Integer)
