"""Tokens of another server, whose keys are fetched from a real one."""

import asyncio
import json
import logging
import threading
import time
from collections.abc import Callable, Generator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from select import select
from typing import Annotated, Any

import jwt
import pytest
from fastapi import Depends, HTTPException, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from hypothesis import given
from hypothesis import strategies as st
from jwt.utils import base64url_encode

from rowhouse_runtime import issued_tokens
from rowhouse_runtime.auth import is_open
from rowhouse_runtime.issued_tokens import IssuedTokens
from rowhouse_runtime.testing.issued_users import check_issued_tokens
from rowhouse_runtime.testing.issuer import Issuer, SigningKey, bearer, issuing

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


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        """Starts at some moment."""
        self.now = 1000.0

    def monotonic(self) -> float:
        """The moment."""
        return self.now

    def time(self) -> float:
        """The real time, which tokens are checked by."""
        return time.time()


TICK = 0.5


class RunningClock(Clock):
    """A clock that a test puts forward."""

    def monotonic(self) -> float:
        """The moment."""
        return self.now + time.monotonic()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock that keys are kept by."""
    clock = Clock()
    monkeypatch.setattr(issued_tokens, "time", clock)
    return clock


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


async def test_key_without_an_algorithm_serves_those_of_its_kind(
    issuer: Issuer, tokens: IssuedTokens
) -> None:
    class Plain(SigningKey):
        """Shows no algorithm, as many servers do."""

        @property
        def public(self) -> dict[str, Any]:
            """The public key."""
            rest = {"alg", "use"}
            return {k: v for k, v in super().public.items() if k not in rest}

    key: SigningKey = Plain("RS256")
    issuer.keys[:] = [key]
    payload = issuer.payload({})
    for algorithm, status in (("RS256", 200), ("PS384", 200), ("RS384", 401)):
        token = jwt.encode(  # pyright: ignore[reportUnknownMemberType]
            payload, key.private, algorithm=algorithm, headers={"kid": key.kid}
        )
        assert await status_of(tokens, token) == status, algorithm


async def test_end_is_a_number(issuer: Issuer, tokens: IssuedTokens) -> None:
    end = str(int(time.time()) + 60)
    assert await status_of(tokens, issuer.token({"exp": end})) == 401


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
    assert await status_of(tokens, issuer.token({"exp": now - 1})) == 401


async def test_only_key_needs_no_name(
    issuer: Issuer, tokens: IssuedTokens, clock: Clock
) -> None:
    key = issuer.keys[0]
    nameless = key.sign(issuer.payload({}), kid=None)
    assert "kid" not in jwt.get_unverified_header(nameless)
    assert await status_of(tokens, nameless) == 401
    issuer.keys = [key]
    fresh = IssuedTokens(
        url_env=URL_ENV, algorithms=["RS256"], issuer=issuer.issuer, audience="shop"
    )
    assert await status_of(fresh, nameless) == 200
    clock.now += 600
    assert await status_of(fresh, nameless) == 200
    assert issuer.served == 2, "it is known, so no other is asked for"


async def test_unknown_key_is_asked_for_once_a_minute(
    issuer: Issuer, tokens: IssuedTokens, clock: Clock
) -> None:
    payload = issuer.payload({})
    new = SigningKey("ES256")
    assert await status_of(tokens, issuer.keys[0].sign(payload)) == 200
    issuer.keys.append(new)
    clock.now += 60 - TICK
    many = [status_of(tokens, new.sign(payload)) for _ in range(5)]
    assert await asyncio.gather(*many) == [401] * 5
    assert issuer.served == 1
    clock.now += TICK
    many = [status_of(tokens, new.sign(payload)) for _ in range(5)]
    assert await asyncio.gather(*many) == [200] * 5
    assert issuer.served == 2


async def test_keys_are_fetched_again_after_ten_minutes(
    issuer: Issuer, tokens: IssuedTokens, clock: Clock
) -> None:
    token = issuer.token({})
    assert await status_of(tokens, token) == 200
    clock.now += 600
    assert await status_of(tokens, token) == 200
    await asyncio.sleep(0.1)
    assert issuer.served == 1
    clock.now += TICK
    assert await status_of(tokens, token) == 200
    # It waits for what the request before has begun.
    assert await status_of(tokens, SigningKey("RS256").sign(issuer.payload({}))) == 401
    assert issuer.served == 2


@pytest.mark.parametrize(("seconds", "status"), [(1200, 200), (1200 + TICK, 401)])
async def test_withdrawn_key_is_used_for_twenty_minutes_at_most(
    issuer: Issuer, tokens: IssuedTokens, clock: Clock, seconds: float, status: int
) -> None:
    token = issuer.token({})
    assert await status_of(tokens, token) == 200
    issuer.keys = [SigningKey("RS256")]
    clock.now += seconds
    assert await status_of(tokens, token) == status


async def test_old_keys_stay_while_the_server_is_down(
    issuer: Issuer, tokens: IssuedTokens, clock: Clock
) -> None:
    token = issuer.token({})
    unknown = SigningKey("RS256").sign(issuer.payload({}))
    assert await status_of(tokens, token) == 200
    issuer.is_down = True
    clock.now += 10_000
    assert await status_of(tokens, token) == 200
    assert issuer.served == 2
    assert await status_of(tokens, token) == 200
    assert issuer.served == 2, "it is not asked for each request"
    issuer.is_down = False
    issuer.keys = [SigningKey("RS256")]
    clock.now += 61
    assert await status_of(tokens, token) == 200, "it does not wait"
    assert await status_of(tokens, unknown) == 401, "it waits for the keys"
    assert await status_of(tokens, token) == 401, "the key was withdrawn"


async def test_without_any_keys_it_is_503(
    issuer: Issuer, tokens: IssuedTokens, clock: Clock
) -> None:
    issuer.is_down = True
    with pytest.raises(HTTPException) as error:
        await tokens.decode(bearer(issuer.token({})))
    assert error.value.status_code == 503
    assert error.value.headers == {"Retry-After": "1"}
    reason = "The keys that tokens are checked with cannot be fetched"
    assert error.value.detail == reason
    issuer.is_down = False
    clock.now += 1 - TICK
    assert await status_of(tokens, issuer.token({})) == 503
    clock.now += TICK
    assert await status_of(tokens, issuer.token({})) == 200


class Dripping(BaseHTTPRequestHandler):
    """A server that sends a byte now and then, or none, and never ends."""

    sent = b"HTTP/1.0 200 OK\r\n\r\n"
    drop = b" "
    served = 0
    accepted: str | None = None
    has_begun = threading.Event()
    was_left = threading.Event()
    is_over = threading.Event()

    def do_GET(self) -> None:
        """Starts to answer."""
        Dripping.served += 1
        Dripping.accepted = self.headers["Accept"]
        self.has_begun.set()
        try:
            self.wfile.write(self.sent)
            while not self.is_over.wait(0.05):
                self.wfile.write(self.drop)
                if not self.drop and select([self.connection], [], [], 0)[0]:
                    raise ConnectionError
        except OSError:
            self.was_left.set()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Says nothing."""


@pytest.fixture
def stall(monkeypatch: pytest.MonkeyPatch) -> Generator[Callable[[float], None]]:
    """Sends later requests for the keys to a server that drips, with a time limit."""
    monkeypatch.setattr(Dripping, "served", 0)
    Dripping.has_begun.clear()
    Dripping.was_left.clear()
    Dripping.is_over.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), Dripping) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        url = f"http://127.0.0.1:{server.server_port}"

        def begin(seconds: float) -> None:
            monkeypatch.setattr(issued_tokens, "TIMEOUT_SECONDS", seconds)
            monkeypatch.setenv(URL_ENV, url)

        yield begin
        Dripping.is_over.set()
        server.shutdown()
        thread.join()


async def test_stalling_server_delays_no_request_with_a_cached_key(
    issuer: Issuer,
    tokens: IssuedTokens,
    stall: Callable[[float], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = RunningClock()
    monkeypatch.setattr(issued_tokens, "time", clock)
    payload = issuer.payload({})
    known = issuer.keys[0].sign(payload)
    unknown = SigningKey("RS256").sign(payload)
    assert await status_of(tokens, known) == 200
    stall(20)
    clock.now += 601
    many = [status_of(tokens, known) for _ in range(5)]
    async with asyncio.timeout(10):
        assert await asyncio.gather(*many) == [200] * 5
    assert Dripping.has_begun.wait(30)
    waiting = asyncio.create_task(status_of(tokens, unknown))
    Dripping.is_over.set()
    assert await waiting == 401
    assert Dripping.served == 1, "one renewal at a time"
    clock.now += 10_000
    assert await status_of(tokens, known) == 200
    assert Dripping.served == 2, "waits after a long time"


async def test_stalling_server_without_cached_keys_is_503_in_time(
    issuer: Issuer,
    tokens: IssuedTokens,
    stall: Callable[[float], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    stall(0.5)
    many = [status_of(tokens, issuer.token({})) for _ in range(3)]
    async with asyncio.timeout(30):
        assert await asyncio.gather(*many) == [503] * 3
    assert Dripping.has_begun.wait(30)
    assert (Dripping.served, Dripping.accepted) == (1, "application/json")
    assert caplog.text.endswith(": TimeoutError\n")
    assert Dripping.was_left.wait(30), "no thread goes on"


async def test_silent_server_keeps_no_thread(
    issuer: Issuer,
    tokens: IssuedTokens,
    stall: Callable[[float], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Dripping, "sent", b"")
    monkeypatch.setattr(Dripping, "drop", b"")
    stall(0.5)
    try:
        assert await status_of(tokens, issuer.token({})) == 503
        assert Dripping.was_left.wait(30)
    finally:
        Dripping.is_over.set()  # The event loop waits for its threads.


@pytest.mark.parametrize(
    ("sent", "seconds"),
    [
        pytest.param(b"HTTP/1.0 200 OK\r\nServer:", 0.5, id="slow headers"),
        pytest.param(b"SSH-2.0\r\n", 5, id="no HTTP"),
    ],
)
async def test_server_without_a_whole_head_is_503_in_time(
    issuer: Issuer,
    tokens: IssuedTokens,
    stall: Callable[[float], None],
    monkeypatch: pytest.MonkeyPatch,
    sent: bytes,
    seconds: float,
) -> None:
    monkeypatch.setattr(Dripping, "sent", sent)
    stall(seconds)
    try:
        async with asyncio.timeout(30):
            assert await status_of(tokens, issuer.token({})) == 503
    finally:
        Dripping.is_over.set()  # The event loop waits for its threads.


@pytest.mark.parametrize(("size", "status"), [(1 << 20, 200), ((1 << 20) + 1, 503)])
async def test_key_set_has_a_megabyte_at_most(
    issuer: Issuer,
    tokens: IssuedTokens,
    monkeypatch: pytest.MonkeyPatch,
    size: int,
    status: int,
) -> None:
    content = issuer.content().rjust(size)
    monkeypatch.setattr(issuer, "content", lambda: content)
    assert await status_of(tokens, issuer.token({})) == status


async def test_log_says_why_no_keys_could_be_fetched(
    issuer: Issuer, tokens: IssuedTokens, caplog: pytest.LogCaptureFixture
) -> None:
    issuer.keys = []
    assert await status_of(tokens, SigningKey("RS256").sign({})) == 503
    reason = "it has no key for RS256, PS384, ES256, ES512, EdDSA"
    message = f"No keys could be fetched from {issuer.url}: {reason}"
    name = "rowhouse_runtime.issued_tokens"
    assert caplog.record_tuples == [(name, logging.WARNING, message)]


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


@pytest.mark.parametrize(
    "content", [b"", b"[]", b'{"keys": 1}', b'{"keys": [1]}', b'{"keys": []}', b"\xff"]
)
async def test_what_is_no_key_set_changes_nothing(
    issuer: Issuer,
    tokens: IssuedTokens,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    content: bytes,
) -> None:
    token = issuer.token({})
    assert await status_of(tokens, token) == 200
    monkeypatch.setattr(issuer, "content", lambda: content)
    clock.now += 10_000
    assert await status_of(tokens, token) == 200
    assert issuer.served == 2


@pytest.mark.parametrize(
    "other",
    [
        None,
        1,
        {},
        {"kty": "RSA", "kid": 1},
        {"kty": "RSA", "kid": "a", "use": ["sig"]},
        {"kty": "RSA", "kid": "a", "alg": 1},
        {"kty": "RSA", "kid": "a", "n": 1, "e": None},
        {"kty": "EC", "kid": "a", "crv": "P-0", "x": "", "y": ""},
        {"kty": "new", "kid": "a"},
    ],
)
async def test_what_is_no_key_hides_no_other(
    issuer: Issuer, tokens: IssuedTokens, monkeypatch: pytest.MonkeyPatch, other: object
) -> None:
    content = json.dumps({"keys": [other, issuer.keys[0].public]}).encode()
    monkeypatch.setattr(issuer, "content", lambda: content)
    assert await status_of(tokens, issuer.token({})) == 200


@pytest.mark.parametrize("algorithm", ["RS256", "ES256"])
@pytest.mark.parametrize("kid", ["shared", None])
async def test_keys_may_share_an_id(
    issuer: Issuer,
    tokens: IssuedTokens,
    monkeypatch: pytest.MonkeyPatch,
    algorithm: str,
    kid: str | None,
) -> None:
    keys = [SigningKey("RS256"), SigningKey(algorithm)]
    shown = [{**key.public, "kid": kid} for key in keys]
    content = json.dumps({"keys": shown}).encode()
    monkeypatch.setattr(issuer, "content", lambda: content)
    payload = issuer.payload({})
    for key in keys:
        assert await status_of(tokens, key.sign(payload, kid)) == 200
    assert await status_of(tokens, SigningKey(algorithm).sign(payload, kid)) == 401
    old = {**payload, "exp": 1}
    assert await status_of(tokens, keys[1].sign(old, kid)) == 401


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
