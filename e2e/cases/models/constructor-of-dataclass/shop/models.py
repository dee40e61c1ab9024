from sqlalchemy import ForeignKey, text
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    MappedAsDataclass,
    mapped_column,
    relationship,
)


class Base(MappedAsDataclass, DeclarativeBase):
    pass


class Order(Base):
    __tablename__ = "orders"
    id: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[str]
    state: Mapped[str] = mapped_column(server_default=text("'new'"))
    seen: Mapped[bool] = mapped_column(init=False, default=False)


class Line(Base):
    __tablename__ = "lines"
    id: Mapped[int] = mapped_column(primary_key=True)
    count: Mapped[int]
    position: Mapped[int] = mapped_column(init=False, default=1)
    order_id: Mapped[int] = mapped_column(ForeignKey("orders.id"), init=False, default=1)
    order: Mapped[Order] = relationship()
