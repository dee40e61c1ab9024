from collections.abc import Sequence

from sqlalchemy.dialects.postgresql import INT4MULTIRANGE, TSTZMULTIRANGE, Range
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Slot(Base):
    __tablename__ = "slots"

    id: Mapped[int] = mapped_column(primary_key=True)
    spans: Mapped[Sequence[Range[int]]] = mapped_column(INT4MULTIRANGE)
    times = mapped_column(TSTZMULTIRANGE)
