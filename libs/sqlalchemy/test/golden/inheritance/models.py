from sqlalchemy import Column, ForeignKey, Index, Integer, String, Table, UniqueConstraint
from sqlalchemy.ext.declarative import ConcreteBase
from sqlalchemy.orm import Mapped, mapped_column

from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


class Animal(Base):
    __tablename__ = "animals"
    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    name: Mapped[str | None]
    __mapper_args__ = {"polymorphic_on": "kind", "polymorphic_identity": "animal"}


class Cat(Animal):
    lives: Mapped[int | None]
    __mapper_args__ = {"polymorphic_identity": "cat"}


class Dog(Animal):
    __tablename__ = "dogs"
    id: Mapped[int] = mapped_column(ForeignKey("animals.id"), primary_key=True)
    tricks: Mapped[int]
    __mapper_args__ = {"polymorphic_identity": "dog"}


class Fish(Base):
    __table__ = Table(
        "fishes",
        Base.metadata,
        Column("id", Integer, primary_key=True),
        Column("long name", String(9), key="long_name"),
    )


class Tree(ConcreteBase, Base):
    __tablename__ = "trees"
    __mapper_args__ = {"polymorphic_identity": "tree", "concrete": True}
    id: Mapped[int] = mapped_column(primary_key=True)


class Oak(Tree):
    __tablename__ = "oaks"
    __mapper_args__ = {"polymorphic_identity": "oak", "concrete": True}
    id: Mapped[int] = mapped_column(primary_key=True)
    acorns: Mapped[int]


# Of the table of Animal, as single-table inheritance has one.
UniqueConstraint(Cat.name, Cat.lives, name="one_cat")
Index("one_kind", Cat.kind, Cat.name, unique=True)
