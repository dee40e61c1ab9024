"""Ranges as objects in requests and responses."""

import math
from decimal import Decimal
from typing import Any

import pytest
from pydantic import ValidationError
from sqlalchemy.dialects.postgresql import Range as PgRange

from rowhouse_runtime.ranges import Range
from rowhouse_runtime.schemas import RequestModel, ResponseModel


class Body(RequestModel):
    """A request with a range."""

    seats: Range[int]


class Resource(ResponseModel):
    """A response with one."""

    prices: Range[Decimal | float | str]


STORED: list[tuple[dict[str, Any], PgRange[Any]]] = [
    ({}, PgRange(bounds="()")),
    ({"lower": 1}, PgRange(1, bounds="[)")),
    ({"upper": 1, "bounds": "[]"}, PgRange(upper=1, bounds="(]")),
    ({"lower": 1, "upper": 2}, PgRange(1, 2)),
    ({"lower": 1, "upper": 2, "bounds": "(]"}, PgRange(1, 2, bounds="(]")),
    ({"lower": 1, "upper": 1, "bounds": "[]"}, PgRange(1, 1, bounds="[]")),
    ({"lower": 1, "upper": 1}, PgRange(empty=True, bounds="()")),
    ({"lower": 1, "upper": 1, "bounds": "(]"}, PgRange(empty=True, bounds="()")),
    ({"empty": True}, PgRange(empty=True, bounds="()")),
]


@pytest.mark.parametrize(("sent", "expected"), STORED)
def test_a_request_has_what_postgresql_stores(
    sent: dict[str, Any], expected: PgRange[int]
) -> None:
    found = Body.model_validate({"seats": sent}).seats
    assert vars_of(found) == vars_of(expected)


def vars_of(value: PgRange[int]) -> tuple[object, ...]:
    return (value.lower, value.upper, value.bounds, value.empty)


@pytest.mark.parametrize(
    ("sent", "kind", "message"),
    [
        (
            {"lower": 2, "upper": 1},
            "range_order",
            "The lower end of a range should not be above the upper one",
        ),
        (
            {"lower": 1, "empty": True},
            "range_empty",
            "An empty range should have no lower and no upper end",
        ),
        (
            {"upper": 1, "empty": True},
            "range_empty",
            "An empty range should have no lower and no upper end",
        ),
        ({"from": 1}, "extra_forbidden", "Extra inputs are not permitted"),
        (
            {"bounds": "["},
            "literal_error",
            "Input should be '[)', '[]', '(]' or '()'",
        ),
    ],
)
def test_what_is_no_range_is_refused(
    sent: dict[str, Any], kind: str, message: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        Body.model_validate({"seats": sent})
    (error,) = refused.value.errors()
    assert (error["type"], error["msg"]) == (kind, message)


@pytest.mark.parametrize(
    ("lower", "upper"),
    [
        (Decimal("NaN"), Decimal(1)),
        (math.nan, 1.5),
        ("infinity", "-infinity"),
        (Decimal(1), "infinity"),
    ],
)
def test_ends_of_a_row_may_have_no_order(lower: Any, upper: Any) -> None:
    row = {"prices": PgRange(lower, upper)}
    document = Resource.model_validate(row).model_dump(mode="json")["prices"]
    assert document.keys() == {"lower", "upper", "bounds", "empty"}
    assert (document["bounds"], document["empty"]) == ("[)", False)
