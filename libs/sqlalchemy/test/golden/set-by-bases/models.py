from typing import Any
from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, DeclarativeMeta, Mapped, declarative_base, mapped_column, registry

PREFIX = "shop_"


class Base(DeclarativeBase):
    def __init_subclass__(cls, **kw: Any) -> None:
        """Sets cls.__tablename__ = "no"."""
        cls.__tablename__ = PREFIX + cls.__name__.lower()
        super().__init_subclass__(**kw)


class User(Base):
    id: Mapped[int] = mapped_column(primary_key=True)


class Order(Base):
    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("shop_user.id"))


class Guarded(DeclarativeBase):
    def __init_subclass__(cls, **kw: Any) -> None:
        if "__tablename__" not in cls.__dict__:
            cls.__tablename__ = cls.__name__.upper()
        cls.__table_args__ = (UniqueConstraint("name"), {"schema": "x"})
        super().__init_subclass__(**kw)


class Box(Guarded):
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


class Chest(Guarded):
    __tablename__ = "chests"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


class Meta(DeclarativeMeta):
    def __new__(mcs, name, bases, namespace, **kw):
        if name != "MetaBase":
            namespace["__tablename__"] = name.lower() + "_t"
        return super().__new__(mcs, name, bases, namespace, **kw)


MetaBase = declarative_base(metaclass=Meta, name="MetaBase")


class Tool(MetaBase):
    id: Mapped[int] = mapped_column(primary_key=True)


class Late(DeclarativeBase):
    def __init_subclass__(cls, **kw: Any) -> None:
        super().__init_subclass__(**kw)
        cls.__tablename__ = "too_late"


class Coat(Late):
    __tablename__ = "coats"
    id: Mapped[int] = mapped_column(primary_key=True)


class Versioned(DeclarativeBase):
    def __init_subclass__(cls) -> None:
        if hasattr(cls, "version"):
            cls.__mapper_args__ = {"version_id_col": cls.version}
        super().__init_subclass__()


class Doc(Versioned):
    __tablename__ = "docs"
    id: Mapped[int] = mapped_column(primary_key=True)
    version = mapped_column(String(3))


class Meta2(DeclarativeMeta):
    def __init__(cls, name, bases, namespace, **kw):
        if name != "MetaBase2":
            cls.__tablename__ = name.lower() + "_t"
        return super().__init__(name, bases, namespace, **kw)


class MetaBase2(metaclass=Meta2):
    __abstract__ = True
    registry = registry()
    metadata = registry.metadata


class Tool2(MetaBase2):
    id: Mapped[int] = mapped_column(primary_key=True)
