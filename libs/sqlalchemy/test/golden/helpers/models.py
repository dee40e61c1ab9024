"""Functions of the project that are one return."""

import re
from functools import partial

from sqlalchemy import Column, ForeignKey, Integer, String
from sqlalchemy.orm import declarative_base, declared_attr


def _object_id_column(target):
    """A key to another table."""
    return Column(Integer, ForeignKey(target), nullable=False, index=True)


def required(*args, **kwargs):
    return Column(*args, nullable=False, **kwargs)


def short(length, most=10):
    return String(length // 2 + most)


def snake_case(name):
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


Named = partial(Column, nullable=False)


class Versioned:
    version = Column(Integer, default=4)

    @declared_attr
    def __tablename__(cls):
        return snake_case(cls.__name__)


Base = declarative_base(cls=Versioned)


class UserGroup(Base):
    id = Column(Integer, primary_key=True)


class Member(Base):
    __tablename__ = f"{UserGroup.__tablename__}_members"
    id = Column(Integer, primary_key=True)
    group_id = _object_id_column("user_group.id")
    name = required(String(9))
    title = Named("heading", String(20))


class Shortened(Base):
    __tablename__ = "{}_{}".format("made", "short")
    id = Column(Integer, primary_key=True)
    name = Column(short(12))
    text = Column(short(40, most=1))
