"""What the clinic stores."""

import datetime as dt
import decimal as dec
import uuid as ids
from typing import Any

from sqlalchemy import JSON, CheckConstraint, DateTime, Identity, Numeric, String
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

Text = str
Number = int
Fraction = float
Flag = bool


class Base(DeclarativeBase):
    """The base class of all models."""

    type_annotation_map = {  # noqa: RUF012
        dt.datetime: DateTime(timezone=True),
        dict[str, Any]: JSONB,
    }


class Doctor(Base):
    """Somebody who treats."""

    __tablename__ = "doctors"

    id: Mapped[ids.UUID] = mapped_column(primary_key=True, default=ids.uuid4)
    name: Mapped[str] = mapped_column(String(100))


class Patient(Base):
    """Somebody who is treated."""

    __tablename__ = "patients"

    number: Mapped[int] = mapped_column(Identity(), primary_key=True)
    full_name: Mapped[str] = mapped_column(String(200))
    born_on: Mapped[dt.date]
    email: Mapped[str | None] = mapped_column(String(320), unique=True)
    insured: Mapped[bool]
    blood_group: Mapped[str] = mapped_column(String(2))
    ward: Mapped[str | None] = mapped_column(String(20))
    bed: Mapped[int | None]


class Observation(Base):
    """Something measured; its attributes hide the names of their types."""

    __tablename__ = "observations"

    id: Mapped[ids.UUID] = mapped_column(primary_key=True, default=ids.uuid4)
    uuid: Mapped[ids.UUID]
    date: Mapped[dt.date]
    datetime: Mapped[dt.datetime]
    decimal: Mapped[dec.Decimal] = mapped_column(Numeric(12, 4))
    str: Mapped[Text | None]
    int: Mapped[Number]
    float: Mapped[Fraction]
    bool: Mapped[Flag]
    time: Mapped[dt.time]
    duration: Mapped[dt.timedelta]
    raw: Mapped[bytes]
    details: Mapped[dict[Text, Any]]
    tags: Mapped[list[Text]] = mapped_column(ARRAY(String(50)))
    readings: Mapped[list[dec.Decimal] | None] = mapped_column(ARRAY(Numeric(12, 4)))
    reported_by: Mapped[Text] = mapped_column(String(320))


class LedgerEntry(Base):
    """An amount of money; what it is for may be unknown."""

    __tablename__ = "ledger_entries"

    code: Mapped[str] = mapped_column(
        String(40), primary_key=True, default=lambda: ids.uuid4().hex
    )
    text: Mapped[str | None] = mapped_column(String(50))
    amount: Mapped[dec.Decimal] = mapped_column(Numeric(12, 2))


class Invoice(Base):
    """What a patient owes."""

    __tablename__ = "invoices"

    id: Mapped[ids.UUID] = mapped_column(primary_key=True, default=ids.uuid4)
    total: Mapped[dec.Decimal] = mapped_column(Numeric(12, 2))
    lines: Mapped[list[Any]] = mapped_column(JSON, default=list)


class OpeningHours(Base):
    """When the clinic is open."""

    __tablename__ = "opening_hours"
    # No request sets it: rows of generated tests know the check all the same.
    __table_args__ = (CheckConstraint("weekday BETWEEN 0 AND 6"),)

    id: Mapped[ids.UUID] = mapped_column(primary_key=True, default=ids.uuid4)
    weekday: Mapped[int]
    opens: Mapped[dt.time]
    closes: Mapped[dt.time]
