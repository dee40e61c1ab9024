"""The password flow, as the generator writes it, wherever it is mounted."""

import time
from collections.abc import AsyncGenerator, Callable
from threading import get_ident
from typing import Annotated, Any

import pytest
from fastapi import APIRouter, Depends, FastAPI, HTTPException, Request
from fastapi.security import OAuth2PasswordBearer, OAuth2PasswordRequestForm
from httpx2 import AsyncClient
from rowhouse_testing.users import check_tokens

from rowhouse_runtime.auth import (
    TokenResponse,
    create_token_response,
    is_open,
    login_lifespan,
)
from rowhouse_runtime.claims import as_str, read_claim
from rowhouse_runtime.responses import error_responses
from rowhouse_runtime.routing import ApiRoute
from rowhouse_runtime.tokens import Tokens

from .api import client_of

pytestmark = pytest.mark.anyio

LOGIN_ROUTE = "tests.login"
CREDENTIALS = {"username": "ada", "password": "pässword"}
tokens = Tokens(key_env="AUTH_TEST_SECRET")
scheme = OAuth2PasswordBearer(tokenUrl="auth/token", auto_error=False)
BearerToken = Annotated[str | None, Depends(scheme)]


def verify(username: str, password: str) -> dict[str, Any] | None:
    """Knows one user."""
    return {"sub": "7"} if (username, password) == ("ada", "pässword") else None


async def verify_async(username: str, password: str) -> dict[str, Any] | None:
    """Knows one user, after a while."""
    return verify(username, password)


class Verifier:
    """An object whose call returns an awaitable, unknown to `iscoroutinefunction`."""

    def __call__(self, username: str, password: str) -> Any:
        """Knows one user."""
        return verify_async(username, password)


async def require_auth(request: Request, token: BearerToken) -> None:
    """Guards a whole app."""
    if not is_open(request, {"/health"}, LOGIN_ROUTE):
        tokens.decode(token)


def auth_router(verify_credentials: Any = verify) -> APIRouter:
    router = APIRouter(
        route_class=ApiRoute,
        lifespan=login_lifespan(tokens, scheme, LOGIN_ROUTE),
    )

    @router.post("/auth/token", name=LOGIN_ROUTE, responses=error_responses(401))
    async def login(
        form: Annotated[OAuth2PasswordRequestForm, Depends()],
    ) -> TokenResponse:
        return await create_token_response(
            tokens,
            verify_credentials,
            form.username,
            form.password,
        )

    return router


def guarded_app(prefix: str = "", verify_credentials: Any = verify) -> FastAPI:
    app = FastAPI(dependencies=[Depends(require_auth)])
    outer = APIRouter()
    outer.include_router(auth_router(verify_credentials))
    app.include_router(outer, prefix=prefix)

    @app.get("/health")
    @app.get("/private")
    async def answer() -> str:
        return "ok"

    return app


@pytest.fixture(autouse=True)
def secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets the secret."""
    monkeypatch.setenv("AUTH_TEST_SECRET", "s" * 32)


@pytest.fixture
async def client() -> AsyncGenerator[AsyncClient]:
    """A client of an app that is guarded as a whole."""
    async with client_of(guarded_app()) as client:
        yield client


@pytest.mark.parametrize("verify_credentials", [verify, verify_async, Verifier()])
async def test_login(
    verify_credentials: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    async with client_of(guarded_app("", verify_credentials)) as client:
        response = await client.post("/auth/token", data=CREDENTIALS)
        assert response.status_code == 200
        body = response.json()
        token = body["access_token"]
        expected = {"access_token": token, "token_type": "bearer", "expires_in": 1800}
        assert body == expected
        assert tokens.decode(token) == {"sub": "7", "exp": int(now) + 1800}
        wrong = await client.post("/auth/token", data={**CREDENTIALS, "password": "no"})
    assert wrong.status_code == 401
    assert wrong.json()["detail"] == "Incorrect username or password"
    assert wrong.headers["WWW-Authenticate"] == "Bearer"


async def test_only_functions_that_would_block_run_in_a_thread() -> None:
    threads: list[int] = []

    def verify_here(*_: str) -> dict[str, Any]:
        threads.append(get_ident())
        return {"sub": "7"}

    async def verify_in_loop(*_: str) -> dict[str, Any]:
        return verify_here()

    for function in (verify_here, verify_in_loop):
        await create_token_response(tokens, function, "ada", "lovelace")
    assert [each == get_ident() for each in threads] == [False, True]


async def test_login_makes_no_token_that_no_route_would_accept() -> None:
    def read_user(claims: dict[str, Any]) -> str:
        return read_claim(claims, as_str, "team")

    def verify_other(*_: str) -> dict[str, Any]:
        return {"sub": "7", "team": "a"}

    accepted = await create_token_response(
        tokens, verify_other, "ada", "lovelace", read_user=read_user
    )
    assert tokens.decode(accepted.access_token)["team"] == "a"
    with pytest.raises(RuntimeError, match="no user: The token has no valid team"):
        await create_token_response(
            tokens, verify, "ada", "pässword", read_user=read_user
        )


async def test_login_without_credentials_is_422(client: AsyncClient) -> None:
    response = await client.post("/auth/token", data={"username": "ada"})
    assert response.status_code == 422


async def test_guarded_app(client: AsyncClient) -> None:
    assert (await client.get("/health")).status_code == 200
    refused = await client.get("/private")
    assert refused.status_code == 401
    assert refused.headers["WWW-Authenticate"] == "Bearer"
    for other in ("/private/", "/health/x", "/auth/tokens"):
        assert (await client.get(other)).status_code in {307, 401, 404}
    token = tokens.encode({"sub": "7"})
    headers = {"Authorization": f"Bearer {token}"}
    assert (await client.get("/private", headers=headers)).status_code == 200


async def test_open_paths_are_those_of_a_mounted_app() -> None:
    host = FastAPI()
    host.mount("/v1", guarded_app())
    async with client_of(host) as client:
        assert (await client.get("/v1/health")).status_code == 200
        assert (await client.get("/v1/private")).status_code == 401
        login = await client.post("/v1/auth/token", data=CREDENTIALS)
    assert login.status_code == 200


async def test_documentation_logs_in_below_a_prefix() -> None:
    app = guarded_app("/v1")
    async with app.router.lifespan_context(app):
        parts = app.openapi()["components"]
        flows = parts["securitySchemes"]["OAuth2PasswordBearer"]
        assert flows["flows"]["password"]["tokenUrl"] == "v1/auth/token"
        kind = parts["schemas"]["TokenResponse"]["properties"]["token_type"]
        assert (kind["const"], kind["default"]) == ("bearer", "bearer")
        async with client_of(app) as client:
            response = await client.post("/v1/auth/token", data=CREDENTIALS)
    assert response.status_code == 200


async def test_start_fails_without_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AUTH_TEST_SECRET", "short")
    app = guarded_app()
    with pytest.raises(RuntimeError, match="AUTH_TEST_SECRET is too short"):
        async with app.router.lifespan_context(app):
            pass


OPEN = {
    "GET /docs",
    "/status",
    "GET /v1/articles/{pk}",
    "POST /v1/authors",
    "GET /v1/comments/{pk}",
    "GET /v1/pages/{name}/INDEX",
    "DELETE /v1/articles/8",
    # No path of the app, though it ends as the template of one does.
    "GET /v1/v1/files/{name}",
}


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/docs", 200),
        ("HEAD", "/docs", 200),
        ("POST", "/docs", 401),
        ("GET", "/status", 200),
        ("POST", "/status", 200),
        ("POST", "/v1/authors/", 200),
        ("GET", "/v1/authors/", 401),
        ("GET", "/v1/articles/7", 200),
        ("DELETE", "/v1/articles/7", 401),
        ("DELETE", "/v1/articles/8", 200),
        ("GET", "/v1/articles/7/author", 401),
        ("GET", "/v1/articles", 401),
        ("GET", "/v1/files/articles/7", 401),
        ("GET", "/v1/comments/7", 200),
        ("GET", "/v1/pages/a/INDEX/", 200),
    ],
)
async def test_open_paths_may_have_a_method_and_variables(
    method: str, path: str, status: int
) -> None:
    async def require(request: Request, token: BearerToken) -> None:
        if not is_open(request, OPEN, LOGIN_ROUTE):
            tokens.decode(token)

    app = FastAPI(dependencies=[Depends(require)], docs_url=None)
    articles = APIRouter(prefix="/articles")
    methods = ["GET", "HEAD", "POST", "DELETE"]

    async def answer() -> None:
        """Does nothing."""

    for each in ("", "/{pk}", "/{pk}/author"):
        articles.add_api_route(each, answer, methods=methods)
    app.include_router(articles, prefix="/v1")
    comments = APIRouter()
    comments.add_api_route("/{pk}", answer)
    app.include_router(comments, prefix="/v1/comments")
    for each in (
        "/docs",
        "/status",
        "/v1/authors/",
        "/v1/files/{name:path}",
        "/v1/pages/{name}/INDEX/",
    ):
        app.add_api_route(each, answer, methods=methods)
    async with client_of(app) as client:
        assert (await client.request(method, path)).status_code == status


@pytest.mark.parametrize(
    ("path", "expected"),
    [("/", True), ("/status/", True), ("/statusX", False), ("/v1/status", False)],
)
def test_request_that_no_route_serves_may_be_open(path: str, expected: bool) -> None:
    request = Request({"type": "http", "method": "GET", "path": path})
    assert is_open(request, {"/", "/status"}) is expected


@pytest.mark.parametrize("host", ["x/status?", "x/status#", "["])
async def test_open_path_is_that_of_the_request_whatever_its_host(host: str) -> None:
    async def require(request: Request) -> None:
        if not is_open(request, OPEN):
            raise HTTPException(401)

    app = FastAPI(dependencies=[Depends(require)])

    @app.get("/secret")
    async def show_secret() -> None:
        """Does nothing."""

    async with client_of(app) as client:
        answer = await client.get("/secret", headers={"Host": host})
    assert answer.status_code == 401


@pytest.mark.parametrize("path", ["GET /houses/{pk}", "/houses/{pk}"])
async def test_generated_test_takes_a_generated_route_as_an_open_path(
    monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    async def current_user(token: BearerToken) -> dict[str, Any]:
        return tokens.decode(token)

    async def require(request: Request, token: BearerToken) -> None:
        if not is_open(request, {path}, LOGIN_ROUTE):
            tokens.decode(token)

    async def get_house(pk: int) -> None:
        raise HTTPException(404)

    router = auth_router()
    router.add_api_route("/houses/{pk}", get_house)
    await check_tokens(
        monkeypatch,
        current_user,
        require,
        open_paths=[path],
        login=(router, "/auth/token"),
        key_env="AUTH_TEST_SECRET",
        algorithm="HS256",
    )
