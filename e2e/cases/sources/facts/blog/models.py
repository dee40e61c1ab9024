from datetime import datetime

from sqlalchemy import ForeignKey, LargeBinary, String, func
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from sqlalchemy.types import TypeDecorator

from blog.settings import NAME_LENGTH
from elsewhere.mixins import Stamped


class Base(DeclarativeBase):
    pass


class Sealed(TypeDecorator):
    impl = LargeBinary

    def process_result_value(self, value, dialect):
        return value.decode()


class Author(Base):
    __tablename__ = "authors"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(NAME_LENGTH))
    joined_at: Mapped[datetime] = mapped_column(server_default=func.now())


class Article(Stamped, Base):
    __tablename__ = "articles"

    id: Mapped[int] = mapped_column(primary_key=True)
    notes = mapped_column(Sealed)
    author_id: Mapped[int] = mapped_column(ForeignKey("authors.id"))
    author: Mapped[Author] = relationship()
