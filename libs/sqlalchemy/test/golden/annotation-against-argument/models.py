from sqlalchemy import Text
from sqlalchemy.orm import Mapped, mapped_column

from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


class Row(Base):
    __tablename__ = "rows"

    id: Mapped[int | None] = mapped_column(primary_key=True)
    may_be_null: Mapped[str] = mapped_column(Text, nullable=True)
    must_be_set: Mapped[str | None] = mapped_column(Text, nullable=False)
    number: Mapped[int] = mapped_column(Text)
