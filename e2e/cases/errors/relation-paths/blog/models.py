from sqlalchemy import JSON, ForeignKey
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    pass


class Author(Base):
    __tablename__ = "authors"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    articles: Mapped[list["Article"]] = relationship(foreign_keys="Article.author_id")

    @property
    def initials(self) -> str:
        return self.name[:1]


class Article(Base):
    __tablename__ = "articles"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
    author_id: Mapped[int] = mapped_column(ForeignKey("authors.id"))
    editor_id: Mapped[int | None] = mapped_column(ForeignKey("authors.id"))
    author: Mapped[Author] = relationship(foreign_keys=[author_id], viewonly=True)
    newest: Mapped["Comment"] = relationship(
        primaryjoin="Article.id == Comment.article_id", viewonly=True
    )
    comments: Mapped[list["Comment"]] = relationship(back_populates="article")


class Comment(Base):
    __tablename__ = "comments"
    id: Mapped[int] = mapped_column(primary_key=True)
    article_id: Mapped[int] = mapped_column(ForeignKey("articles.id"))
    data: Mapped[dict[str, int]] = mapped_column(JSON)
    article: Mapped[Article] = relationship(back_populates="comments")
