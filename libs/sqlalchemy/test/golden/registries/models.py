import datetime
import decimal

from sqlalchemy import BLANK_SCHEMA, BigInteger, Column, DateTime, ForeignKey, Integer, MetaData, Numeric, String, Table
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    declarative_base,
    mapped_as_dataclass,
    mapped_column,
    registry,
)

one = registry(metadata=MetaData(schema="one"), type_annotation_map={str: String(11)})
two = registry(metadata=MetaData("two"), type_annotation_map={str: String(22)})


@two.mapped
class Early:
    """What is added to the map later is too late for it."""

    __tablename__ = "early"

    id: Mapped[int] = mapped_column(primary_key=True)


@one.mapped
class Mapped1:
    __tablename__ = "mapped"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


@one.mapped
class Joined(Mapped1):
    __tablename__ = "joined"

    id: Mapped[int] = mapped_column(ForeignKey(Mapped1.id), primary_key=True)
    more: Mapped[str]


@two.mapped_as_dataclass(kw_only=True)
class Data:
    __tablename__ = "data"

    id: Mapped[int] = mapped_column(primary_key=True, init=False)
    name: Mapped[str]
    at: Mapped[datetime.datetime]


@mapped_as_dataclass(one)
class Other:
    __tablename__ = "other"

    id: Mapped[int] = mapped_column(primary_key=True, init=False)
    name: Mapped[str]


class Base(DeclarativeBase):
    registry = registry(metadata=MetaData(schema="three"), type_annotation_map={str: String(33)})


class Priced(Base):
    __tablename__ = "priced"
    __table_args__ = {"schema": None}

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    price: Mapped[decimal.Decimal]


class Fixed(Base):
    __table__ = Table("fixed", Base.metadata, Column("id", Integer, primary_key=True))


class Blank(Base):
    __tablename__ = "blank"
    __table_args__ = {"schema": BLANK_SCHEMA}

    id: Mapped[int] = mapped_column(primary_key=True)


Made = two.generate_base(name="Made")


class Generated(Made):
    __tablename__ = "generated"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


class Parent(DeclarativeBase):
    type_annotation_map = {str: String(5)}


class Between(Parent):
    """SQLAlchemy reads the map of the base only."""

    __abstract__ = True
    type_annotation_map = {str: String(6)}


class Child(Between):
    __tablename__ = "child"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


Old = declarative_base(metadata=MetaData(schema="old"))


class OldTable(Old):
    __table__ = Table("old_table", Old.metadata, Column("id", Integer, primary_key=True))
