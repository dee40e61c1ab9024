"""The tables."""

import enum
import uuid

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The base of the models."""


class Status(enum.Enum):
    """How far a ticket is."""

    OPEN = "open"
    WAITING = "waiting"
    CLOSED = "closed"


class Ticket(Base):
    """A ticket of a customer of a firm."""

    __tablename__ = "tickets"
    __table_args__ = (Index("tickets_firm", "firm_id", "id"),)

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    firm_id: Mapped[int]
    author_id: Mapped[uuid.UUID]
    agent_id: Mapped[uuid.UUID | None]
    title: Mapped[str] = mapped_column(String(100))
    status: Mapped[Status] = mapped_column(default=Status.OPEN)
    label: Mapped[str | None] = mapped_column(String(20))


class Reply(Base):
    """A reply to a ticket."""

    __tablename__ = "replies"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    firm_id: Mapped[int]
    ticket_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("tickets.id"))
    text: Mapped[str] = mapped_column(String(500))


class Entry(Base):
    """What somebody of a firm has done."""

    __tablename__ = "entries"
    __table_args__ = (Index("entries_firm", "firm_id", "id"),)

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    firm_id: Mapped[int]
    text: Mapped[str] = mapped_column(String(100))


class Guide(Base):
    """A page of help, once it is published for everybody."""

    __tablename__ = "guides"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    writer_id: Mapped[uuid.UUID]
    title: Mapped[str] = mapped_column(String(100))
    published: Mapped[bool] = mapped_column(default=False)


class Queue(Base):
    """A queue of a firm, by its name, and the one above it."""

    __tablename__ = "queues"
    __table_args__ = (
        ForeignKeyConstraint(["firm_id", "above"], ["queues.firm_id", "queues.name"]),
    )

    firm_id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    above: Mapped[str | None] = mapped_column(String(20))


class Agent(Base):
    """Somebody who works for a firm."""

    __tablename__ = "agents"

    firm_id: Mapped[int] = mapped_column(primary_key=True)
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)


class Errand(Base):
    """What a queue has to do, and who has said so."""

    __tablename__ = "errands"
    __table_args__ = (
        ForeignKeyConstraint(["firm_id", "agent_id"], ["agents.firm_id", "agents.id"]),
        ForeignKeyConstraint(["firm_id", "queue"], ["queues.firm_id", "queues.name"]),
        Index("errands_firm", "firm_id", "id"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    firm_id: Mapped[int]
    agent_id: Mapped[uuid.UUID]
    queue: Mapped[str] = mapped_column(String(20))


class Desk(Base):
    """A desk of a firm, by its room and its number there."""

    __tablename__ = "desks"

    firm_id: Mapped[int] = mapped_column(primary_key=True)
    room: Mapped[str] = mapped_column(String(10), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)


class Shift(Base):
    """Which agents a queue has, and where: in a room, perhaps at a desk of it."""

    __tablename__ = "shifts"
    __table_args__ = (
        ForeignKeyConstraint(["firm_id", "queue"], ["queues.firm_id", "queues.name"]),
        ForeignKeyConstraint(
            ["firm_id", "room", "desk"], ["desks.firm_id", "desks.room", "desks.number"]
        ),
    )

    firm_id: Mapped[int] = mapped_column(primary_key=True)
    queue: Mapped[str] = mapped_column(String(20), primary_key=True)
    agent_id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    room: Mapped[str] = mapped_column(String(10))
    desk: Mapped[int | None]
    remote: Mapped[bool | None]
