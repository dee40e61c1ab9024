import enum
from typing import Literal, get_args

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


class Size(enum.IntEnum):
    SMALL = 1
    LARGE = 2


class Letter(enum.Enum):
    A = "a"
    B = "b"

    @classmethod
    def values(cls):
        return [one.value for one in cls]

    @staticmethod
    def names():
        return ["A", "B"]


State = Literal["new", "old"]
AnyState = Literal[State, "lost", "new"]


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
    with_aliases = mapped_column(Enum(Aliased, omit_aliases=False, name="aliased_too"))
    as_text: Mapped[Level] = mapped_column(String(10))
    not_native = mapped_column(Enum(Level, native_enum=False, create_constraint=True, length=20))
    of_dialect = mapped_column(ENUM(Level, name="level"))
    literal: Mapped[Literal["one", "three"]]
    of_arguments: Mapped[State] = mapped_column(Enum(*get_args(State), name="state"))
    of_nested: Mapped[str] = mapped_column(Enum(*AnyState.__args__, name="any_state"))
    of_method: Mapped[str] = mapped_column(Enum(*Letter.values(), name="letter_value"))
    of_static: Mapped[str] = mapped_column(Enum(*Letter.names(), name="letter"))


class Short(DeclarativeBase):
    type_annotation_map = {enum.Enum: Enum(enum.Enum, native_enum=False, length=9)}


class Box(Short):
    __tablename__ = "boxes"

    id: Mapped[int] = mapped_column(primary_key=True)
    size: Mapped[Size]
    level: Mapped[Level]
