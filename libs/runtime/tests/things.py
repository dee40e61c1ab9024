"""Random things with ties and NULLs, and what PostgreSQL's order of them is."""

import datetime
import uuid
from decimal import Decimal
from functools import cmp_to_key
from typing import Any

from hypothesis import strategies as st

from .models import Level, Thing

MOMENT = datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)

# Few values each, so that there are many ties.
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "number": st.integers(-1, 2),
    "text": st.sampled_from(
        ["", "a", "B", "ä", "%", "_", "a%", "/", "a/b", "\\", "😀"]
    ),
    "small": st.sampled_from([0, 1, -(2**31)]),
    "real": st.sampled_from([0.0, 0.1, -1e300, float("nan"), float("inf")]),
    "price": st.sampled_from([Decimal("0.1"), Decimal("0.100"), Decimal("-99.999")]),
    "flag": st.booleans(),
    "level": st.sampled_from(Level),
    "moment": st.sampled_from([MOMENT, MOMENT + datetime.timedelta(microseconds=1)]),
    "day": st.sampled_from([datetime.date(2024, 2, 29), datetime.date(1, 1, 1)]),
    "due": st.sampled_from([datetime.date(2024, 2, 29), datetime.date(1, 1, 1)]),
    "hour": st.sampled_from([datetime.time(0), datetime.time(23, 59, 59, 999999)]),
    "span": st.sampled_from([datetime.timedelta(-1, 5, 7), datetime.timedelta(40)]),
    "data": st.sampled_from([b"", b"\x00\xff", b"a"]),
}
NULLABLE = [name for name in VALUES if name != "number"]


@st.composite
def things(draw: st.DrawFn, largest: int = 14) -> list[dict[str, Any]]:
    """The columns of some things."""
    fields = {
        name: values if name == "number" else st.none() | values
        for name, values in VALUES.items()
    }
    rows = draw(st.lists(st.fixed_dictionaries(fields), max_size=largest))
    return [{"id": uuid.uuid4(), **row} for row in rows]


def in_order(rows: list[Thing], terms: list[tuple[str, str]]) -> list[Thing]:
    """Sorts as PostgreSQL does: NULL is the largest, then NaN."""

    def compare(first: Thing, second: Thing) -> int:
        for field, direction in terms:
            one, other = _rank(first, field), _rank(second, field)
            if one != other:
                return (1 if one > other else -1) * (1 if direction == "asc" else -1)
        return 0

    return sorted(rows, key=cmp_to_key(compare))


def _rank(thing: Thing, field: str) -> tuple[int, Any]:
    value = getattr(thing, field)
    if value is None:
        return (2, 0)
    if value != value:
        return (1, 0)
    if isinstance(value, Level):
        return (0, list(Level).index(value))
    return (0, value)
