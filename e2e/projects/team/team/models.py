"""The tables."""

import uuid

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The base of the models."""


class Member(Base):
    """A member of the team."""

    __tablename__ = "members"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    name: Mapped[str] = mapped_column(String(50), unique=True)
    mentor_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("members.id"))


class Note(Base):
    """A note of a member."""

    __tablename__ = "notes"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    text: Mapped[str] = mapped_column(String(200))
    author_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("members.id"))


class Comment(Base):
    """A comment on a note."""

    __tablename__ = "comments"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    text: Mapped[str] = mapped_column(String(200))
    note_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("notes.id"))


class Notice(Base):
    """What users see once it is published."""

    __tablename__ = "notices"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    text: Mapped[str] = mapped_column(String(200))
    published: Mapped[bool]


class Vote(Base):
    """A vote for a notice, which has no rules of its own."""

    __tablename__ = "votes"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    notice_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("notices.id"))
    stars: Mapped[int]
