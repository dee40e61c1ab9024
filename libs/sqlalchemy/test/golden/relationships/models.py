from sqlalchemy import Column, ForeignKey, Integer, Table
from sqlalchemy.orm import (
    Mapped,
    WriteOnlyMapped,
    backref,
    declared_attr,
    foreign,
    mapped_column,
    relationship,
    remote,
)

from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


links = Table(
    "links",
    Base.metadata,
    Column("article", ForeignKey("articles.id"), primary_key=True),
    Column("tag", ForeignKey("tags.id"), primary_key=True),
)


class Author(Base):
    __tablename__ = "authors"
    id: Mapped[int] = mapped_column(primary_key=True)
    articles: Mapped[list["Article"]] = relationship(
        back_populates="author", foreign_keys="Article.author_id"
    )
    profile: Mapped["Profile | None"] = relationship(back_populates="author", uselist=False)


class Profile(Base):
    __tablename__ = "profiles"
    id: Mapped[int] = mapped_column(ForeignKey(Author.id), primary_key=True)
    author: Mapped[Author] = relationship(back_populates="profile")


class Article(Base):
    __tablename__ = "articles"
    id: Mapped[int] = mapped_column(primary_key=True)
    author_id: Mapped[int] = mapped_column(ForeignKey("authors.id"))
    author: Mapped["Author"] = relationship(back_populates="articles", foreign_keys="Article.author_id")
    tags = relationship("Tag", secondary=links, backref="articles")
    parent_id = Column(ForeignKey("articles.id"))
    parent = relationship("Article", remote_side=[id], backref=backref("children"))
    comments: WriteOnlyMapped["Comment"] = relationship()
    editor_id: Mapped[int] = mapped_column(ForeignKey("authors.id"))
    editor: Mapped["Author"] = relationship(foreign_keys=[editor_id])
    writer: Mapped["Author"] = relationship(foreign_keys="Article.author_id")
    first: Mapped["Comment"] = relationship(
        primaryjoin="Article.id == Comment.article_id", viewonly=True
    )
    named_tags = relationship("Tag", secondary="links")


class Tag(Base):
    __tablename__ = "tags"
    id: Mapped[int] = mapped_column(primary_key=True)


class Comment(Base):
    __tablename__ = "comments"
    id: Mapped[int] = mapped_column(primary_key=True)
    article_id = Column(Integer, ForeignKey("articles.id"))
    article = relationship(Article, viewonly=True)


class Reader(Base):
    """What a function of the class itself returns is not read, unlike that of a mixin."""

    __tablename__ = "readers"
    id: Mapped[int] = mapped_column(primary_key=True)

    @declared_attr
    def visits(cls) -> Mapped["Visit"]:
        return relationship("Visit", viewonly=True)

    def last_visit():
        return foreign(Reader.id) == remote(Visit.id)

    # One object, though a list is annotated: the column on this side is the foreign one.
    last: Mapped[list["Visit"]] = relationship("Visit", primaryjoin=last_visit, viewonly=True)


class Visit(Base):
    __tablename__ = "visits"
    id: Mapped[int] = mapped_column(primary_key=True)
    reader_id: Mapped[int] = mapped_column(ForeignKey("readers.id"))
