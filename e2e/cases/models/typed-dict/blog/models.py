from typing import Any

from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Article(Base):
    __tablename__ = "articles"

    id: Mapped[int] = mapped_column(primary_key=True)
    prefs: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default="{}")
    pages: Mapped[list[Any]] = mapped_column(JSONB, server_default="[]")
    links: Mapped[dict[str, Any]] = mapped_column(JSONB)
    notes: Mapped[dict[str, Any]] = mapped_column(JSONB)
