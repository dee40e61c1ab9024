"""Values that a model's own checks accept, for generated tests."""

import re
from typing import Any

import pytest
from sqlalchemy import MetaData, Numeric, String, inspect
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, validates

from rowhouse_testing import Field
from rowhouse_testing.validated import is_kept, kept_sample


class Base(DeclarativeBase):
    """Of tables that are never made."""

    metadata = MetaData()


class Shift(Base):
    """A row whose class takes only some values."""

    __tablename__ = "shifts"

    country: Mapped[str] = mapped_column(String(2), primary_key=True)
    weekday: Mapped[int] = mapped_column(primary_key=True)
    share: Mapped[float] = mapped_column(Numeric(4, 2))
    email: Mapped[str] = mapped_column(String(80))
    label: Mapped[str] = mapped_column(String(20))
    odd: Mapped[int]
    late: Mapped[int]
    never: Mapped[int]

    @validates("country")
    def check_country(self, _: str, value: str) -> str:
        """Two capitals."""
        if not re.fullmatch("[A-Z]{2}", value):
            raise ValueError("a country has two letters")
        return value

    @validates("weekday", include_removes=True)
    def check_weekday(self, _: str, value: int, is_remove: bool) -> int:
        """A day of the week."""
        if not 0 <= value <= 6 or is_remove:
            raise ValueError("a week has seven days")
        return value

    @validates("share", "email")
    def check_others(self, name: str, value: Any) -> Any:
        """A part of one; an address."""
        if name == "share" and value > 1:
            raise ValueError("more than all")
        if name == "email" and "@" not in value:
            raise ValueError("no address")
        return value

    @validates("label")
    def change_label(self, _: str, value: str) -> str:
        """Stores another value than is sent."""
        return value.strip().upper()

    @validates("late")
    def check_late(self, _: str, value: int) -> int:
        """Looks at more than the value."""
        if value < self.odd:
            raise ValueError("too early")
        return value

    @validates("never")
    def check_never(self, _: str, value: int) -> int:
        """Takes nothing."""
        raise ValueError(f"not {value}")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("country", str),
        ("weekday", int),
        ("share", float),
        ("email", str),
        ("label", str),
        ("odd", int),
        ("late", int),
    ],
)
@pytest.mark.parametrize("number", [0, 1, 34, 20_123])
def test_samples_are_kept_as_they_are(name: str, kind: type[Any], number: int) -> None:
    column = inspect(Shift).columns[name]
    value = kept_sample(Shift, Field(kind), name, number, column)
    assert is_kept(Shift, name, value)


def test_samples_keep_to_the_limits_of_the_config() -> None:
    column = inspect(Shift).columns["country"]
    field = Field(str, pattern="^[B-D]+$")
    assert re.fullmatch("[B-D]{2}", kept_sample(Shift, field, "country", 1, column))


def test_a_value_that_the_model_changes_is_not_kept() -> None:
    assert is_kept(Shift, "label", "ABC")
    assert not is_kept(Shift, "label", " abc ")
    assert not is_kept(Shift, "weekday", 7)


def test_what_cannot_be_found_is_said_with_the_fix() -> None:
    column = inspect(Shift).columns["never"]
    with pytest.raises(ValueError, match="never that the @validates of Shift keeps"):
        kept_sample(Shift, Field(int), "never", 1, column)
