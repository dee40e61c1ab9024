import enum
import uuid

from sqlalchemy import String
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
    team: Mapped[str | None] = mapped_column("Team", String(20))


class Review(Base):
    __tablename__ = "reviews"
    __table_args__ = {"schema": "public"}
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    order_id: Mapped[uuid.UUID | None]
    text: Mapped[str] = mapped_column(String(80))
    hidden: Mapped[bool] = mapped_column(default=False)


class Product(Base):
    __tablename__ = "products"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    name: Mapped[str] = mapped_column(String(80))
