"""Who asks for help, and with what."""

import datetime
import uuid
from decimal import Decimal
from enum import Enum as PythonEnum
from typing import Annotated, Any

from pydantic import BaseModel, Field
from sqlalchemy import (
    CHAR,
    JSON,
    CheckConstraint,
    Computed,
    Enum,
    ForeignKey,
    ForeignKeyConstraint,
    Numeric,
    SmallInteger,
    String,
    Text,
)
from sqlalchemy.dialects.postgresql import (
    ARRAY,
    CIDR,
    DATERANGE,
    INET,
    INT4RANGE,
    JSONB,
    MACADDR,
    NUMRANGE,
    TSRANGE,
    TSTZRANGE,
    Range,
)
from sqlalchemy.ext.mutable import MutableDict
from sqlalchemy.orm import (
    DeclarativeBase,
    Mapped,
    deferred,
    mapped_column,
    relationship,
    validates,
)

from .mixins import TimeStamps


class Base(DeclarativeBase):
    """The base class of all models."""


class Urgency(PythonEnum):
    """How soon somebody has to look at a ticket."""

    LOW = "can wait"
    HIGH = "today"


class Channel(PythonEnum):
    """How a ticket came in; stored by its names."""

    MAIL = "e-mail"
    PHONE = "telephone"


def _values(members: type[PythonEnum]) -> list[str]:
    return [str(member.value) for member in members]


Marks = list[int]
"""What a column of JSON holds that is no object."""


class Customer(TimeStamps, Base):
    """Somebody who asks."""

    __tablename__ = "customers"

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True, default=uuid.uuid4)
    name: Mapped[str] = mapped_column(String(80))
    email: Mapped[str] = mapped_column(String(320), unique=True)
    marks: Mapped[list[Any] | None] = mapped_column(JSONB)
    password_hash: Mapped[str | None] = mapped_column(String(200))
    tickets: Mapped[list["Ticket"]] = relationship(back_populates="customer")


class Ticket(TimeStamps, Base):
    """Something to solve."""

    __tablename__ = "tickets"

    number: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(String(120))
    details: Mapped[str | None] = deferred(mapped_column(Text))
    urgency: Mapped[Urgency] = mapped_column(
        Enum(Urgency, name="urgency", values_callable=_values),
        default=Urgency.LOW,
    )
    channel: Mapped[Channel] = mapped_column(Enum(Channel, name="channel"))
    hours: Mapped[Decimal] = mapped_column(Numeric(6, 2), default=Decimal(0))
    rate: Mapped[Decimal] = mapped_column(Numeric(6, 2))
    price: Mapped[Decimal | None] = mapped_column(
        Numeric(12, 4),
        Computed("hours * rate"),
    )
    labels: Mapped[list[str]] = mapped_column(ARRAY(String), default=list)
    extra: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    due_on: Mapped[datetime.date | None]
    version: Mapped[int] = mapped_column()
    customer_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("customers.id"))
    customer: Mapped[Customer] = relationship(back_populates="tickets")

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012

    @validates("title")
    def check_title(self, _: str, title: str) -> str:
        """Refuses a title that says nothing."""
        if not title.strip():
            raise ValueError("a title says something")
        return title


class OpeningHours(Base):
    """When a branch answers on a day of the week."""

    __tablename__ = "opening_hours"
    __table_args__ = (
        CheckConstraint("opens < closes", name="opens_first"),
        CheckConstraint("note IN ('moved', 'one desk only')", name="known_note"),
    )

    branch: Mapped[str] = mapped_column(String(20), primary_key=True)
    weekday: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    opens: Mapped[datetime.time]
    closes: Mapped[datetime.time]
    note: Mapped[str | None] = mapped_column(String(100))
    version: Mapped[int] = mapped_column()

    __mapper_args__ = {"version_id_col": version}  # noqa: RUF012

    @validates("weekday")
    def check_weekday(self, _: str, weekday: int) -> int:
        """Refuses a day that no week has."""
        if not 0 <= weekday <= 6:
            raise ValueError("a week has seven days")
        return weekday


class Shift(Base):
    """Who answers on a day: a row between two others."""

    __tablename__ = "shifts"

    customer_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("customers.id"),
        primary_key=True,
    )
    holiday: Mapped[int] = mapped_column(ForeignKey("holidays.day"), primary_key=True)
    day: Mapped[datetime.date] = mapped_column(primary_key=True)
    hours: Mapped[int] = mapped_column(SmallInteger, default=8)

    __table_args__ = (CheckConstraint("hours BETWEEN 1 AND 12", name="a_shift"),)


class Visit(Base):
    """Somebody who came while a branch was open: a row that refers to such a key."""

    __tablename__ = "visits"
    __table_args__ = (
        ForeignKeyConstraint(
            ["branch", "weekday"],
            ["opening_hours.branch", "opening_hours.weekday"],
            onupdate="CASCADE",
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    branch: Mapped[str] = mapped_column(String(20))
    weekday: Mapped[int] = mapped_column(SmallInteger)
    guest: Mapped[str] = mapped_column(String(80))
    address: Mapped[str | None] = mapped_column(INET)
    network: Mapped[str | None] = mapped_column(CIDR)
    device: Mapped[str] = mapped_column(MACADDR)
    stay: Mapped[Range[datetime.datetime]] = mapped_column(TSTZRANGE)
    lunch: Mapped[Range[datetime.datetime] | None] = mapped_column(TSRANGE)
    leave: Mapped[Range[datetime.date] | None] = mapped_column(DATERANGE)
    ages: Mapped[Range[int] | None] = mapped_column(INT4RANGE)
    budget: Mapped[Range[Decimal] | None] = mapped_column(NUMRANGE)
    moods: Mapped[list[str]] = mapped_column(ARRAY(Enum("calm", "wild", name="mood")))
    deleted_at: Mapped[datetime.datetime | None]


class Remark(Base):
    """A line about opening hours; its key holds theirs."""

    __tablename__ = "remarks"
    __table_args__ = (
        ForeignKeyConstraint(
            ["branch", "weekday"],
            ["opening_hours.branch", "opening_hours.weekday"],
            onupdate="CASCADE",
        ),
    )

    branch: Mapped[str] = mapped_column(String(20), primary_key=True)
    weekday: Mapped[int] = mapped_column(SmallInteger, primary_key=True)
    line: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str] = mapped_column(String(80))
    mood: Mapped[Any] = mapped_column(JSON, nullable=True)
    place: Mapped[Any] = mapped_column(JSONB)


class Room(BaseModel):
    """A part of a place."""

    number: int


class Place(BaseModel):
    """Where a topic is at home."""

    town: Annotated[str, Field(min_length=3, max_length=8)]
    floor: Annotated[int, Field(alias="level")] = 0
    since: datetime.date | None = None
    room: Room


class Topic(Base):
    """What tickets are about: a tree of them, of several kinds."""

    __tablename__ = "topics"
    __table_args__ = (CheckConstraint("weight < 9000", name="light"),)
    __mapper_args__ = {  # noqa: RUF012
        "polymorphic_on": "kind",
        "polymorphic_identity": "topic",
    }

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    title: Mapped[str] = mapped_column(String(40))
    weight: Mapped[Decimal | None] = mapped_column(
        Numeric(6, 1),
        server_default="1.5",
    )
    share: Mapped[Decimal | None] = mapped_column(Numeric(3, 5))
    readers: Mapped[Decimal | None] = mapped_column(Numeric(5, -2))
    motto: Mapped[str | None] = mapped_column(
        "Motto of it",
        String(30),
        default="none yet",
    )
    names: Mapped[list[str] | None] = mapped_column(ARRAY(String(5)))
    place: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    hints: Mapped[dict[str, Any] | None] = mapped_column(MutableDict.as_mutable(JSONB))
    above_id: Mapped[int | None] = mapped_column(ForeignKey("topics.id"))
    above: Mapped["Topic | None"] = relationship(remote_side="Topic.id")


class Guide(Topic):
    """A topic that somebody wrote about."""

    __tablename__ = "guides"
    __mapper_args__ = {"polymorphic_identity": "guide"}  # noqa: RUF012

    id: Mapped[int] = mapped_column(ForeignKey("topics.id"), primary_key=True)
    address: Mapped[str] = mapped_column(String(200))


class Alarm(Base):
    """What a device reports, under a code of its own."""

    __tablename__ = "alarms"

    code: Mapped[str] = mapped_column(CHAR(20), primary_key=True)
    text: Mapped[str] = mapped_column(String(100))


class Holiday(Base):
    """A day on which nobody answers."""

    __tablename__ = "holidays"

    day: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column(String(40))
