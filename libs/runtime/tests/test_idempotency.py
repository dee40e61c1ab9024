"""Requests that are sent again: what is kept of their answers, and what is not."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from fastapi import APIRouter, Header, HTTPException, Response
from httpx2 import AsyncClient
from rowhouse_testing import Sessions
from sqlalchemy import func, select, update
from starlette.responses import PlainTextResponse, StreamingResponse

from rowhouse_runtime.actions import run_action
from rowhouse_runtime.idempotency import Idempotency
from rowhouse_runtime.routing import ApiRoute

from .answers import IdempotencyKey
from .api import Db, app_of, client_of

pytestmark = pytest.mark.anyio

KEY = {"Idempotency-Key": "k"}


def router_of(
    answer: Callable[[], Any], *, required: bool = False, status: int | None = None
) -> APIRouter:
    """A router of `POST /{name}`, which answers as a function says."""
    router = APIRouter(route_class=ApiRoute)

    @router.post("/{name}", status_code=status)
    async def handle(
        name: str,
        response: Response,
        db: Db,
        idempotency: Idempotency,
        user: str | None = Header(default=None),
    ) -> Any:
        await idempotency.begin(
            db, IdempotencyKey, user=user, ttl=60, required=required
        )
        response.headers["X-Name"] = name
        response.set_cookie("session", "secret")
        return await run_action(db, answer(), store=idempotency.store)

    return router


class Counter:
    """Answers with how often it was called."""

    def __init__(self, answer: Callable[[int], Any] = lambda count: count) -> None:
        """Takes what makes an answer of that."""
        self.count = 0
        self._answer = answer

    def __call__(self) -> Any:
        """Counts."""
        self.count += 1
        return self._answer(self.count)


async def keys_of(sessions: Sessions) -> int:
    """How many answers are kept."""
    async with sessions() as db:
        return await db.scalar(select(func.count()).select_from(IdempotencyKey)) or 0


async def test_an_answer_is_kept_with_its_status_and_headers(
    sessions: Sessions,
) -> None:
    app = app_of(router_of(Counter(lambda n: {"n": n}), status=202), sessions=sessions)
    async with client_of(app) as client:
        first, again = [await client.post("/a", headers=KEY) for _ in range(2)]
        assert (again.status_code, again.json()) == (202, {"n": 1})
        assert again.content == first.content
        for name in ("Content-Type", "X-Name", "Content-Length"):
            assert again.headers[name] == first.headers[name]
        assert "Set-Cookie" in first.headers
        assert "Set-Cookie" not in again.headers
        assert "Idempotent-Replayed" not in first.headers
        assert again.headers["Idempotent-Replayed"] == "true"


async def test_a_key_is_that_of_a_user_a_path_and_a_body(sessions: Sessions) -> None:
    counter = Counter()
    app = app_of(router_of(counter), sessions=sessions)
    async with client_of(app) as client:

        async def send(path: str = "/a", user: str | None = None) -> Any:
            header = KEY | ({} if user is None else {"User": user})
            return (await client.post(path, headers=header)).json()

        assert [await send(), await send("/b"), await send()] == [1, 2, 1]
        # The user of that name is not nobody.
        assert [await send(user="None"), await send(user="u"), await send()] == [
            3,
            4,
            1,
        ]
        other = await client.post("/a", headers=KEY, content=b"x")
        assert (other.status_code, other.json()["code"]) == (422, "idempotency-key")
        assert "another body" in other.json()["detail"][0]["msg"]
        # Without a slash at its end, it is the same path.
        assert await send("/a") == 1
    assert counter.count == 4
    assert await keys_of(sessions) == 4


async def test_requests_without_a_key_are_done_each_time(sessions: Sessions) -> None:
    app = app_of(router_of(Counter()), sessions=sessions)
    async with client_of(app) as client:
        assert [(await client.post("/a")).json() for _ in range(2)] == [1, 2]
    assert await keys_of(sessions) == 0


async def test_a_key_can_be_required(sessions: Sessions) -> None:
    counter = Counter()
    app = app_of(router_of(counter, required=True), sessions=sessions)
    async with client_of(app) as client:
        refused = await client.post("/a")
        assert refused.status_code == 400
        assert "Idempotency-Key is required" in refused.json()["detail"]
        assert (await client.post("/a", headers=KEY)).json() == 1
    assert counter.count == 1


async def test_an_old_answer_is_replaced(sessions: Sessions) -> None:
    app = app_of(router_of(Counter()), sessions=sessions)

    async def age(client: AsyncClient, seconds: int) -> Any:
        async with sessions() as db:
            at = func.now() - timedelta(seconds=seconds)
            await db.execute(update(IdempotencyKey).values(created_at=at))
            await db.commit()
        return (await client.post("/a", headers=KEY)).json()

    async with client_of(app) as client:
        await client.post("/a", headers=KEY)
        assert [await age(client, 50), await age(client, 70)] == [1, 2]
        assert [await age(client, 0), await keys_of(sessions)] == [2, 1]


@pytest.mark.parametrize("status", [400, 404, 500])
@pytest.mark.parametrize("is_raised", [True, False])
async def test_an_error_is_not_kept(
    sessions: Sessions, status: int, *, is_raised: bool
) -> None:
    def fail(count: int) -> Any:
        if count > 1:
            return "done"
        if is_raised:
            raise HTTPException(status)
        return PlainTextResponse("no", status)

    app = app_of(router_of(Counter(fail)), sessions=sessions)
    async with client_of(app) as client:
        assert (await client.post("/a", headers=KEY)).status_code == status
        assert await keys_of(sessions) == 0
        done = await client.post("/a", headers=KEY, content=b"x")
        assert done.json() == "done"


async def test_a_response_is_kept_whole(sessions: Sessions) -> None:
    def answer(count: int) -> Response:
        headers = {"Content-Disposition": "inline", "Set-Cookie": f"n={count}"}
        return Response(b"\xff\x00", 203, headers, "application/pdf")

    app = app_of(router_of(Counter(answer)), sessions=sessions)
    async with client_of(app) as client:
        first, again = [await client.post("/a", headers=KEY) for _ in range(2)]
    assert (again.status_code, again.content) == (203, b"\xff\x00")
    assert again.headers["Content-Type"] == first.headers["Content-Type"]
    assert again.headers["Content-Disposition"] == "inline"
    assert "Set-Cookie" not in again.headers


async def test_a_response_that_streams_is_an_error(sessions: Sessions) -> None:
    app = app_of(router_of(lambda: StreamingResponse([b"x"])), sessions=sessions)
    async with client_of(app) as client:
        with pytest.raises(TypeError, match="streams"):
            await client.post("/a", headers=KEY)
        assert (await client.post("/a")).text == "x"
    assert await keys_of(sessions) == 0
