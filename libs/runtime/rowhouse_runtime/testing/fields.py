"""What an API says of a field: values that it takes, and values that it refuses."""

import base64
import datetime
from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from decimal import Decimal
from functools import cache
from ipaddress import IPv4Address
from types import GenericAlias
from typing import Annotated, Any
from uuid import UUID

from pydantic import Field as Constraint
from pydantic import TypeAdapter

from ..schemas import Base64Bytes, Inet, MacAddress

TYPES: dict[str, Any] = {
    "uuid": UUID,
    "str": str,
    "email": str,
    "int": int,
    "float": float,
    "bool": bool,
    "datetime": datetime.datetime,
    "date": datetime.date,
    "json": Any,
    "decimal": Decimal,
    "time": datetime.time,
    "timedelta": datetime.timedelta,
    "bytes": Base64Bytes,
    "inet": Inet,
    "macaddr": MacAddress,
}
_WRONG: dict[str, Any] = {"str": 1, "json": "no object", "bytes": "not base64!"}
_NO_MATCHES = ("", " ", "~", "0", "a", "A", "é")


@dataclass(frozen=True)
class Field:
    """One field of a resource, as its config describes it."""

    type: str
    _: KW_ONLY
    attribute: str | None = None
    """The attribute of the model, where it is not the key in JSON."""
    nullable: bool = False
    enum: Sequence[str | int] = ()
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    ge: float | None = None
    gt: float | None = None
    le: float | None = None
    lt: float | None = None
    max_digits: int | None = None
    decimal_places: int | None = None

    @property
    def item(self) -> str | None:
        """The type of a list's items."""
        return self.type[5:-1] if self.type.startswith("list[") else None

    @property
    def is_number(self) -> bool:
        """Whether it can have bounds."""
        return self.type in {"int", "float", "decimal"}

    @property
    def is_comparable(self) -> bool:
        """Whether rows can be found by its values."""
        return self.type != "json" and self.item is None

    def parse(self, value: Any) -> Any:  # noqa: ANN401
        """The value in Python, from that in JSON."""
        return None if value is None else _adapter(self.type).validate_python(value)

    def dump(self, value: Any) -> Any:  # noqa: ANN401
        """The value in JSON, from that in Python."""
        return _adapter(self.type).dump_python(value, mode="json")

    def accepted(self) -> list[Any]:
        """Every fixed value, or those at the edges of the constraints."""
        values: list[Any] = [None] if self.nullable else []
        if self.enum:
            return [*values, *self.enum]
        if self.type == "bool":
            return [*values, True, False]
        if self.is_number:
            return [*values, *self._edges()]
        given = [self.min_length, self.max_length]
        lengths = sorted({length for length in given if length is not None})
        found = (self._of_length(length) for length in lengths)
        return [*values, *(value for value in found if value is not None)]

    def refused(self) -> list[tuple[Any, str | None]]:
        """Values beyond each constraint, and the kind of error where that tells why."""
        values: list[tuple[Any, str | None]] = [] if self.nullable else [(None, None)]
        if self.enum:
            missing = (
                max(map(int, self.enum)) + 1 if self.type == "int" else "no such value"
            )
            # A Literal and a class of values name this error differently.
            return [*values, (missing, None)]
        wrong = {"no": "list"} if self.item else _WRONG.get(self.type, "not a value")
        values.append((wrong, None))
        bounds = (
            ("greater_than_equal", self.ge, -1),
            ("greater_than", self.gt, 0),
            ("less_than_equal", self.le, 1),
            ("less_than", self.lt, 0),
        )
        for kind, bound, beyond in bounds:
            if bound is not None:
                values.append((_plain(bound + beyond), kind))
        if self.max_digits is not None:
            values.append((str(self._largest + 1), None))
        if self.decimal_places is not None:
            values.append((f"1.{'0' * self.decimal_places}1", None))
        prefix = "string_" if self.type == "str" else ""
        if self.min_length:
            short = self._of_length(self.min_length - 1, matches=False)
            values.append((short, f"{prefix}too_short"))
        if self.max_length is not None and self.type != "email":
            long = self._of_length(self.max_length + 1, matches=False)
            values.append((long, f"{prefix}too_long"))
        if self.pattern is not None:
            values += self._mismatches()
        return values

    def _edges(self) -> list[Any]:
        """The least and the greatest number."""
        low = self.ge if self.gt is None else self.gt + 1
        high = self.le if self.lt is None else self.lt - 1
        edges = [edge for edge in (low, high) if edge is not None]
        if self.gt is not None and high is not None:
            edges = [edge for edge in edges if self.gt < edge <= high]
        if self.lt is not None and low is not None:
            edges = [edge for edge in edges if low <= edge < self.lt]
        exact = [] if self.max_digits is None else [self._largest]
        if self.decimal_places:
            exact.append(
                Decimal(str(low or 0)) + Decimal(1).scaleb(-self.decimal_places)
            )
        fitting = (each for each in exact if high is None or each <= Decimal(str(high)))
        return [*map(_plain, edges), *map(str, fitting)]

    @property
    def _largest(self) -> Decimal:
        """The greatest number of so many digits."""
        places = self.decimal_places or 0
        return Decimal("9" * (self.max_digits or 0)).scaleb(-places)

    def _of_length(self, length: int, *, matches: bool = True) -> Any:  # noqa: ANN401
        """A value of that length; None where none is known that matches."""
        if self.type == "email":
            return None
        if self.item is not None:
            return [example(self.item, number) for number in range(1, length + 1)]
        if self.type == "bytes":
            return base64.b64encode(b"x" * length).decode()
        texts = [letter * length for letter in ("x", "X", "0", "-")]
        if self.pattern is None or not (matches or any(map(self._matches, texts))):
            return texts[0]
        return next(filter(self._matches, texts), None)

    def _matches(self, text: str) -> bool:
        try:
            self._pattern.validate_python(text)
        except ValueError:
            return False
        return True

    @property
    def _pattern(self) -> TypeAdapter[str]:
        """The pattern as Pydantic reads it, which is not quite as `re` does."""
        return TypeAdapter(Annotated[str, Constraint(pattern=self.pattern)])

    def _mismatches(self) -> list[tuple[Any, str | None]]:
        for each in _NO_MATCHES:
            text = each * max(self.min_length or 0, 1) if each else each
            fits = (self.min_length or 0) <= len(text) <= (self.max_length or len(text))
            if fits and not self._matches(text):
                return [(text, "string_pattern_mismatch")]
        return []


def example(kind: str, number: int) -> Any:  # noqa: ANN401
    """A value of a type in JSON; different numbers give different ones."""
    moment = datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)
    moment += datetime.timedelta(days=number, seconds=number)
    values: dict[str, Any] = {
        "uuid": UUID(int=number),
        "str": f"text-{number}",
        "email": f"name{number}@example.com",
        "int": number,
        "float": number + 0.5,
        "bool": number % 2 == 1,
        "datetime": moment,
        "date": moment.date(),
        "json": {"number": number},
        "decimal": Decimal(number),
        "time": datetime.time(number // 60 % 24, number % 60),
        "timedelta": datetime.timedelta(seconds=number),
        "bytes": str(number).encode(),
        "inet": IPv4Address(f"10.0.{number // 256 % 256}.{number % 256}"),
        "macaddr": f"08:00:2b:00:{number // 256 % 256:02x}:{number % 256:02x}",
    }
    return _adapter(kind).dump_python(values[kind], mode="json")


@cache
def _adapter(kind: str) -> TypeAdapter[Any]:
    is_list = kind.startswith("list[")
    annotation: Any = GenericAlias(list, TYPES[kind[5:-1]]) if is_list else TYPES[kind]
    return TypeAdapter(annotation)


def _plain(number: float) -> float:
    return int(number) if number == int(number) else number
