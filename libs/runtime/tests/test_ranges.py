"""Ranges as objects in requests and responses."""

from datetime import date
from decimal import Decimal
from enum import StrEnum
from types import SimpleNamespace
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError
from sqlalchemy.dialects.postgresql import Range as PgRange

from rowhouse_runtime.ranges import Range
from rowhouse_runtime.rows import values_of
from rowhouse_runtime.schemas import RequestModel, ResponseModel


class Body(RequestModel):
    """A request with a range."""

    seats: Range[int]


class Resource(ResponseModel):
    """A response with one."""

    prices: Range[Decimal | float | str]


class Grade(StrEnum):
    """An end that the API documentation describes by its name."""

    A = "a"


class Note(BaseModel):
    """A document."""

    text: str
    written: date


class Dated(RequestModel):
    """A request with values of all kinds."""

    stay: Range[Grade]
    note: Note
    day: date
    other: int = 1


NOTE = {"text": "new", "written": "2024-01-01"}
STORED: list[tuple[dict[str, Any], PgRange[Any]]] = [
    ({}, PgRange(bounds="()")),
    ({"lower": 1}, PgRange(1, bounds="[)")),
    ({"lower": 1, "bounds": "[]"}, PgRange(1, bounds="[)")),
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


def test_the_value_of_a_filter_is_an_object_of_known_keys() -> None:
    values: TypeAdapter[PgRange[int]] = TypeAdapter(Range[int])
    assert values.validate_python(PgRange(1, 2)) == PgRange(1, 2)
    with pytest.raises(ValidationError) as caught:
        values.validate_python({"lower": 1, "uper": 2})
    (error,) = caught.value.errors()
    assert (error["type"], error["loc"]) == ("extra_forbidden", ("uper",))


def test_a_row_has_its_range_as_an_object_in_json() -> None:
    row = SimpleNamespace(prices=PgRange(Decimal(1), bounds="[)"))
    resource = Resource.model_validate(row, from_attributes=True)
    assert resource.model_dump(mode="json")["prices"] == {
        "lower": "1",
        "upper": None,
        "bounds": "[)",
        "empty": False,
    }


def test_a_request_is_described_with_an_example_without_an_end() -> None:
    described = Body.model_json_schema()["properties"]["seats"]
    end = {"anyOf": [{"type": "integer"}, {"type": "null"}], "default": None}
    bounds = {"enum": ["[)", "[]", "(]", "()"], "type": "string", "default": "[)"}
    assert {key: value for key, value in described.items() if key != "title"} == {
        "type": "object",
        "properties": {
            "lower": end | {"title": "Lower"},
            "upper": end | {"title": "Upper"},
            "bounds": bounds | {"title": "Bounds"},
            "empty": {"type": "boolean", "default": False, "title": "Empty"},
        },
        "additionalProperties": False,
        "examples": [{"lower": 1}],
    }


def test_an_example_has_an_end_that_is_described_elsewhere() -> None:
    described = Dated.model_json_schema()["properties"]["stay"]
    assert described["examples"] == [{"lower": "a"}]


def test_a_response_has_all_of_a_range() -> None:
    schema = Body.model_json_schema(mode="serialization")["properties"]["seats"]
    assert schema["required"] == ["lower", "upper", "bounds", "empty"]
    assert "examples" not in schema


def test_values_of_a_request_are_in_python_but_for_documents() -> None:
    body = Dated.model_validate(
        {"stay": {"lower": "a"}, "note": NOTE, "day": "2024-01-02"}
    )
    assert values_of(body) == {
        "other": 1,
        "stay": PgRange(Grade.A),
        "note": NOTE,
        "day": date(2024, 1, 2),
    }
