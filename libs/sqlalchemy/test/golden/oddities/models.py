# -*- coding: latin-1 -*-
from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column


TEXT = "café"

from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


class Odd(Base):
	__tablename__ = "odd"
	id: Mapped[int] = mapped_column(primary_key=True)
	name: Mapped[str] = mapped_column(
		String(3),
	)
