# ruff: noqa: S101
"""Tests of the project's functions in the transactions of generated routes."""

import json
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from httpx2 import ASGITransport, AsyncClient, Request, Response
from sqlalchemy import select

from firms.models import Base, Entry, Expense, Firm
from firms_api.db.session import database
from main import app, lifespan

pytestmark = pytest.mark.anyio

URL = "/expenses/"
LUNCH = {"purpose": "Lunch", "amount": "12.50"}


@pytest.fixture
def anyio_backend() -> str:
    """Runs the tests on asyncio, which the database driver needs."""
    return "asyncio"


class InBulk(ASGITransport):
    """Writes expenses by an operation of a bulk, which does what its route does."""

    async def handle_async_request(self, request: Request) -> Response:
        """Sends one operation, and answers as its own route."""
        path, kinds = request.url.path, {"POST": 201, "PATCH": 200, "DELETE": 204}
        if not path.startswith(URL) or request.method not in kinds:
            return await super().handle_async_request(request)
        operation: dict[str, Any] = {"op": "create"}
        if request.method != "POST":
            kind = "update" if request.method == "PATCH" else "delete"
            operation = {"op": kind, "pk": path.removeprefix(URL)}
        if request.method != "DELETE":
            operation["values"] = json.loads(request.content)
        answer = await super().handle_async_request(
            Request(
                "POST",
                request.url.copy_with(path=f"{URL}bulk"),
                headers={"Authorization": request.headers["Authorization"]},
                json={"operations": [operation]},
            )
        )
        await answer.aread()
        if answer.status_code == 500:
            return answer
        body = answer.json()
        if answer.is_success:
            return Response(kinds[request.method], json=body["results"][0])
        if isinstance(body["detail"], str):
            assert body["detail"].startswith("Operation 0: ")
            body["detail"] = body["detail"].removeprefix("Operation 0: ")
        else:
            for each in body["detail"]:
                start = ["body", "operations", 0, "values"]
                assert each["loc"][:4] == start
                each["loc"] = ["body", *each["loc"][4:]]
        prefix = "operations.0.values."
        body["fields"] = [each.removeprefix(prefix) for each in body["fields"]]
        return Response(answer.status_code, json=body)


@pytest.fixture(params=[ASGITransport, InBulk])
async def client(
    anyio_backend: str,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> AsyncGenerator[AsyncClient]:
    """A client of one who works for firm 1; what is raised is a 500, as served."""
    monkeypatch.setenv("JWT_SECRET", "s" * 32)
    async with lifespan(app):
        async with database.engine.begin() as connection:
            await connection.run_sync(Base.metadata.drop_all)
            await connection.run_sync(Base.metadata.create_all)
        async with database.session() as session:
            session.add_all([Firm(id=1, name="One"), Firm(id=2, name="Two")])
            await session.commit()
        transport = request.param(app, raise_app_exceptions=False)
        async with AsyncClient(transport=transport, base_url="http://firms") as client:
            form = {"username": "1/7", "password": "tickets"}
            token = (await client.post("/auth/token", data=form)).json()
            client.headers["Authorization"] = f"Bearer {token['access_token']}"
            yield client


async def stored() -> list[dict[str, Any]]:
    """Everything that hooks write."""
    found: list[dict[str, Any]] = []
    async with database.session() as session:
        for model in (Expense, Entry):
            rows = await session.scalars(select(model).order_by(model.id))
            names = [column.name for column in model.__table__.columns]
            found += [{name: getattr(row, name) for name in names} for row in rows]
    return found


async def create(client: AsyncClient, **body: object) -> dict[str, Any]:
    """A new expense."""
    made = await client.post(URL, json={**LUNCH, **body})
    assert made.status_code == 201, made.text
    row: dict[str, Any] = made.json()
    return row


async def refused(
    client: AsyncClient, method: str, url: str, **body: object
) -> Response:
    """The answer to a request that changes nothing."""
    before = await stored()
    answer = await client.request(method, url, json=body)
    assert answer.is_error, answer.text
    assert await stored() == before
    return answer


async def test_a_hook_refuses(client: AsyncClient) -> None:
    """What a hook raises is the answer, and nothing is stored."""
    answer = await refused(client, "POST", URL, purpose="Car", amount="1000.01")
    assert (answer.status_code, answer.json()["detail"]) == (409, "Ask the boss first")
    row = await create(client)
    url = f"/expenses/{row['id']}"
    assert (await refused(client, "PATCH", url, amount="2000")).status_code == 409


async def test_a_hook_changes_a_field(client: AsyncClient) -> None:
    """What it makes of a value is stored and answered, in a form that it may have."""
    row = await create(client, purpose="  Lunch ")
    assert row["purpose"] == "Lunch"
    changed = await client.patch(f"/expenses/{row['id']}", json={"purpose": " Tea "})
    assert changed.json()["purpose"] == "Tea"


@pytest.mark.parametrize("purpose", ["long", "number"])
@pytest.mark.parametrize("method", ["POST", "PATCH"])
async def test_a_field_is_validated_again(
    client: AsyncClient, method: str, purpose: str
) -> None:
    """What a hook makes of a field that was sent keeps to the field's rules."""
    row = await create(client)
    url = URL if method == "POST" else f"/expenses/{row['id']}"
    answer = await refused(client, method, url, purpose=purpose, amount="1")
    assert answer.status_code == 422
    (error,) = answer.json()["detail"]
    assert error["loc"] == ["body", "purpose"]
    assert error["type"] in {"string_too_long", "string_type"}


async def test_a_hook_sets_a_hidden_column(client: AsyncClient) -> None:
    """A column that no request says is what a hook says."""
    rows = [await create(client) for _ in range(2)]
    assert [row["reference"] for row in rows] == ["1-1", "1-2"]


@pytest.mark.parametrize(
    "purpose",
    [
        "steal",
        "keep",
        "unknown",
        "related",
        "negative",
        "null",
        "text",
        "nowhere",
    ],
)
@pytest.mark.parametrize("method", ["POST", "PATCH"])
async def test_a_hook_sets_what_is_wrong(
    client: AsyncClient, method: str, purpose: str
) -> None:
    """It is no mistake of the request: a 500, and nothing is stored."""
    row = await create(client)
    url = URL if method == "POST" else f"/expenses/{row['id']}"
    answer = await refused(client, method, url, purpose=purpose, amount="1")
    assert answer.status_code == 500


@pytest.mark.parametrize("purpose", ["lengthy", "huge"])
@pytest.mark.parametrize("method", ["POST", "PATCH"])
async def test_a_hook_sets_what_does_not_fit(
    client: AsyncClient, method: str, purpose: str
) -> None:
    """The database refuses it, as it would a value of the request."""
    row = await create(client)
    url = URL if method == "POST" else f"/expenses/{row['id']}"
    answer = await refused(client, method, url, purpose=purpose, amount="1")
    assert answer.status_code == 422


async def test_a_hook_gives_a_row_away(client: AsyncClient) -> None:
    """Whose a row is, no hook says, by the row that it gets either."""
    url = f"/expenses/{(await create(client))['id']}"
    answer = await refused(client, "PATCH", url, purpose="give")
    assert answer.status_code == 500
    assert (await client.patch(url, json={"purpose": "leave"})).status_code == 200


async def test_mistakes_of_the_request_stay_its_own(client: AsyncClient) -> None:
    """Hooks that set columns make no 500 of them."""
    for body in ({"amount": "many"}, {"amount": "1", "purpose": "\x00"}):
        assert (await refused(client, "POST", URL, **LUNCH | body)).status_code == 422


async def test_after_is_in_the_transaction(client: AsyncClient) -> None:
    """It sees the row as the database has made it, and what it writes is stored."""
    row = await create(client)
    url = f"/expenses/{row['id']}"
    await client.patch(url, json={"amount": "3"})
    assert (await client.delete(url)).status_code == 204
    assert [each["text"] for each in await stored()] == ["1-1: 0", "1-1: 1", "1-1: 1"]


@pytest.mark.parametrize(("purpose", "status"), [("forbidden", 403), ("broken", 500)])
@pytest.mark.parametrize("method", ["POST", "PATCH"])
async def test_after_raises(
    client: AsyncClient, method: str, purpose: str, status: int
) -> None:
    """Neither the row is written nor what the hook has flushed."""
    row = await create(client)
    url = URL if method == "POST" else f"/expenses/{row['id']}"
    answer = await refused(client, method, url, purpose=purpose, amount="1")
    assert answer.status_code == status


async def test_after_moves_the_row_away(client: AsyncClient) -> None:
    """What a row has become is asked once more, after all hooks."""
    row = await create(client)
    answer = await refused(client, "PATCH", f"/expenses/{row['id']}", purpose="move")
    assert answer.status_code == 403


async def test_before_sees_the_stored_row(client: AsyncClient) -> None:
    """An update and a delete are refused by what is stored."""
    row = await create(client)
    async with database.session() as session:
        (await session.get_one(Expense, row["id"])).is_paid = True
        await session.commit()
    url = f"/expenses/{row['id']}"
    assert (await refused(client, "PATCH", url, amount="1")).status_code == 409
    assert (await refused(client, "DELETE", url)).status_code == 409
    assert (await client.patch(url, json={"purpose": "Tea"})).status_code == 200
