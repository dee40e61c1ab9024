import sqlalchemy
from sqlalchemy import Column, ForeignKey, Integer, MetaData, String
from sqlalchemy.orm import declarative_base, declared_attr


def _object_id_column(target):
    """A key to another table."""
    return Column(Integer, ForeignKey(target), nullable=False, index=True)


def required(*args, **kwargs):
    kwargs.setdefault("nullable", False)
    return Column(*args, **kwargs)


def short(length):
    if (half := length // 2) > 10:
        half = 10
    return String(half)


def versioned_base(name, first):
    class Versioned:
        __table_args__ = {"schema": None}
        version = Column(Integer, default=first)

        @classmethod
        def label(cls):
            return name

    return declarative_base(cls=Versioned, metadata=MetaData())


Base = versioned_base("seen", 4)


class Group(Base):
    __tablename__ = "groups"
    id = Column(Integer, primary_key=True)


class Member(Base):
    __tablename__ = f"{Group.__tablename__}_members"
    id = Column(Integer, primary_key=True)
    group_id = _object_id_column("groups.id")
    name = required(String(9))


class Expiring:
    """Whether there is a default depends on an exception."""

    @declared_attr
    def expires_in(cls):
        try:
            lifetime = getattr(cls, "lifetime")
        except AttributeError:
            lifetime = None
        return Column(Integer, default=lifetime)


class Short(Expiring, Base):
    __tablename__ = "short"
    id = Column(Integer, primary_key=True)
    lifetime = 4


class Endless(Expiring, Base):
    __tablename__ = "endless"
    id = Column(Integer, primary_key=True)


class Shortened(Base):
    __tablename__ = "shortened"
    id = Column(Integer, primary_key=True)
    name = Column(short(12))
    text = Column(short(40))


class ByName(Base):
    __tablename__ = "by_name"
    id = Column(Integer, primary_key=True)
    number = Column(getattr(sqlalchemy, "Integer"))
    text = getattr(sqlalchemy, "Column")(String(4))
