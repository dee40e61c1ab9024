import datetime as dt
import uuid
from decimal import Decimal
from typing import Optional

from sqlalchemy import DateTime, Numeric, String, func
from sqlalchemy.orm import Mapped, mapped_column

from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


class Article(Base):
    __tablename__ = "articles"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    title: Mapped[str] = mapped_column(String(200))
    note: Mapped[str | None] = mapped_column(String(11))
    old: Mapped[Optional[int]]
    price: Mapped[Decimal] = mapped_column(Numeric(10, 2))
    raw: Mapped[bytes]
    day: Mapped[dt.date]
    at: Mapped[dt.datetime] = mapped_column(DateTime(timezone=True), server_default=func.now())
    lasts: Mapped["dt.timedelta"]
    rate: Mapped[float]
    on: Mapped[bool] = mapped_column(default=False)
