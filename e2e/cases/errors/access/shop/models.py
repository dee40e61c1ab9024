import uuid

from sqlalchemy import String
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, synonym


class Base(DeclarativeBase):
    pass


class Product(Base):
    __tablename__ = "products"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)


class Order(Base):
    __tablename__ = "orders"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    tenant_id: Mapped[uuid.UUID]
    customer_id: Mapped[uuid.UUID]
    text: Mapped[str] = mapped_column(String(80))
    customer = synonym("customer_id")

    @hybrid_property
    def buyer(self) -> uuid.UUID:
        return self.customer_id

    @buyer.inplace.setter
    def _set_buyer(self, value: uuid.UUID) -> None:
        self.customer = value


class Invoice(Base):
    __tablename__ = "invoices"
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    customer_id: Mapped[uuid.UUID]
    customer = synonym("customer_id")
