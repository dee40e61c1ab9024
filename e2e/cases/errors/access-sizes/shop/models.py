import enum

from sqlalchemy import BigInteger, Enum, SmallInteger, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class State(enum.Enum):
    OPEN = "opened"


class Order(Base):
    __tablename__ = "orders"

    number: Mapped[int] = mapped_column(primary_key=True)
    row: Mapped[int] = mapped_column(SmallInteger)
    total: Mapped[int] = mapped_column(BigInteger)
    code: Mapped[str] = mapped_column(String(3))
    note: Mapped[str]
    state: Mapped[State] = mapped_column(Enum(State, native_enum=False))
