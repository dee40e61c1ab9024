"""Tokens of another server, whose keys are fetched from a real one."""

import asyncio
import json
import threading
import time
from collections.abc import Generator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Annotated, Any

import jwt
import pytest
from fastapi import Depends, HTTPException, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from hypothesis import given
from hypothesis import strategies as st
from jwt.utils import base64url_encode
from rowhouse_testing.issued_users import check_issued_tokens
from rowhouse_testing.issuer import Issuer, SigningKey, bearer, issuing

from rowhouse_runtime import issued_tokens
from rowhouse_runtime.auth import is_open
from rowhouse_runtime.issued_tokens import IssuedTokens

pytestmark = pytest.mark.anyio

ALGORITHMS = ["RS256", "PS384", "ES256", "ES512", "EdDSA"]
URL_ENV = "ISSUED_TEST_URL"
scheme = HTTPBearer(auto_error=False)
Bearer = Annotated[HTTPAuthorizationCredentials | None, Depends(scheme)]


@pytest.fixture(scope="module")
def server() -> Generator[Issuer]:
    """A server with a key for each algorithm."""
    with issuing(ALGORITHMS, "https://id.example", "shop") as server:
        yield server


@pytest.fixture
def issuer(server: Issuer, monkeypatch: pytest.MonkeyPatch) -> Issuer:
    """The server as it was at first."""
    monkeypatch.setattr(server, "keys", [*server.keys])
    monkeypatch.setattr(server, "served", 0)
    monkeypatch.setattr(server, "is_down", False)
    monkeypatch.setenv(URL_ENV, server.url)
    return server


@pytest.fixture
def tokens(issuer: Issuer) -> IssuedTokens:
    """What reads its tokens."""
    return IssuedTokens(
        url_env=URL_ENV,
        algorithms=ALGORITHMS,
        issuer="https://id.example",
        audience=["other", "shop"],
    )


async def status_of(tokens: IssuedTokens, token: str) -> int:
    try:
        await tokens.decode(bearer(token))
    except HTTPException as error:
        return error.status_code
    return 200


async def test_tokens_of_every_kind(issuer: Issuer, tokens: IssuedTokens) -> None:

    async def get_current_user(token: Bearer) -> dict[str, Any]:
        return await tokens.decode(token)

    async def require_auth(request: Request, token: Bearer) -> None:
        if not is_open(request, ["GET /health"]):
            await tokens.decode(token)

    await check_issued_tokens(
        issuer, get_current_user, require_auth, open_paths=["GET /health"]
    )
    assert issuer.served == 1


async def test_no_token_is_401_without_a_look_at_the_keys(
    issuer: Issuer, tokens: IssuedTokens
) -> None:
    with pytest.raises(HTTPException, match="401: Not authenticated"):
        await tokens.decode(None)
    assert issuer.served == 0


async def test_token_that_python_cannot_read_is_401(
    issuer: Issuer, tokens: IssuedTokens
) -> None:
    header = base64url_encode(b'{"a":' * 5000).decode()
    assert await status_of(tokens, f"{header}.e30.e30") == 401
    with pytest.raises(HTTPException, match="401: Invalid or expired token"):
        await tokens.decode(bearer("a"))
    ends: list[object] = [float("inf"), [], {}]
    for end in ends:
        token = issuer.keys[0].sign({**issuer.payload({}), "exp": end})
        assert await status_of(tokens, token) == 401


async def test_algorithm_is_never_that_of_the_token_alone(
    issuer: Issuer, tokens: IssuedTokens
) -> None:
    rs256 = issuer.keys[0]
    payload = issuer.payload({})
    for algorithm in ("PS384", "RS512", "PS256"):
        token = jwt.encode(  # pyright: ignore[reportUnknownMemberType]
            payload, rs256.private, algorithm=algorithm, headers={"kid": rs256.kid}
        )
        assert await status_of(tokens, token) == 401
    assert await status_of(tokens, rs256.sign(payload)) == 200


@pytest.mark.parametrize("name", ["exp", "iss", "aud"])
async def test_token_without_a_claim_is_401(
    issuer: Issuer, tokens: IssuedTokens, name: str
) -> None:
    payload = issuer.payload({})
    assert await status_of(tokens, issuer.keys[0].sign(payload)) == 200
    del payload[name]
    assert await status_of(tokens, issuer.keys[0].sign(payload)) == 401


@pytest.mark.parametrize("name", ["iat", "nbf"])
async def test_clock_of_the_server_may_be_ahead(
    issuer: Issuer, tokens: IssuedTokens, name: str
) -> None:
    now = time.time()
    for ahead, status in ((10, 200), (20, 401)):
        assert await status_of(tokens, issuer.token({name: now + ahead})) == status
    assert await status_of(tokens, issuer.token({"exp": now - 20})) == 401


async def test_without_any_keys_it_is_503(
    issuer: Issuer, tokens: IssuedTokens, caplog: pytest.LogCaptureFixture
) -> None:
    issuer.is_down = True
    with pytest.raises(HTTPException) as error:
        await tokens.decode(bearer(issuer.token({})))
    assert error.value.status_code == 503
    assert error.value.headers == {"Retry-After": "1"}
    reason = "The keys that tokens are checked with cannot be fetched"
    assert error.value.detail == reason
    assert f"No keys from {issuer.url}: " in caplog.text
    issuer.is_down = False
    # It is not asked for each request.
    assert await status_of(tokens, issuer.token({})) == 503
    await asyncio.sleep(issued_tokens.RETRY_SECONDS)
    assert await status_of(tokens, issuer.token({})) == 200


@pytest.mark.parametrize("content", [b"", b"\xff"])
async def test_what_is_no_json_is_503(
    issuer: Issuer,
    tokens: IssuedTokens,
    monkeypatch: pytest.MonkeyPatch,
    content: bytes,
) -> None:
    token = issuer.token({})
    monkeypatch.setattr(issuer, "content", lambda: content)
    assert await status_of(tokens, token) == 503


async def test_unknown_key_is_not_asked_for_each_time(
    issuer: Issuer, tokens: IssuedTokens
) -> None:
    assert await status_of(tokens, issuer.token({})) == 200
    unknown = SigningKey("RS256").sign(issuer.payload({}))
    many = [status_of(tokens, unknown) for _ in range(5)]
    assert await asyncio.gather(*many) == [401] * 5
    nameless = issuer.keys[0].sign(issuer.payload({}), kid=None)
    assert await status_of(tokens, nameless) == 401
    assert issuer.served == 1


async def test_no_redirect_is_followed(
    issuer: Issuer, tokens: IssuedTokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Redirecting(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(302)
            self.send_header("Location", issuer.url)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Says nothing."""

    server = HTTPServer(("127.0.0.1", 0), Redirecting)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv(URL_ENV, f"http://127.0.0.1:{server.server_port}/keys")
    assert await status_of(tokens, issuer.token({})) == 503
    assert issuer.served == 0
    server.shutdown()
    server.server_close()


async def test_waiting_request_that_ends_stops_no_other(
    issuer: Issuer, tokens: IssuedTokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = issuer.content()

    def slow() -> bytes:
        time.sleep(0.2)
        return shown

    monkeypatch.setattr(issuer, "content", slow)
    token = issuer.token({})
    first = asyncio.create_task(status_of(tokens, token))
    second = asyncio.create_task(status_of(tokens, token))
    await asyncio.sleep(0.05)
    first.cancel()
    assert await second == 200


async def test_secret_and_encryption_keys_are_none(
    issuer: Issuer, tokens: IssuedTokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = SigningKey("RS256")
    shown = [
        key.public | {"use": "enc"},
        {"kty": "oct", "k": "c2VjcmV0" * 8, "kid": "secret", "alg": "HS256"},
        issuer.keys[0].public,
    ]
    content = json.dumps({"keys": shown}).encode()
    monkeypatch.setattr(issuer, "content", lambda: content)
    payload = issuer.payload({})
    assert await status_of(tokens, key.sign(payload)) == 401
    hs256 = jwt.encode(payload, b"secret" * 8, headers={"kid": "secret"})  # pyright: ignore[reportUnknownMemberType]
    assert await status_of(tokens, hs256) == 401
    assert await status_of(tokens, issuer.token({})) == 200


@pytest.mark.parametrize("url", [None, "", "file:///etc/passwd", "id.example"])
async def test_url_must_be_there(
    tokens: IssuedTokens, monkeypatch: pytest.MonkeyPatch, url: str | None
) -> None:
    monkeypatch.delenv(URL_ENV)
    if url is not None:
        monkeypatch.setenv(URL_ENV, url)
    state = "no URL" if url else "not set"
    with pytest.raises(RuntimeError, match=f" {URL_ENV} is {state}. It should hold "):
        async with tokens.lifespan(None):
            pass


@pytest.mark.parametrize("url", ["https://id.example/keys", "http://id/keys"])
async def test_url_of_the_web_will_do(
    tokens: IssuedTokens, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    monkeypatch.setenv(URL_ENV, url)
    async with tokens.lifespan(None):
        pass


async def test_event_loop_goes_on_while_keys_are_fetched(
    issuer: Issuer, tokens: IssuedTokens, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = issuer.content()
    asked, went_on = threading.Event(), threading.Event()

    def slow() -> bytes:
        asked.set()
        went_on.wait(30)
        return shown

    monkeypatch.setattr(issuer, "content", slow)

    async def go_on() -> None:
        await asyncio.to_thread(asked.wait, 30)
        went_on.set()

    going = asyncio.create_task(go_on())
    assert await status_of(tokens, issuer.token({})) == 200
    await going


@given(st.text())
def test_any_text_is_401(token: str) -> None:
    unreachable = IssuedTokens(
        url_env=URL_ENV, algorithms=["ES256"], issuer="i", audience="a"
    )
    assert asyncio.run(status_of(unreachable, token)) == 401
