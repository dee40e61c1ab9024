from collections.abc import Sequence

from sqlalchemy import ARRAY
from sqlalchemy.dialects.postgresql import INT4MULTIRANGE, INT4RANGE, TSTZMULTIRANGE, Range
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Slot(Base):
    __tablename__ = "slots"

    id: Mapped[int] = mapped_column(primary_key=True)
    spans: Mapped[Sequence[Range[int]]] = mapped_column(INT4MULTIRANGE)
    times = mapped_column(TSTZMULTIRANGE)
    pauses: Mapped[list[Range[int]]] = mapped_column(ARRAY(INT4RANGE))
