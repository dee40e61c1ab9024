from sqlalchemy import String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class OpeningHours(Base):
    __tablename__ = "opening_hours"

    body: Mapped[str] = mapped_column(String(20), primary_key=True)
    weekday: Mapped[int] = mapped_column(primary_key=True)
    opens: Mapped[str]
