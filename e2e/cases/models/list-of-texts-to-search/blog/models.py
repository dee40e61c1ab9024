from typing import Any

from sqlalchemy import ARRAY
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Article(Base):
    __tablename__ = "articles"

    id: Mapped[int] = mapped_column(primary_key=True)
    words: Mapped[list[Any]] = mapped_column(ARRAY(TSVECTOR))
    summary: Mapped[Any] = mapped_column(TSVECTOR)
