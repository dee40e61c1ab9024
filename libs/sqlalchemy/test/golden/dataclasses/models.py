from dataclasses import field

from sqlalchemy import String
from sqlalchemy.orm import DeclarativeBase, Mapped, MappedAsDataclass, mapped_column, registry

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
