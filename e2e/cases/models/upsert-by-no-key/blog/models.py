import enum
import uuid
from decimal import Decimal

from sqlalchemy import Computed, Enum, ForeignKey, Numeric, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    pass


class Status(enum.Enum):
    DRAFT = "draft"
    PUBLISHED = "published"


def values(members: type[enum.Enum]) -> list[str]:
    return [str(member.value) for member in members]


class Author(Base):
    __tablename__ = "authors"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    name: Mapped[str] = mapped_column(String(100))
    password_hash: Mapped[str | None]


class Article(Base):
    __tablename__ = "articles"

    id: Mapped[int] = mapped_column(primary_key=True)
    slug: Mapped[str] = mapped_column(String(60), unique=True)
    title: Mapped[str] = mapped_column(String(200))
    subtitle: Mapped[str | None]
    status: Mapped[Status] = mapped_column(Enum(Status, values_callable=values), default=Status.DRAFT)
    price: Mapped[Decimal] = mapped_column(Numeric(10, 2), default=0)
    gross: Mapped[Decimal | None] = mapped_column(Numeric(10, 2), Computed("price * 1.2"))
    author_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("authors.id"))
    author: Mapped[Author] = relationship()

    @property
    def heading(self) -> str:
        return self.title.upper()


class OpeningHours(Base):
    __tablename__ = "opening_hours"

    branch: Mapped[int] = mapped_column(primary_key=True)
    weekday: Mapped[int] = mapped_column(primary_key=True)
    opens: Mapped[str]
