"""Where tables are, and which of them are views."""

import uuid

from sqlalchemy import Column, ForeignKey, ForeignKeyConstraint, MetaData, String, Table, func, text
from sqlalchemy.orm import DeclarativeBase, Mapped, declarative_base, mapped_column, registry


class Base(DeclarativeBase):
    metadata = MetaData(schema="blog")


class Article(Base):
    __tablename__ = "articles"

    id: Mapped[uuid.UUID] = mapped_column(
        primary_key=True, server_default=func.gen_random_uuid()
    )
    code: Mapped[str] = mapped_column(server_default=func.concat("a", "b"))
    slug: Mapped[str] = mapped_column(server_default=text("md5(random()::text)"))


class Elsewhere(Base):
    __tablename__ = "elsewhere"
    __table_args__ = {"schema": "archive"}

    id: Mapped[int] = mapped_column(primary_key=True)


class ArticleList(Base):
    __tablename__ = "article_list"
    __table_args__ = ({"info": {"is_view": True}},)

    id: Mapped[int] = mapped_column(primary_key=True)


class NoView(Base):
    __tablename__ = "no_view"
    __table_args__ = {"info": {"is_view": False, "owner": "us"}}

    id: Mapped[int] = mapped_column(primary_key=True)


class OldView(Base):
    __table__ = Table(
        "old_view",
        MetaData(schema="old"),
        Column("name", String(20), primary_key=True),
        info={"is_view": True},
    )


Made = declarative_base(metadata=MetaData(schema="made"))


class Thing(Made):
    __tablename__ = "things"

    id: Mapped[int] = mapped_column(primary_key=True)


class Registered(DeclarativeBase):
    registry = registry(metadata=MetaData(schema="registered"))


class Entry(Registered):
    __tablename__ = "entries"

    id: Mapped[int] = mapped_column(primary_key=True)


class Open(DeclarativeBase):
    pass


class Account(Open):
    __tablename__ = "accounts"
    __table_args__ = {"schema": "money"}

    id: Mapped[int] = mapped_column(primary_key=True)


class Comment(Base):
    """The schema of the MetaData is that of the targets of foreign keys, too, whatever that of the table is."""

    __tablename__ = "comments"
    __table_args__ = (
        ForeignKeyConstraint(["listed_id"], ["article_list.id"]),
        {"schema": "archive"},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    article_id = mapped_column(ForeignKey("articles.id"))
    stored_id = mapped_column(ForeignKey("archive.elsewhere.id"))
    elsewhere_id = mapped_column(ForeignKey(Elsewhere.id))
    account_id = mapped_column(ForeignKey(Account.id))
    other_id = mapped_column(ForeignKey(Account.__table__.c.id))
    listed_id: Mapped[int]
