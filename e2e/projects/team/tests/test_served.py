# ruff: noqa: S101
"""Tests of users of three kinds."""

import time
from collections.abc import AsyncGenerator, Generator
from typing import Any
from uuid import UUID

import jwt
import pytest
from httpx2 import ASGITransport, AsyncClient
from rowhouse_testing.issuer import Issuer, SigningKey, issuing

from main import app, lifespan
from team.accounts import ADA
from team.models import Base, Member, Note
from team_api.db.session import database
from team_api.portal.auth.dependencies import tokens

pytestmark = pytest.mark.anyio

SECRET = "s" * 32
BEA = UUID("6f1f6f0c-5f0e-4a52-9d52-0b8a3d1c7f11")


@pytest.fixture
def anyio_backend() -> str:
    """Runs the tests on asyncio, which the database driver needs."""
    return "asyncio"


@pytest.fixture(autouse=True)
def issuer(monkeypatch: pytest.MonkeyPatch) -> Generator[Issuer]:
    """The server whose tokens the portal accepts; the desk has a secret of its own."""
    monkeypatch.setenv("DESK_SECRET", SECRET)
    name = "https://id.example.org/realms/team"
    with issuing(["RS256", "ES256"], name, "portal") as issuer:
        issuer.trusted_by(tokens, "AUTH_JWKS_URL", monkeypatch)
        yield issuer


@pytest.fixture
async def client(anyio_backend: str, issuer: Issuer) -> AsyncGenerator[AsyncClient]:
    """A client of the whole API, on the notes of one member."""
    async with lifespan(app):
        async with database.engine.begin() as connection:
            await connection.run_sync(Base.metadata.drop_all)
            await connection.run_sync(Base.metadata.create_all)
        async with database.session() as session:
            session.add(Member(id=ADA, name="Ada"))
            await session.flush()
            session.add_all([Note(text=text, author_id=ADA) for text in ("one", "two")])
            await session.commit()
        async with AsyncClient(
            transport=ASGITransport(app), base_url="http://team"
        ) as client:
            yield client


def bearer(token: str) -> dict[str, str]:
    """The header of a token."""
    return {"Authorization": f"Bearer {token}"}


async def test_claims_become_typed_attributes(client: AsyncClient) -> None:
    """What was given out at the login arrives in an action, with its types."""
    form = {"username": "ada", "password": "notes"}
    logged_in = await client.post("/desk/auth/token", data=form)
    header = bearer(logged_in.json()["access_token"])
    mine = await client.post("/desk/notes/mine", headers=header)
    assert mine.json() == {
        "count": 2,
        "next_number": 8,
        "since": "2024-05-01T00:00:00+00:00",
        "can_write": True,
    }


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("sub", None),
        ("sub", "ada"),
        ("sub", ""),
        ("number", "7"),
        ("number", 7.0),
        ("number", True),
        ("number", 2**63),
        ("roles", "writer"),
        ("roles", [1]),
        ("roles", None),
        ("since", "yesterday"),
        ("since", "2024-01-01T00:00:00"),
        ("app", {}),
        ("app", True),
        ("app", {"trusted": 1}),
        ("app", {"trusted": "true"}),
        ("app", {"trusted": None}),
    ],
)
async def test_wrong_claims_are_refused(
    client: AsyncClient, name: str, value: object
) -> None:
    """A signed token is no user yet: it has to say what the config asks for."""
    claims: dict[str, Any] = {
        "sub": str(ADA),
        "number": 7,
        "roles": [],
        "app": {"trusted": False},
        "exp": int(time.time()) + 60,
    }
    header = bearer(jwt.encode(claims, SECRET))  # pyright: ignore[reportUnknownMemberType]
    assert (await client.post("/desk/notes/mine", headers=header)).status_code == 200
    wrong = jwt.encode(claims | {name: value}, SECRET)  # pyright: ignore[reportUnknownMemberType]
    refused = await client.post("/desk/notes/mine", headers=bearer(wrong))
    assert refused.status_code == 401
    assert refused.headers["WWW-Authenticate"] == "Bearer"


async def test_login_gives_out_no_token_that_lacks_claims(client: AsyncClient) -> None:
    """What no route would accept is a mistake of the project, told at the login."""
    form = {"username": "nobody", "password": "notes"}
    with pytest.raises(RuntimeError, match="no user: The token has no valid number"):
        await client.post("/desk/auth/token", data=form)


async def test_user_is_an_instance_of_the_model(client: AsyncClient) -> None:
    """An action gets the row that the project's own dependency returns."""
    found = await client.post("/club/notes/search", json={}, headers={"X-User": "Ada"})
    note = found.json()["items"][0]
    url = f"/club/notes/{note['id']}/sign"
    assert (await client.post(url, headers={"X-User": "Bob"})).status_code == 401
    signed = await client.post(url, headers={"X-User": "Ada"})
    assert signed.json() == {"signed_by": "Ada"}


async def test_function_says_which_notes(client: AsyncClient) -> None:
    """A mentor reads what those write whom she looks after, and deletes nothing."""
    ada, bea, other = ({"X-User": name} for name in ("Ada", "Bea", "Other"))
    async with database.session() as session:
        session.add_all([Member(id=BEA, name="Bea"), Member(name="Other")])
        await session.flush()
        (await session.get_one(Member, ADA)).mentor_id = BEA
        await session.commit()
    found = await client.post("/club/notes/search", json={}, headers=ada)
    assert len(found.json()["items"]) == 2
    url = f"/club/notes/{found.json()['items'][0]['id']}"
    for header, count, statuses in ((bea, 2, (200, 403)), (other, 0, (404, 404))):
        found = await client.post("/club/notes/search", json={}, headers=header)
        assert len(found.json()["items"]) == count
        got = await client.get(url, headers=header)
        deleted = await client.delete(url, headers=header)
        assert (got.status_code, deleted.status_code) == statuses
    assert (await client.delete(url, headers=ada)).status_code == 204


async def test_function_says_what_a_row_may_become(client: AsyncClient) -> None:
    """A comment is made on a note that one sees, and the rule's `where` holds, too."""
    ada, other = {"X-User": "Ada"}, {"X-User": "Other"}
    async with database.session() as session:
        session.add(Member(name="Other"))
        await session.commit()
    found = await client.post("/club/notes/search", json={}, headers=ada)
    body = {"note_id": found.json()["items"][0]["id"], "text": "Good"}
    url = "/club/comments/"
    assert (await client.post(url, json=body, headers=other)).status_code == 409
    spam = await client.post(url, json=body | {"text": "spam"}, headers=ada)
    assert spam.status_code == 403
    made = await client.post(url, json=body, headers=ada)
    assert made.status_code == 201, made.text
    row = f"{url}{made.json()['id']}"
    assert (await client.get(row, headers=other)).status_code == 404
    changed = await client.patch(row, json={"text": "spam"}, headers=ada)
    assert changed.status_code == 403
    found = await client.post(f"{url}search", json={}, headers=ada)
    assert [item["text"] for item in found.json()] == ["Good"]


async def test_keys_of_another_server(client: AsyncClient, issuer: Issuer) -> None:
    """Its tokens are accepted, by every algorithm that the config has."""
    claims = {"sub": str(ADA), "realm_access": {"roles": ["reader"]}}
    for key in issuer.keys:
        header = bearer(key.sign(issuer.payload(claims)))
        mine = await client.post("/portal/notes/mine", headers=header)
        assert mine.json() == {"count": 2, "roles": ["reader"], "email": None}
    assert issuer.served == 1


async def test_keys_are_renewed_and_kept(client: AsyncClient, issuer: Issuer) -> None:
    """A new key is fetched once; while the server is down, the old ones serve on."""
    claims = issuer.payload({"sub": str(ADA), "realm_access": {"roles": []}})
    old, new = issuer.keys[0], SigningKey("RS256")

    async def status_of(key: SigningKey) -> int:
        header = bearer(key.sign(claims))
        return (await client.post("/portal/notes/mine", headers=header)).status_code

    assert await status_of(old) == 200
    issuer.is_down = True
    issuer.keys.append(new)
    assert await status_of(new) == 401
    assert await status_of(old) == 200
    # Within a minute, nobody asks again, whatever tokens say.
    issuer.is_down = False
    served = issuer.served
    assert [await status_of(SigningKey("RS256")) for _ in range(3)] == [401] * 3
    assert issuer.served == served


async def test_another_kind_of_token_is_refused(
    client: AsyncClient, issuer: Issuer
) -> None:
    """A token of the desk is none of the portal, and the other way round."""
    desk = jwt.encode({"sub": str(ADA), "exp": 2**33}, SECRET)  # pyright: ignore[reportUnknownMemberType]
    portal = issuer.token({"sub": str(ADA), "realm_access": {"roles": []}})
    for path, token in (("portal", desk), ("desk", portal)):
        answered = await client.post(f"/{path}/notes/mine", headers=bearer(token))
        assert answered.status_code == 401


async def test_start_without_a_url(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the keys are has to be known when the app starts."""
    monkeypatch.delenv("AUTH_JWKS_URL")
    with pytest.raises(RuntimeError, match="AUTH_JWKS_URL is not set"):
        async with app.router.lifespan_context(app):
            pass


async def test_no_token_route(client: AsyncClient) -> None:
    """Only the desk gives out tokens."""
    paths = (await client.get("/openapi.json")).json()["paths"]
    assert [path for path in paths if "token" in path] == ["/desk/auth/token"]
