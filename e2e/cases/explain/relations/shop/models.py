import enum
import uuid

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Status(enum.Enum):
    NEW = "new"
    CANCELLED = "cancelled"
    SHIPPED = "shipped"


class Order(Base):
    __tablename__ = "orders"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    shop_id: Mapped[int]
    customer_id: Mapped[uuid.UUID]
    status: Mapped[Status] = mapped_column(default=Status.NEW)
    text: Mapped[str] = mapped_column(String(80))


class Review(Base):
    __tablename__ = "reviews"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    order_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("orders.id"))
    text: Mapped[str] = mapped_column(String(80))
    hidden: Mapped[bool] = mapped_column(default=False)
