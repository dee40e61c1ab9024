import datetime
from decimal import Decimal
from typing import Annotated, Literal

from sqlalchemy import DateTime, Numeric, String, func
from sqlalchemy.orm import Mapped, mapped_column
from typing_extensions import TypeAliasType

Key = Annotated[int, mapped_column(primary_key=True)]
Name = Annotated[str, mapped_column(String(40), index=True)]
Stamp = Annotated[datetime.datetime, mapped_column(DateTime(True), server_default=func.now())]
Code = Annotated[str, 7]
Money = Annotated[Decimal, 12]
# An alias inside of another one: Python makes one of both.
Label = Annotated[Name, "Code"]
Text = Annotated[str, "of any kind"]
Price = Annotated[Money, 2, mapped_column(default=Decimal(1))]

from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    type_annotation_map = {Code: String(7), Money: Numeric(12, 2)}


class User(Base):
    __tablename__ = "users"

    id: Mapped[Key]
    name: Mapped[Name]
    nick: Mapped[Name | None]
    seen: Mapped[Stamp | None] = mapped_column(nullable=False)
    code: Mapped[Code]
    status: Mapped[Literal["new", "old"]]


    money: Mapped[Money | None]
    label: Mapped[Label]
    price: Mapped[Price]
    text: Mapped[Text] = mapped_column(unique=True)


Mail = Annotated[str, mapped_column(String(90), unique=True)]
Slug = TypeAliasType("Slug", Annotated[str, mapped_column(String(64), unique=True)])
Part = TypeAliasType("Part", Annotated[int, mapped_column(primary_key=True)])


class Account(Base):
    __tablename__ = "accounts"

    branch: Mapped[Part]
    number: Mapped[Part]
    mail: Mapped[Mail]
    slug: Mapped[Slug | None]
    own: Mapped[Slug] = mapped_column(unique=False, index=True)
