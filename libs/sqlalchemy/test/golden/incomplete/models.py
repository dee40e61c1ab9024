import os

from sqlalchemy import Column, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

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
