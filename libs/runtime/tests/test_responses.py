"""Responses other than the result: errors, and the Location header."""

import datetime
import uuid
from datetime import UTC
from enum import Enum
from typing import Any

import pytest
from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError

from rowhouse_runtime.responses import (
    ErrorResponse,
    InvalidValue,
    error_responses,
    location,
)
from rowhouse_runtime.routing import ApiRoute

from .api import app_of, client_of, router

pytestmark = pytest.mark.anyio


class Side(Enum):
    """A key of fixed values."""

    LEFT = "on the left"
    BOTH = "left/right"


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ([7], "/v1/things/7"),
        (["a b%ä?"], "/v1/things/a%20b%25%C3%A4%3F"),
        ([uuid.UUID(int=7), 3], f"/v1/things/{uuid.UUID(int=7)}/3"),
        (
            [datetime.date(2024, 2, 29), datetime.datetime(2024, 1, 1, tzinfo=UTC)],
            "/v1/things/2024-02-29/2024-01-01T00%3A00%3A00Z",
        ),
        ([Side.LEFT], "/v1/things/on%20the%20left"),
    ],
)
@pytest.mark.parametrize("path", ["/things", "/things/"])
async def test_location(path: str, key: list[object], expected: str) -> None:
    inner = APIRouter()

    @inner.post(path)
    async def create(request: Request) -> str:
        return location(request, *key)

    included = FastAPI()
    included.include_router(inner, prefix="/v1")
    mounted = FastAPI()
    mounted.mount("/v1", app_of(inner))
    for app in (included, mounted):
        async with client_of(app) as client:
            assert (await client.post(f"/v1{path}")).json() == expected


@pytest.mark.parametrize("segment", ["a%20b", "50%25", "%3F%23"])
async def test_location_in_a_path_that_is_quoted(segment: str) -> None:
    inner = APIRouter()

    @inner.post("/{name}/things")
    async def create(name: str, request: Request) -> str:
        return location(request, name)

    async with client_of(app_of(inner)) as client:
        made = await client.post(f"/{segment}/things")
    assert made.json() == f"/{segment}/things/{segment}"


@pytest.mark.parametrize("key", ["", ".", "..", "a/b", Side.BOTH])
def test_key_that_no_path_leads_to_is_422(key: object) -> None:
    request = Request({"type": "http", "path": "/things", "headers": []})
    with pytest.raises(RequestValidationError) as refused:
        location(request, 1, key)
    message = (
        "The key should be neither empty nor '.' nor '..', and have no '/': it is a "
        "part of the path of the row"
    )
    assert refused.value.errors() == [
        {"type": "unreachable_key", "loc": ("body",), "msg": message}
    ]


def test_error_answers_are_documented() -> None:
    paths: dict[str, Any] = app_of(router).openapi()["paths"]
    responses = paths["/items/{pk}"]["get"]["responses"]
    assert set(responses) == {"200", "401", "404", "422", "503"}
    bodies = {
        status: answer["content"]["application/json"]["schema"]["$ref"].split("/")[-1]
        for status, answer in responses.items()
        if status != "200"
    }
    assert bodies == {
        "401": "ErrorResponse",
        "404": "ErrorResponse",
        "422": "ErrorResponse",
        "503": "ErrorResponse",
    }
    assert responses["503"]["headers"]["Retry-After"]["schema"] == {"type": "integer"}


def test_all_of_an_error_answer_is_described_in_sentences() -> None:
    responses = error_responses(400, 401, 403, 404, 409)
    assert list(responses) == [400, 401, 403, 404, 409, 422, 503]
    described = [
        *responses.values(),
        *responses[503]["headers"].values(),
        *InvalidValue.model_json_schema()["properties"].values(),
    ]
    for each in described:
        assert each["description"][0].isupper()
        assert each["description"].endswith(".")


async def test_documented_422_is_the_one_that_is_answered() -> None:
    inner = APIRouter(route_class=ApiRoute)

    @inner.post("/things", responses=error_responses())
    async def create(  # pyright: ignore[reportUnusedFunction]
        body: dict[str, int],
    ) -> None:
        """Takes numbers."""

    async with client_of(app_of(inner)) as client:
        answer = await client.post("/things", json={"a": "b", "c": 1.5})
    read = ErrorResponse.model_validate(answer.json(), extra="forbid")
    assert isinstance(read.detail, list)
    assert [value.loc for value in read.detail] == [["body", "a"], ["body", "c"]]
    assert (read.code, read.fields) == ("validation", ["a", "c"])
