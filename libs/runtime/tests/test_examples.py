"""Which request the documentation shows at first."""

from enum import StrEnum
from typing import Annotated, Any

import pytest
from fastapi import FastAPI
from pydantic import BaseModel, Field

from rowhouse_runtime.addresses import MacAddress
from rowhouse_runtime.examples import example_of
from rowhouse_runtime.schemas import (
    UNSET,
    Base64Bytes,
    DateKey,
    DateTimeKey,
    IntKey,
    RequestModel,
    StrKey,
    UuidKey,
    key_example,
)


class Color(StrEnum):
    """A color."""

    RED = "red"
    BLUE = "blue"


class Size(BaseModel):
    """A document."""

    width: Annotated[int, Field(ge=3)]
    unit: str = "cm"


def examples_of(body: type[RequestModel]) -> Any:
    return body.model_json_schema().get("examples")


def test_an_example_has_the_fields_by_their_names_in_json() -> None:
    class Body(RequestModel):
        title: Annotated[str, Field(alias="Title", min_length=6, max_length=8)]
        color: Color
        other: Color = Color.BLUE
        number: Annotated[int, Field(gt=2)]
        most: Annotated[int, Field(le=-5)]
        size: Size
        card: MacAddress
        raw: Base64Bytes
        note: str | None = UNSET
        left: str | None = None
        words: Annotated[list[str], Field(min_length=2)]

    example = {
        "Title": "textxx",
        "color": "red",
        "other": "blue",
        "number": 3,
        "most": -5,
        "size": {"width": 3},
        "card": "08:00:2b:01:02:03",
        "raw": "dGV4dA==",
        "note": "text",
        "left": None,
        "words": ["text", "text"],
    }
    assert examples_of(Body) == [example]
    assert Body.model_validate(example)


def test_the_examples_of_fields_come_first() -> None:
    class Body(RequestModel):
        slug: Annotated[str, Field(pattern="^[A-Z]+$", examples=["ABC"])] = "Z"

    assert examples_of(Body) == [{"slug": "ABC"}]


def test_a_value_that_is_not_valid_is_left_out() -> None:
    class Body(RequestModel):
        code: Annotated[str, Field(pattern="^[A-Z]+$")] = UNSET
        title: str

    assert examples_of(Body) == [{"title": "text"}]


def test_a_body_without_fields_has_an_empty_example() -> None:
    class Empty(RequestModel):
        """Nothing."""

    assert examples_of(Empty) == [{}]


def test_a_required_value_that_is_not_known_leaves_no_example() -> None:
    class Body(RequestModel):
        code: Annotated[str, Field(pattern="^[A-Z]+$")]
        title: str

    assert examples_of(Body) is None


@pytest.mark.parametrize(
    ("schema", "first", "second"),
    [
        ({"type": "string"}, "text", "text-1"),
        ({"type": "string", "format": "date"}, "2024-01-01", "2024-01-02"),
        ({"type": "string", "format": "ipv4"}, "10.0.0.0", "10.0.0.1"),
        (
            {"type": "string", "format": "email"},
            "user@example.org",
            "user1@example.org",
        ),
        ({"type": "boolean"}, False, True),
        ({"type": "null"}, None, None),
    ],
)
def test_different_numbers_give_different_values(
    schema: dict[str, Any], first: object, second: object
) -> None:
    assert example_of(schema, dict, 0) == first
    assert example_of(schema, dict, 1) == second


def test_a_key_has_an_example_where_documentation_pages_read_it() -> None:
    app = FastAPI()

    @app.get("/{number}/{text}/{uuid}/{own}/{day}/{moment}")
    async def get(  # pyright: ignore[reportUnusedFunction]
        number: IntKey,
        text: StrKey,
        uuid: UuidKey,
        own: Annotated[UuidKey, key_example("0b0e3a52-7d6f-4f0c-9b1e-3f1d2c4b5a69")],
        day: DateKey,
        moment: DateTimeKey,
    ) -> None: ...

    [operation] = app.openapi()["paths"].values()
    parameters = operation["get"]["parameters"]
    assert {each["description"] for each in parameters} == {"The key of the row."}
    assert [each["examples"]["example"]["value"] for each in parameters] == [
        1,
        "text",
        "00000000-0000-0000-0000-000000000000",
        "0b0e3a52-7d6f-4f0c-9b1e-3f1d2c4b5a69",
        "1999-12-31",
        "1999-12-31T12:00:00Z",
    ]


TEXT = {"type": "string"}
DESCRIBED: list[tuple[Any, int, Any]] = [
    (TEXT | {"format": "date"}, 2, "2024-01-03"),
    (TEXT | {"format": "date-time"}, 2, "2024-01-03T00:00:02Z"),
    (TEXT | {"format": "time"}, 1503, "01:03:00"),
    (TEXT | {"format": "duration"}, 2, "PT2S"),
    (TEXT | {"format": "email"}, 0, "user@example.org"),
    (TEXT | {"format": "ipv4"}, 2, "10.0.0.2"),
    (TEXT | {"format": "ipv4network"}, 2, "10.0.0.2/32"),
    (TEXT | {"format": "uuid"}, 2, "00000000-0000-0000-0000-000000000002"),
    (TEXT | {"format": "no such format"}, 0, "text"),
    (TEXT, 2, "text-2"),
    (TEXT | {"maxLength": 2}, 0, "te"),
    (TEXT | {"maxLength": 0}, 0, ""),
    (TEXT | {"minLength": 5}, 0, "textx"),
    ({"const": 7}, 0, 7),
    ({"oneOf": [{"type": "boolean"}, TEXT]}, 1, True),
    ({"allOf": [{"type": "boolean"}]}, 3, True),
    ({"anyOf": [{"type": "boolean"}, TEXT]}, 2, False),
    ({"type": "object"}, 0, {}),
    ({"type": "object", "properties": {"a": TEXT}}, 0, {}),
    ({"type": "array"}, 0, []),
    ({"type": "array", "minItems": 2}, 0, [None, None]),
    ({"type": "array", "minItems": 2, "items": TEXT}, 2, ["text-2", "text-2"]),
    (
        {"type": "array", "prefixItems": [TEXT, {"const": 1}], "minItems": 3},
        0,
        ["text", 1, None],
    ),
    ({"type": "integer"}, 0, 1),
    ({"type": "integer", "minimum": 2.0}, 0, 2),
    ({"type": "integer", "exclusiveMinimum": 2}, 0, 3),
    ({"type": "number", "minimum": 2.5, "maximum": 9}, 0, 2.5),
    ({"type": "number", "maximum": 0.5}, 0, 0.5),
    ({"type": "null"}, 0, None),
    ({"$ref": "a text"}, 2, "text-2"),
    ({"anyOf": [{"$ref": "a text"}]}, 2, "text-2"),
]


@pytest.mark.parametrize(("schema", "number", "expected"), DESCRIBED)
def test_a_value_is_what_a_schema_describes(
    schema: Any, number: int, expected: object
) -> None:
    found = example_of(schema, lambda _: TEXT, number)
    assert (found, type(found)) == (expected, type(expected))
