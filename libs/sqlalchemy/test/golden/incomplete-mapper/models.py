"""Mappers that name, or leave out, what their classes declare."""

from sqlalchemy import Column, ForeignKey, Integer
from sqlalchemy.orm import DeclarativeBase, Mapped, deferred, mapped_column, relationship


class Base(DeclarativeBase):
    pass


class Stamped:
    stamp: Mapped[int] = mapped_column()


class Item(Stamped, Base):
    __tablename__ = "items"
    __mapper_args__ = {"column_prefix": "_"}

    id: Mapped[int] = mapped_column(primary_key=True)
    bare: Mapped[str]
    name: Mapped[str] = mapped_column("title")
    plain = Column(Integer)
    late: Mapped[str] = mapped_column(deferred=True)
    later = deferred(Column(Integer))
    tag_id: Mapped[int | None] = mapped_column(ForeignKey("tags.id"))
    tag: Mapped["Tag | None"] = relationship()


class Tag(Base):
    __tablename__ = "tags"
    __mapper_args__ = {"exclude_properties": ["hidden", "named"]}

    id: Mapped[int] = mapped_column(primary_key=True)
    hidden: Mapped[int | None]
    named: Mapped[int | None] = mapped_column("other")


class Few(Base):
    __tablename__ = "few"
    __mapper_args__ = {"include_properties": ["id"]}

    id: Mapped[int] = mapped_column(primary_key=True)
    rest: Mapped[int | None]
