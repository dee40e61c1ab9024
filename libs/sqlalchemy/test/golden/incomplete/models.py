import operator
import os
import re
from types import SimpleNamespace

from sqlalchemy import Column, ForeignKey, Integer, String, Table
from sqlalchemy.ext.declarative import AbstractConcreteBase
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import Mapped, declared_attr, foreign, mapped_column, relationship

from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


class Odd(Base):
    __tablename__ = "odd"
    id: Mapped[int] = mapped_column(primary_key=True)
    for _name in ("a", "b"):
        locals()[_name] = mapped_column(Integer)


class Later(Base):
    __tablename__ = "later"
    id: Mapped[int] = mapped_column(primary_key=True)


for _name in os.environ.get("COLUMNS_OF_LATER", "x").split():
    setattr(Later, _name, Column(Integer))


class Either(Base):
    __tablename__ = "either"
    id: Mapped[int] = mapped_column(primary_key=True)
    if os.environ.get("WIDE"):
        name = Column(String(200))
    else:
        name = Column(String(20))


changed = Table("changed", Base.metadata, Column("id", Integer, primary_key=True))
changed.append_column(Column("name", String(4)))


class Changed(Base):
    __table__ = changed


class Document(AbstractConcreteBase, Base):
    """Its table is the union of those of the classes that extend it."""

    strict_attrs = True
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(String(40))


class Memo(Document):
    __tablename__ = "memos"
    __mapper_args__ = {"polymorphic_identity": "memo", "concrete": True}
    to: Mapped[str]


class Letter(Document):
    __tablename__ = "letters"
    __mapper_args__ = {"polymorphic_identity": "letter", "concrete": True}
    title: Mapped[str | None] = mapped_column(String(80))


class Twice(Base):
    __tablename__ = "twice"
    id: Mapped[int] = mapped_column(primary_key=True)
    one: Mapped[int] = mapped_column()
    two: Mapped[int | None] = one


class Commented:
    @classmethod
    def __declare_last__(cls):
        if not hasattr(cls, "memos"):
            cls.memos = relationship("Memo", primaryjoin=foreign(Memo.id) == cls.id)


class Reply(Commented, Base):
    __tablename__ = "replies"
    id: Mapped[int] = mapped_column(primary_key=True)


class Optional(Base):
    __tablename__ = "optional"
    id: Mapped[int] = mapped_column(primary_key=True)
    if "EXTRA" in os.environ:
        extra: Mapped[int] = mapped_column()
    for _ in range(1):
        each: Mapped[int] = mapped_column()


class Settings:
    length = 30
    column = None
    path = "optional.id"
    name = "first"

    @classmethod
    def set(cls, length):
        cls.length = length
        Settings.column = mapped_column


Settings.set(40)
Settings.name = "second"


class Set(Base):
    __tablename__ = "set"
    id: Mapped[int] = mapped_column(primary_key=True)
    text = Column(String(Settings.length))
    optional_id = Column(ForeignKey(Settings.path))
    number = Settings.column(Integer)
    named = Column(Settings.name, Integer)


later = None


def load():
    global later
    later = mapped_column


load()


class Late(Base):
    __tablename__ = "late"
    id: Mapped[int] = mapped_column(primary_key=True)

    @declared_attr
    def number(cls):
        return later.__call__(Integer)


class Columns:
    @property
    def number(self):
        return Column(Integer)

    def text(self, length):
        return Column(String(length))


columns = Columns()
by_name = SimpleNamespace(text=Column(String(4)))
price = Column(Integer)


if os.environ.get("MAPPED_COLUMNS"):
    from sqlalchemy.orm import MappedColumn as AnyColumn
else:
    from sqlalchemy import Column as AnyColumn


class OwnColumn(AnyColumn):
    inherit_cache = True


class Maker:
    def __new__(cls, *arguments):
        return Column(*arguments)


class Own(Base):
    """Its columns may be columns by their classes."""

    __tablename__ = "own"
    id: Mapped[int] = mapped_column(primary_key=True)
    text = OwnColumn(String(4))
    number = Maker(Integer)


class Elsewhere(Base):
    """Its columns are made by objects that are not followed."""

    __tablename__ = "elsewhere"
    id: Mapped[int] = mapped_column(primary_key=True)
    text = columns.text(4)
    number = columns.number
    other = by_name.text
    picked = operator.itemgetter("one")({"one": Column(Integer)})
    cost = price._copy()
    by_getattr = getattr(columns, "number")
    # These are no columns.
    owner = Columns()
    named = price.label("named")
    pattern = re.compile("a").pattern


class Titled:
    @hybrid_property
    def title(self):
        return ""


class Retitled(Titled, Base):
    __tablename__ = "retitled"
    id: Mapped[int] = mapped_column(primary_key=True)

    @Titled.title.getter
    def title(self):
        return "title"


def _key(target):
    return eval("ForeignKey")(target)


class Unread(Base):
    """An argument that is not understood may be a foreign key, or a default."""

    __tablename__ = "unread"
    id: Mapped[int] = mapped_column(primary_key=True)
    odd_id = mapped_column(Integer, _key("odd.id"))
    later_id: Mapped[int] = mapped_column(_key("later.id"), nullable=False)


class Vehicle(Base):
    __tablename__ = "vehicles"
    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    __mapper_args__ = {"polymorphic_on": "kind"}


class Bus(Vehicle):
    seats = Vehicle.__table__.c.get("seats", Column(Integer))


class Coach(Vehicle):
    seats = Bus.__table__.c.seats
