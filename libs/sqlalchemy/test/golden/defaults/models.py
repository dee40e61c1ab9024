from datetime import datetime, timedelta, timezone
from decimal import Decimal
from functools import partial

from sqlalchemy import Computed, FetchedValue, Identity, Sequence, text
from sqlalchemy.orm import Mapped, mapped_column


def _now():
    return datetime.now(timezone.utc)

from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


class Row(Base):
    __tablename__ = "rows"

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    name: Mapped[str] = mapped_column(default=partial(str, "x"))
    made: Mapped[datetime] = mapped_column(default=_now, onupdate=lambda: datetime.now(timezone.utc))
    stamp: Mapped[datetime] = mapped_column(server_default=text("CURRENT_TIMESTAMP"))
    size: Mapped[int] = mapped_column(server_default="0", server_onupdate=FetchedValue())
    half: Mapped[int] = mapped_column(Computed("size / 2", persisted=True))
    nothing: Mapped[int | None] = mapped_column(default=None)
    counted: Mapped[int] = mapped_column(Sequence("counter"))
    version: Mapped[int] = mapped_column()

    __mapper_args__ = {"version_id_col": version}


class Keyword(Base):
    """SQLAlchemy takes these keywords for arguments, and a fetched value for that of an update."""

    __tablename__ = "keywords"
    id: Mapped[int] = mapped_column(server_default=Identity(always=False), primary_key=True)
    twice: Mapped[int] = mapped_column(server_default=Computed("id * 2"))
    thrice: Mapped[int] = mapped_column(server_onupdate=Computed("id * 3"))
    updated: Mapped[int] = mapped_column(FetchedValue(for_update=True))


class Limit:
    def __init__(self, size):
        self.size = size


class Computes(Base):
    """What is called when the class is made gives a value, and not a function."""

    __tablename__ = "computes"
    id: Mapped[int] = mapped_column(primary_key=True)
    since: Mapped[datetime] = mapped_column(default=datetime.now())
    text: Mapped[str] = mapped_column(default=datetime.now().isoformat())
    wait: Mapped[timedelta] = mapped_column(default=timedelta(minutes=20))
    price: Mapped[Decimal] = mapped_column(default=Decimal("1.5"))
    limit: Mapped[int] = mapped_column(default=Limit(4))
    called: Mapped[timedelta] = mapped_column(default=partial(timedelta, 3))
