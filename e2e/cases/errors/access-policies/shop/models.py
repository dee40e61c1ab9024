import enum
import uuid

from sqlalchemy import String, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Code(TypeDecorator):
    impl = String


class State(enum.Enum):
    NEW = "new"


class Order(Base):
    __tablename__ = "orders"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    customer_id: Mapped[uuid.UUID]
    code: Mapped[str] = mapped_column(Code)
    state: Mapped[State]


class OrderReport(Base):
    __tablename__ = "order_reports"
    __table_args__ = {"info": {"is_view": True}}
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    customer_id: Mapped[uuid.UUID]


class Parcel(Base):
    __tablename__ = "parcels"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(Code)


class Letter(Base):
    __tablename__ = "letters"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    customer_id: Mapped[uuid.UUID]
