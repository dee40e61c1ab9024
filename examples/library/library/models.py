"""The tables."""

import datetime
import uuid
from enum import StrEnum

from sqlalchemy import (
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    String,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The base of the models."""


class Branch(Base):
    """A branch of the library, with members and copies of its own."""

    __tablename__ = "branches"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(100), unique=True)


class Role(StrEnum):
    """What somebody does at a branch."""

    MEMBER = "member"
    LIBRARIAN = "librarian"


class Member(Base):
    """Somebody who borrows, or lends, at a branch."""

    __tablename__ = "members"
    __table_args__ = (UniqueConstraint("branch_id", "card"),)

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    branch_id: Mapped[int] = mapped_column(ForeignKey("branches.id"))
    name: Mapped[str] = mapped_column(String(100))
    card: Mapped[str] = mapped_column(String(20))
    role: Mapped[Role] = mapped_column(default=Role.MEMBER)
    pin_hash: Mapped[str | None] = mapped_column(String(200))


class Copy(Base):
    """A copy of a book, by its number at the branch."""

    __tablename__ = "copies"

    branch_id: Mapped[int] = mapped_column(ForeignKey("branches.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    title: Mapped[str] = mapped_column(String(200))
    shelf: Mapped[str | None] = mapped_column(String(20))


class Loan(Base):
    """A copy that a member has borrowed, until it is returned."""

    __tablename__ = "loans"
    __table_args__ = (
        ForeignKeyConstraint(
            ["branch_id", "copy_number"], ["copies.branch_id", "copies.number"]
        ),
        Index("loans_by_branch", "branch_id", "id"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    branch_id: Mapped[int] = mapped_column(ForeignKey("branches.id"))
    copy_number: Mapped[int]
    member_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("members.id"), index=True)
    due_on: Mapped[datetime.date]
    returned_at: Mapped[datetime.datetime | None] = mapped_column(
        DateTime(timezone=True)
    )
