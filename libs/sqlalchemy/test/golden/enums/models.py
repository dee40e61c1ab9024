import enum
from typing import Literal

from sqlalchemy import Enum, String
from sqlalchemy.dialects.postgresql import ENUM
from sqlalchemy.orm import Mapped, mapped_column

LEVELS = ["one", "two"]


class Level(str, enum.Enum):
    LOW = "low"
    HIGH = "high"

    @property
    def title(self) -> str:
        return self.value.title()


class Colour(enum.StrEnum):
    RED = enum.auto()
    DARK_BLUE = enum.auto()


class Aliased(enum.Enum):
    A = 1
    B = 2
    ALSO_A = 1


def _values(kind):
    return [member.value for member in kind]

from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


class Row(Base):
    __tablename__ = "rows"

    id: Mapped[int] = mapped_column(primary_key=True)
    names: Mapped[Level] = mapped_column(default=Level.LOW)
    values: Mapped[Level] = mapped_column(Enum(Level, values_callable=lambda kind: [one.value for one in kind]))
    by_function: Mapped[Level] = mapped_column(Enum(Level, values_callable=_values))
    texts = mapped_column(Enum("a", "bcd", name="letters"))
    computed = mapped_column(Enum(*LEVELS, name="levels"))
    automatic: Mapped[Colour]
    alias: Mapped[Aliased]
    as_text: Mapped[Level] = mapped_column(String(10))
    not_native = mapped_column(Enum(Level, native_enum=False, create_constraint=True, length=20))
    of_dialect = mapped_column(ENUM(Level, name="level"))
    literal: Mapped[Literal["one", "three"]]
