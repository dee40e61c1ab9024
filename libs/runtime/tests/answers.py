"""The model that keeps answers, as `codegen init --idempotency` prints it."""

from datetime import datetime

from sqlalchemy import JSON, DateTime, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The base of the model."""


class IdempotencyKey(Base):
    """The answer to a request, which a retry gets again."""

    __tablename__ = "idempotency_keys"

    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(64))
    status: Mapped[int]
    headers: Mapped[dict[str, str]] = mapped_column(JSON)
    body: Mapped[bytes]
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
