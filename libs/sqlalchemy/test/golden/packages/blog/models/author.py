from sqlalchemy.orm import Mapped, mapped_column, relationship
from typing import TYPE_CHECKING

from . import base

if TYPE_CHECKING:
    from .article import Article

__all__ = ["Author"]


class Author(base.Base):
    __tablename__ = "authors"
    id: Mapped[int] = mapped_column(primary_key=True)
    articles: Mapped[list["Article"]] = relationship(back_populates="author")
