from typing import Any

from sqlalchemy import INT, BigInteger, Column, Integer, Numeric, String
from sqlalchemy.dialects.postgresql import (
    ARRAY,
    BIT,
    DOMAIN,
    INET,
    INT4RANGE,
    INTERVAL,
    JSONB,
    TIME,
    TIMESTAMP,
    TSRANGE,
    TSTZRANGE,
    UUID,
)
from sqlalchemy.ext.mutable import MutableDict
from sqlalchemy.orm import Mapped, mapped_column
from sqlalchemy.types import TypeDecorator

COLLATION = {"collation": "C"}

from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


class Stored(TypeDecorator):
    impl = String
    cache_ok = True


class Sealed(TypeDecorator):
    impl = String
    cache_ok = True

    def process_result_value(self, value, dialect):
        return int(value)


class Annotated(TypeDecorator):
    impl = String
    cache_ok = True

    def process_result_value(self, value, dialect) -> int | None:
        return value and int(value)


class Named(TypeDecorator):
    impl = String(12)
    cache_ok = True

    @property
    def python_type(self):
        return str


class Sized(TypeDecorator):
    impl = String(12)
    cache_ok = True

    @property
    def length(self):
        return len(self.python_type.__name__) * 8

    @property
    def python_type(self):
        return str


class Row(Base):
    __tablename__ = "rows"

    id = Column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)
    data = Column(JSONB)
    words: Mapped[list[str]] = mapped_column(JSONB)
    pairs: Mapped[dict[str, int]] = mapped_column(JSONB)
    tracked = Column(MutableDict.as_mutable(JSONB(none_as_null=True)))
    tags = Column(ARRAY(String(10)))
    local_times = Column(ARRAY(TIMESTAMP))
    zoned_times = Column(ARRAY(TIMESTAMP(timezone=True)))
    code = Column(DOMAIN("code", String(5), check="VALUE <> ''"))
    price: Mapped[Any] = mapped_column(DOMAIN("price", data_type=Numeric(10, 2)))
    document = Column(DOMAIN("document", DOMAIN("object", JSONB)))
    codes = Column(ARRAY(DOMAIN("code", String(5))))
    address = Column(INET)
    span = Column(INT4RANGE)
    local_span = Column(TSRANGE)
    zoned_span = Column(TSTZRANGE)
    key = Column(UUID(as_uuid=False))
    cost = Column(Numeric(8, 2, asdecimal=False))
    custom = Column(Stored(30))
    stated: Mapped[dict[str, int]] = mapped_column(Stored(30))
    named = Column(Named)
    sealed = Column(Sealed)
    annotated = Column(Annotated)
    options = Column(String(512, **COLLATION))
    moment = Column(TIMESTAMP(timezone=True, precision=3))
    hour = Column(TIME(False, 0))
    while_ = Column(INTERVAL(6))
    flags = Column(BIT)
    any_flags = Column(BIT(varying=True))
    alias = Column(INT)
    sized = Column(Sized)
