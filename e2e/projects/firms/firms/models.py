"""The tables."""

import datetime
import uuid
from decimal import Decimal

from sqlalchemy import (
    CheckConstraint,
    DateTime,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Numeric,
    String,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    """The base of the models."""


class Firm(Base):
    """A firm."""

    __tablename__ = "firms"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(50))


class Topic(Base):
    """What tickets are about; the same for all firms."""

    __tablename__ = "topics"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(50))


class Ticket(Base):
    """A ticket of a firm."""

    __tablename__ = "tickets"
    __table_args__ = (Index("tickets_firm", "firm_id", "id"),)

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    firm_id: Mapped[int] = mapped_column(ForeignKey("firms.id"))
    title: Mapped[str] = mapped_column(String(100))
    urgency: Mapped[int | None]
    is_open: Mapped[bool] = mapped_column(default=True)
    topic_id: Mapped[int | None] = mapped_column(ForeignKey("topics.id"))
    deleted_at: Mapped[datetime.datetime | None] = mapped_column(
        DateTime(timezone=True)
    )


class Comment(Base):
    """A comment on a ticket."""

    __tablename__ = "comments"
    __table_args__ = (Index("comments_firm", "firm_id", "id"),)

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    firm_id: Mapped[int] = mapped_column(ForeignKey("firms.id"))
    ticket_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("tickets.id"))
    text: Mapped[str] = mapped_column(String(500))
    answers_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("comments.id"))

    ticket: Mapped[Ticket] = relationship()


class Draft(Base):
    """An answer that its author has not sent yet."""

    __tablename__ = "drafts"
    __table_args__ = (UniqueConstraint("firm_id", "slug"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    firm_id: Mapped[int] = mapped_column(ForeignKey("firms.id"))
    author_id: Mapped[uuid.UUID]
    slug: Mapped[str] = mapped_column(String(36), default=lambda: str(uuid.uuid4()))
    ticket_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("tickets.id"))
    text: Mapped[str] = mapped_column(String(500))


class Note(Base):
    """A note of a firm."""

    __tablename__ = "notes"

    id: Mapped[int] = mapped_column(primary_key=True)
    firm_id: Mapped[int]
    text: Mapped[str] = mapped_column(String(500))
    # The first note of a firm has none.
    former_id: Mapped[int | None] = mapped_column(ForeignKey("notes.id"))


class Expense(Base):
    """What an employee has paid for the firm."""

    __tablename__ = "expenses"
    __table_args__ = (
        Index("expenses_firm", "firm_id", "id"),
        CheckConstraint("refund >= 0", name="expenses_refund"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    firm_id: Mapped[int] = mapped_column(ForeignKey("firms.id"))
    purpose: Mapped[str] = mapped_column(String(100))
    amount: Mapped[Decimal] = mapped_column(Numeric(10, 2))
    reference: Mapped[str] = mapped_column(String(20))
    refund: Mapped[int] = mapped_column(server_default="0")
    ticket_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("tickets.id"))
    replaces_id: Mapped[int | None] = mapped_column(ForeignKey("expenses.id"))
    topic_id: Mapped[int | None] = mapped_column(ForeignKey("topics.id"))
    is_paid: Mapped[bool] = mapped_column(default=False)
    # The database counts; nobody knows before the row is read back.
    changes: Mapped[int] = mapped_column(
        server_default="0", onupdate=text("changes + 1")
    )


class Device(Base):
    """A device, by the number that its firm has given it."""

    __tablename__ = "devices"

    firm_id: Mapped[int] = mapped_column(ForeignKey("firms.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(100))


class Part(Base):
    """A part of a device, by its place in it."""

    __tablename__ = "parts"
    __table_args__ = (
        ForeignKeyConstraint(
            ["firm_id", "device_number"], ["devices.firm_id", "devices.number"]
        ),
    )

    firm_id: Mapped[int] = mapped_column(primary_key=True)
    device_number: Mapped[int] = mapped_column(primary_key=True)
    place: Mapped[str] = mapped_column(String(10), primary_key=True)
    is_worn: Mapped[bool] = mapped_column(default=False)
    gone_at: Mapped[datetime.datetime | None]


class Photo(Base):
    """A photo, which all firms may see; not so what it shows."""

    __tablename__ = "photos"
    __table_args__ = (
        ForeignKeyConstraint(
            ["firm_id", "device_number"], ["devices.firm_id", "devices.number"]
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    firm_id: Mapped[int | None]
    device_number: Mapped[int | None]
    ticket_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("tickets.id"))
    caption: Mapped[str] = mapped_column(String(100))


class Entry(Base):
    """What was done with expenses."""

    __tablename__ = "entries"

    id: Mapped[int] = mapped_column(primary_key=True)
    firm_id: Mapped[int]
    text: Mapped[str] = mapped_column(String(200))


class Settings(Base):
    """The settings of a firm, which has one row of them."""

    __tablename__ = "settings"

    firm_id: Mapped[int] = mapped_column(ForeignKey("firms.id"), primary_key=True)
    greeting: Mapped[str] = mapped_column(String(100))


class Profile(Base):
    """What colleagues see of a user, who has one profile."""

    __tablename__ = "profiles"

    id: Mapped[int] = mapped_column(primary_key=True)
    firm_id: Mapped[int] = mapped_column(ForeignKey("settings.firm_id"), index=True)
    user_id: Mapped[uuid.UUID] = mapped_column(unique=True)
    name: Mapped[str] = mapped_column(String(100))
