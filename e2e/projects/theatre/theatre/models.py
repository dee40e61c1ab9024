"""What the theatre stores."""

from sqlalchemy import String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The base class of all models."""


class Seat(Base):
    """A seat; every hall has one of each number."""

    __tablename__ = "seats"

    hall: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    reserved_for: Mapped[str | None] = mapped_column(String(50))
