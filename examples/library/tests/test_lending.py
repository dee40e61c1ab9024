# ruff: noqa: S101
"""Tests of what members and librarians of two branches see."""

from collections.abc import AsyncGenerator

import pytest
from httpx2 import ASGITransport, AsyncClient

from _generated.db.session import database
from library.models import Base
from library.seed import seed
from main import app

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    """Runs the tests on asyncio, which the database driver needs."""
    return "asyncio"


@pytest.fixture
async def client(
    anyio_backend: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[AsyncClient]:
    """A client of the whole API, on the tables of the seed."""
    monkeypatch.setenv("JWT_SECRET", "s" * 32)
    async with app.router.lifespan_context(app):
        async with database.engine.begin() as connection:
            await connection.run_sync(Base.metadata.drop_all)
        await seed()
        async with AsyncClient(
            transport=ASGITransport(app), base_url="http://library"
        ) as client:
            yield client


async def log_in(client: AsyncClient, username: str) -> dict[str, str]:
    """The header of somebody with a card."""
    form = {"username": username, "password": "1234"}
    answer = await client.post("/auth/token", data=form)
    return {"Authorization": f"Bearer {answer.json()['access_token']}"}


async def lend(client: AsyncClient, librarian: dict[str, str]) -> str:
    """Lends the first copy to the member of the branch; returns the loan's path."""
    one = {"filter": {"field": "card", "op": "eq", "value": "M-1"}}
    found = await client.post("/members/search", json=one, headers=librarian)
    (member,) = found.json()["items"]
    body = {"member_id": member["id"], "copy_number": 1, "due_on": "2030-01-31"}
    made = await client.post("/loans/", json=body, headers=librarian)
    assert made.status_code == 201, made.text
    return f"/loans/{made.json()['id']}"


async def test_members_see_their_own_loans(client: AsyncClient) -> None:
    """A member reads a loan and cannot return it; another branch does not know it."""
    loan = await lend(client, await log_in(client, "1/L-1"))
    member, stranger = await log_in(client, "1/M-1"), await log_in(client, "2/L-1")
    assert (await client.get(loan, headers=member)).json()["copy_number"] == 1
    returned = await client.post(f"{loan}/return_copy", headers=member)
    assert returned.status_code == 403
    assert (await client.get(loan, headers=stranger)).status_code == 404
    found = await client.post("/loans/search", json={}, headers=stranger)
    assert found.json()["items"] == []


async def test_a_copy_is_returned_once(client: AsyncClient) -> None:
    """The second time, it is back already."""
    librarian = await log_in(client, "1/L-1")
    url = f"{await lend(client, librarian)}/return_copy"
    assert (await client.post(url, headers=librarian)).json()["returned_at"]
    assert (await client.post(url, headers=librarian)).status_code == 409


async def test_a_fourth_loan_is_refused(client: AsyncClient) -> None:
    """Until one of the three before it is returned."""
    librarian = await log_in(client, "1/L-1")
    loans = [await lend(client, librarian) for _ in range(3)]
    first = await client.get(loans[0], headers=librarian)
    again = {**first.json(), "due_on": "2030-02-28"}
    body = {name: again[name] for name in ("member_id", "copy_number", "due_on")}
    refused = await client.post("/loans/", json=body, headers=librarian)
    assert refused.status_code == 409
    assert refused.json()["detail"] == "The member has 3 copies already"
    await client.post(f"{loans[0]}/return_copy", headers=librarian)
    made = await client.post("/loans/", json=body, headers=librarian)
    assert made.status_code == 201


async def test_branches_number_their_own_copies(client: AsyncClient) -> None:
    """Each has a first copy at the same path; a second one, only the first branch."""
    librarian = await log_in(client, "1/L-1")
    body = {"number": 2, "title": "The Hill"}
    made = await client.post("/copies/", json=body, headers=librarian)
    assert made.headers["Location"] == "/copies/2"
    for branch, status in ((1, 200), (2, 404)):
        member = await log_in(client, f"{branch}/M-1")
        first = await client.get("/copies/1", headers=member)
        assert first.json()["branch_id"] == branch
        second = await client.get("/copies/2", headers=member)
        assert second.status_code == status


@pytest.mark.parametrize("username", ["1/M-2", "M-1", "3/M-1", "1/", "x/M-1"])
async def test_nobody_else_logs_in(client: AsyncClient, username: str) -> None:
    """Cards that there are not, and wrong PINs, are refused alike."""
    form = {"username": username, "password": "1234"}
    assert (await client.post("/auth/token", data=form)).status_code == 401
    form = {"username": "1/M-1", "password": "1235"}
    assert (await client.post("/auth/token", data=form)).status_code == 401
