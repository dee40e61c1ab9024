import datetime
from typing import Annotated, Literal

from sqlalchemy import DateTime, String, func
from sqlalchemy.orm import Mapped, mapped_column

Key = Annotated[int, mapped_column(primary_key=True)]
Name = Annotated[str, mapped_column(String(40), index=True)]
Stamp = Annotated[datetime.datetime, mapped_column(DateTime(True), server_default=func.now())]
Code = Annotated[str, 7]

from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    type_annotation_map = {Code: String(7)}


class User(Base):
    __tablename__ = "users"

    id: Mapped[Key]
    name: Mapped[Name]
    nick: Mapped[Name | None]
    seen: Mapped[Stamp | None] = mapped_column(nullable=False)
    code: Mapped[Code]
    status: Mapped[Literal["new", "old"]]


