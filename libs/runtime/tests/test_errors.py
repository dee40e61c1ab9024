"""The bodies of errors, for people and for programs."""

from collections.abc import AsyncGenerator
from typing import Annotated, Any

import pytest
from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from httpx2 import AsyncClient
from httpx2 import Response as Answer
from pydantic import Field
from rowhouse_testing import Rows, Sessions
from sqlalchemy import delete, insert

from rowhouse_runtime.responses import (
    ErrorResponse,
    ProblemResponse,
    error_responses,
    problem_responses,
)
from rowhouse_runtime.routing import ApiRoute, ProblemRoute
from rowhouse_runtime.schemas import RequestModel

from .api import Db, app_of, client_of
from .models import Item, Owner

pytestmark = pytest.mark.anyio


class ItemRequest(RequestModel):
    """Columns of an item, some of them under another key."""

    owner_id: Annotated[int, Field(alias="ownerId")]
    position: int
    slug: str


def routes_of(kind: type[ApiRoute]) -> APIRouter:
    """Routes that fail, as generated ones do."""
    router = APIRouter(route_class=kind)
    describe = problem_responses if kind is ProblemRoute else error_responses

    @router.post("/items", responses=describe(409))
    async def create(body: ItemRequest, db: Db) -> None:
        values: dict[str, Any] = {**body.model_dump(), "level": "low", "tags": []}
        await db.execute(insert(Item), values)
        await db.commit()

    @router.delete("/owners/{pk}", responses=describe(409))
    async def remove(pk: int, db: Db) -> None:
        await db.execute(delete(Owner).where(Owner.id == pk))

    @router.get("/fail/{status}")
    async def fail(status: int, detail: str = "No") -> None:
        raise HTTPException(status, detail, {"X-Told": "yes"})

    return router


@pytest.fixture(params=[ApiRoute, ProblemRoute])
async def client(
    request: pytest.FixtureRequest, sessions: Sessions
) -> AsyncGenerator[AsyncClient]:
    """A client of these routes, whose errors are of both kinds in turn."""
    app = app_of(routes_of(request.param), sessions=sessions)
    async with client_of(app) as client:
        client.headers["X-Kind"] = request.param.__name__
        yield client


def body_of(client: AsyncClient, answer: Answer) -> dict[str, Any]:
    """The body of an error, without what only problems have, and the status."""
    body: dict[str, Any] = answer.json()
    if client.headers["X-Kind"] == "ApiRoute":
        assert answer.headers["Content-Type"] == "application/json"
        ErrorResponse.model_validate(body, extra="forbid")
        return body
    assert answer.headers["Content-Type"] == "application/problem+json"
    ProblemResponse.model_validate(body, extra="forbid")
    assert body.pop("type") == "about:blank"
    assert body.pop("status") == answer.status_code
    assert body.pop("title")
    if "errors" in body:
        assert body["detail"] == "The request is not valid"
        body["detail"] = body.pop("errors")
    return body


async def test_conflicts_name_fields_and_constraints(
    client: AsyncClient, rows: Rows
) -> None:
    owner = await rows.create(Owner)
    valid = {"ownerId": owner.id, "position": 1, "slug": "a"}
    assert (await client.post("/items", json=valid)).status_code == 200
    same_slug = await client.post("/items", json={**valid, "position": 2})
    assert body_of(client, same_slug) == {
        "detail": "A row with this slug exists already",
        "code": "unique",
        "fields": ["slug"],
        "constraint": "items_slug_key",
    }
    same_place = await client.post("/items", json={**valid, "slug": "b"})
    body = body_of(client, same_place)
    assert (body["code"], body["fields"]) == ("unique", ["ownerId", "position"])
    unknown = {"ownerId": -1, "position": 1, "slug": "c"}
    body = body_of(client, await client.post("/items", json=unknown))
    assert (body["code"], body["fields"]) == ("reference", ["ownerId"])
    # The database alone knows its name, so it would tell this from a hidden row.
    assert "constraint" not in body
    # Whose rows these are is nobody's business.
    body = body_of(client, await client.delete(f"/owners/{owner.id}"))
    assert body == {
        "detail": "Other rows still refer to this one",
        "code": "referenced",
        "fields": [],
    }


async def test_check_names_its_constraint(client: AsyncClient, rows: Rows) -> None:
    owner = await rows.create(Owner)
    negative = {"ownerId": owner.id, "position": -1, "slug": "a"}
    body = body_of(client, await client.post("/items", json=negative))
    assert (body["code"], body["fields"]) == ("check", [])
    assert body["constraint"] == "items_position_check"
    assert body["detail"][0]["type"] == "check_violation"


async def test_invalid_request_names_its_fields(client: AsyncClient) -> None:
    response = await client.post("/items", json={"ownerId": "x", "position": 1})
    body = body_of(client, response)
    assert response.status_code == 422
    assert (body["code"], body["fields"]) == ("validation", ["ownerId", "slug"])
    assert [each["loc"] for each in body["detail"]] == [
        ["body", "ownerId"],
        ["body", "slug"],
    ]


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "bad-request"),
        (401, "unauthenticated"),
        (402, "payment-required"),
        (403, "forbidden"),
        (404, "not-found"),
        (409, "conflict"),
        (412, "version"),
        (428, "version-required"),
        (499, "error"),
        (503, "unavailable"),
    ],
)
async def test_code_of_a_status(client: AsyncClient, status: int, code: str) -> None:
    response = await client.get(f"/fail/{status}")
    assert (response.status_code, response.headers["X-Told"]) == (status, "yes")
    assert body_of(client, response) == {"detail": "No", "code": code, "fields": []}


async def test_wrong_method_is_an_error_of_the_api(client: AsyncClient) -> None:
    response = await client.put("/items")
    assert (response.status_code, response.headers["Allow"]) == (405, "POST")
    assert body_of(client, response)["code"] == "method-not-allowed"


async def test_response_that_is_no_error_has_no_body(client: AsyncClient) -> None:
    response = await client.get("/fail/304")
    assert (response.status_code, response.content) == (304, b"")


async def test_handlers_of_the_app_come_first() -> None:
    app = app_of(routes_of(ApiRoute))

    @app.exception_handler(RequestValidationError)
    async def refuse(_: Request, __: Exception) -> Response:
        return JSONResponse("invalid", 400)

    async with client_of(app) as client:
        invalid = await client.get("/fail/x")
        assert (invalid.status_code, invalid.json()) == (400, "invalid")
        assert (await client.get("/fail/404")).json()["code"] == "not-found"

    @app.exception_handler(HTTPException)
    async def answer(_: Request, __: Exception) -> Response:
        return JSONResponse("failed", 418)

    app.middleware_stack = None
    async with client_of(app) as client:
        # A wrong method is an error of Starlette's, not of FastAPI's.
        assert (await client.get("/fail/404")).json() == "failed"
        assert (await client.put("/items")).json()["code"] == "method-not-allowed"


def test_problems_are_documented() -> None:
    paths = app_of(routes_of(ProblemRoute)).openapi()["paths"]
    responses = paths["/items"]["post"]["responses"]
    assert {*responses} == {"200", "409", "422", "503"}
    for status in ("409", "422", "503"):
        assert [*responses[status]["content"]] == ["application/problem+json"]
    schema = responses["409"]["content"]["application/problem+json"]["schema"]
    assert {*schema["required"]} < {*ProblemResponse.model_fields}
    assert "$ref" not in str(schema)
