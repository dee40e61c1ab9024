"""One column under several names: the first one names it in the table, the last one is its attribute."""

from sqlalchemy import Column, ForeignKey, Integer, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, deferred, mapped_column, synonym


class Base(DeclarativeBase):
    pass


shared = Column(Integer)


class Chained(Base):
    __tablename__ = "chained"
    id = key = mapped_column(Integer, primary_key=True)
    one = two = three = Column(String(3))
    version = counter = mapped_column(Integer, nullable=False)
    title = label = mapped_column("heading", String(9))
    left, right = mapped_column(Integer), mapped_column(String(4))
    __table_args__ = (UniqueConstraint(one),)
    __mapper_args__ = {"version_id_col": version}


class Renamed(Base):
    __tablename__ = "renamed"
    id: Mapped[int] = mapped_column(primary_key=True)
    old = mapped_column(ForeignKey("chained.id"))
    other = mapped_column(Integer)
    new = old
    annotated: Mapped[int] = mapped_column()
    plain = annotated
    loaded = Column(Integer)
    late = deferred(loaded)
    replaced = mapped_column(Integer)
    kept = replaced
    replaced = mapped_column(String(5))
    first = shared
    second = shared


class Mixin:
    """Its columns are copied for each attribute."""

    one = two = Column(Integer)


class Mixed(Mixin, Base):
    __tablename__ = "mixed"
    id = mapped_column(Integer, primary_key=True)


outside = Column(Integer)


class Added(Base):
    __tablename__ = "added"
    id = mapped_column(Integer, primary_key=True)
    one = outside


Added.two = outside


class Kept:
    __kept = Column("kept", Integer)
    __bare: Mapped[int]


class _Private(Kept, Base):
    """Python gives private names the name of their class."""

    __tablename__ = "private"
    id = Column(Integer, primary_key=True)
    __secret = Column("secret", String(20), unique=True)
    __plain = Column(Integer)
    secret = synonym("_Private__secret")
