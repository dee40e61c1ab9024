from sqlalchemy import JSON, Column, ForeignKey, Table
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    pass


sticker_table = Table(
    "stickers",
    Base.metadata,
    Column("article_id", ForeignKey("articles.id"), primary_key=True),
    Column("comment_id", ForeignKey("comments.id"), primary_key=True),
)


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
    editor: Mapped[Author | None] = relationship(
        foreign_keys=[editor_id], viewonly=True
    )
    letters: Mapped[list["Letter"]] = relationship(
        foreign_keys="Letter.owner_id", viewonly=True
    )
    stickers: Mapped[list["Comment"]] = relationship(
        secondary=sticker_table, viewonly=True
    )


class Comment(Base):
    __tablename__ = "comments"
    id: Mapped[int] = mapped_column(primary_key=True)
    article_id: Mapped[int] = mapped_column(ForeignKey("articles.id"))
    data: Mapped[dict[str, int]] = mapped_column(JSON)
    article: Mapped[Article] = relationship(back_populates="comments")


class Document(Base):
    __tablename__ = "documents"
    __mapper_args__ = {"polymorphic_on": "kind", "polymorphic_identity": "document"}
    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    owner_id: Mapped[int] = mapped_column(ForeignKey("articles.id"))
    draft_id: Mapped[int] = mapped_column(ForeignKey("articles.id"), deferred=True)
    owner: Mapped[Article] = relationship(foreign_keys=[owner_id], viewonly=True)


class Letter(Document):
    __mapper_args__ = {"polymorphic_identity": "letter"}


class Sticker(Base):
    __table__ = sticker_table
