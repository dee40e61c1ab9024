import datetime as dt
import uuid as ids
from typing import TYPE_CHECKING

from sqlalchemy.orm import Mapped, mapped_column

Text = str
Number = int

from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


class Observation(Base):
    __tablename__ = "observations"

    id: Mapped[ids.UUID] = mapped_column(primary_key=True)
    date: Mapped[dt.date]
    datetime: Mapped[dt.datetime]
    str: Mapped[Text | None]
    int: Mapped[Number]
    uuid: Mapped[ids.UUID]

    if TYPE_CHECKING:
        only_for_checkers: Mapped[Number]
        date: Mapped[Text]
