"""What the theatre stores."""

from sqlalchemy import FetchedValue, Integer, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The base class of all models."""


class Seat(Base):
    """A seat; every hall has one of each number."""

    __tablename__ = "seats"

    hall: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    reserved_for: Mapped[str | None] = mapped_column(String(50))
    # The transaction that wrote the row last: PostgreSQL has it in every table.
    xmin: Mapped[int] = mapped_column(
        Integer, system=True, server_default=FetchedValue()
    )

    __mapper_args__ = {  # noqa: RUF012
        "version_id_col": xmin,
        "version_id_generator": False,
    }
