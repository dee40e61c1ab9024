from sqlalchemy import ARRAY, Integer
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Board(Base):
    __tablename__ = "boards"

    id: Mapped[int] = mapped_column(primary_key=True)
    cells: Mapped[list[list[int]]] = mapped_column(ARRAY(Integer, dimensions=2))
