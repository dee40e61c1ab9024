"""What the shop stores."""

import uuid

from sqlalchemy import String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The base class of all models."""


class Product(Base):
    """Something for sale."""

    __tablename__ = "products"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    name: Mapped[str] = mapped_column(String(100))
    cents: Mapped[int]
    currency: Mapped[str] = mapped_column(String(3), default="EUR")
