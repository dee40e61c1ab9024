from dataclasses import KW_ONLY, InitVar, dataclass, field
from typing import ClassVar

from sqlalchemy import Column, ForeignKey, Integer, String, Table, func
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    MappedAsDataclass,
    column_property,
    deferred,
    mapped_column,
    registry,
    relationship,
)

reg = registry()


class Base(MappedAsDataclass, DeclarativeBase):
    pass


class Item(Base):
    __tablename__ = "items"
    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    name: Mapped[str] = mapped_column(String(20), default="x")
    made: Mapped[str] = mapped_column(default_factory=str, insert_default="y")
    note: Mapped[str | None] = mapped_column(default=None, kw_only=True)


@reg.mapped_as_dataclass
class Box:
    __tablename__ = "boxes"
    id: Mapped[int] = mapped_column(primary_key=True)
    size: Mapped[int] = mapped_column(default=3)


@reg.mapped
class Plain:
    __tablename__ = "plain"
    id: Mapped[int] = mapped_column(primary_key=True)


class Stamped(MappedAsDataclass):
    made_at: Mapped[str] = mapped_column(server_default=func.now(), init=False)
    made_by: Mapped[str] = mapped_column(default="x", kw_only=True)


class Order(Stamped, Base):
    """Of `parameters`: `number`, `password`, `count` and `remark` have no default."""

    __tablename__ = "orders"
    KIND: ClassVar[str] = "order"
    id: Mapped[int] = mapped_column(init=False, primary_key=True)
    number: Mapped[str]
    unannotated = mapped_column(String(3))
    password: InitVar[str]
    count: int
    remark: Mapped[str] = mapped_column(insert_default="a")
    note: Mapped[str | None] = mapped_column(default=None)
    tags: list[str] = field(default_factory=list)
    seen: int = field(init=False, default=3)
    lines: Mapped[list["Line"]] = relationship(back_populates="order", default_factory=list)
    next_id: Mapped[int] = column_property(func.now())
    text: Mapped[str] = deferred(mapped_column(String), default="q")
    _: KW_ONLY
    last: Mapped[str] = mapped_column(default="z")


class Line(Base):
    __tablename__ = "lines"
    id: Mapped[int] = mapped_column(primary_key=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id"), init=False)
    order: Mapped[Order] = relationship(back_populates="lines")


class Gift(Line):
    __tablename__ = "gifts"
    id: Mapped[int] = mapped_column(ForeignKey("lines.id"), primary_key=True, init=False)
    ribbon: Mapped[int] = mapped_column(default=1)


class Open(MappedAsDataclass, DeclarativeBase, init=False):
    pass


class Door(Open):
    __tablename__ = "doors"
    id: Mapped[int] = mapped_column(primary_key=True)


class Own(Base):
    __tablename__ = "own"
    id: Mapped[int] = mapped_column(primary_key=True)

    def __init__(self, size: int = 3) -> None:
        self.id = size


@reg.mapped
@dataclass
class Foreign:
    __table__ = Table("foreign", reg.metadata, Column("id", Integer, primary_key=True))
    id: int = field(init=False)
