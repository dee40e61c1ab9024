"""What the blog stores."""

import datetime
import uuid
from decimal import Decimal
from enum import StrEnum
from typing import Any

from sqlalchemy import DateTime, Enum, ForeignKey, Numeric, String, Text, func
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The base of all tables."""

    type_annotation_map = {  # noqa: RUF012
        datetime.datetime: DateTime(timezone=True),
        dict[str, Any]: JSONB,
    }


class ArticleStatus(StrEnum):
    """How far an article has come."""

    DRAFT = "draft"
    PUBLISHED = "published"
    ARCHIVED = "archived"


def _values(members: type[ArticleStatus]) -> list[str]:
    return [member.value for member in members]


class Author(Base):
    """Somebody who writes."""

    __tablename__ = "authors"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    name: Mapped[str] = mapped_column(String(100))
    email: Mapped[str] = mapped_column(String(320), unique=True)
    password_hash: Mapped[str | None] = mapped_column(String(200))
    created_at: Mapped[datetime.datetime] = mapped_column(server_default=func.now())


class Article(Base):
    """Something to read."""

    __tablename__ = "articles"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    slug: Mapped[str] = mapped_column(String(100), unique=True)
    title: Mapped[str] = mapped_column(String(200))
    subtitle: Mapped[str | None] = mapped_column(String(200))
    body: Mapped[str] = mapped_column(Text)
    status: Mapped[ArticleStatus] = mapped_column(
        Enum(
            ArticleStatus,
            name="article_status",
            values_callable=_values,
        ),
        default=ArticleStatus.DRAFT,
    )
    price: Mapped[Decimal] = mapped_column(Numeric(10, 2))
    metadata_: Mapped[dict[str, Any]] = mapped_column("metadata", default=dict)
    author_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("authors.id"), index=True)
    published_at: Mapped[datetime.datetime | None]
    created_at: Mapped[datetime.datetime] = mapped_column(server_default=func.now())
    updated_at: Mapped[datetime.datetime] = mapped_column(
        server_default=func.now(),
        onupdate=func.now(),
    )


class Tag(Base):
    """A word that articles share."""

    __tablename__ = "tags"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(50), unique=True)


class Comment(Base):
    """What a reader says about an article."""

    __tablename__ = "comments"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    article_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("articles.id"),
        index=True,
    )
    author_name: Mapped[str] = mapped_column(String(100))
    body: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime.datetime] = mapped_column(server_default=func.now())
