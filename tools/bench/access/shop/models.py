"""The table that is read with and without a scope."""

from sqlalchemy import Index, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The base of the models."""


class Order(Base):
    """An order of a tenant."""

    __tablename__ = "orders"
    __table_args__ = (Index("orders_by_tenant", "tenant_id", "id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    tenant_id: Mapped[int]
    title: Mapped[str] = mapped_column(String(100))
    status: Mapped[str] = mapped_column(String(20))
