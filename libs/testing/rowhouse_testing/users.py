"""Checks of tokens, and of the login that gives them out."""

import sys
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from typing import Annotated, Any

import jwt
import pytest
from fastapi import APIRouter, Depends, FastAPI
from httpx2 import ASGITransport, AsyncClient
from sqlalchemy.ext.asyncio import AsyncSession

from .acting import replace_function
from .api import Api
from .resource import Json

Paths = Sequence[Sequence[str]]


async def check_login(
    api: Api,
    path: str,
    function: str,
    *,
    module: str,
    operation_id: str,
    scheme: str = "OAuth2PasswordBearer",
    key_env: str,
    algorithm: str,
    lifetime: int,
    claims: Mapping[str, Any] | None = None,
    takes: Collection[str] = (),
) -> None:
    """Exchanges credentials for a token; wrong ones are a 401.

    Args:
        function: The dotted path of the function that verifies credentials.
        scheme: What the documentation calls this way to log in.
        takes: What the function is called with by name.
    """
    secret = "s" * 128
    known_user = dict(claims or {"sub": "ada", "role": "editor"})
    api.monkeypatch.setenv(key_env, secret)
    # Capitals and spaces are part of the credentials.
    form = {"username": " Ada ", "password": " Lovelace "}

    async def verify(
        username: str, password: str, **named: Any
    ) -> dict[str, Any] | None:
        assert named.keys() == {*takes}
        assert all(isinstance(each, AsyncSession) for each in named.values())
        if username == "nobody":
            raise api.runtime.unreachable("Not today")
        known = {"username": username, "password": password} == form
        return known_user if known else None

    replace_function(api, module, function, verify)
    now = time.time()
    with api.monkeypatch.context() as clock:
        # Otherwise, a new second could start between the token and the response.
        clock.setattr(time, "time", lambda: now)
        answered = await api.anonymous.post(path, data=form)
    assert answered.status_code == 200, answered.text
    token = answered.json()
    assert token == {
        "access_token": token["access_token"],
        "token_type": "bearer",
        "expires_in": lifetime,
    }
    payload: Json = jwt.decode(  # pyright: ignore[reportUnknownMemberType]
        token["access_token"], secret, algorithms=[algorithm]
    )
    assert payload == {**known_user, "exp": int(now) + lifetime}
    for wrong in ({"username": "bob"}, {"password": "babbage"}):
        refused = await api.anonymous.post(path, data=form | wrong)
        assert refused.status_code == 401
        assert refused.headers["WWW-Authenticate"] == "Bearer"
    unreachable = await api.anonymous.post(path, data=form | {"username": "nobody"})
    assert unreachable.status_code == 503
    if claims is not None:
        # No route would accept a token without them.
        known_user.clear()
        assert (await api.anonymous.post(path, data=form)).status_code == 500
    operation = api.app.openapi()["paths"][path]["post"]
    assert operation["operationId"] == operation_id
    assert operation["summary"] == "Log in"
    assert operation["tags"] == ["auth"]
    assert operation["security"] == [], "it asks for the token that it gives"
    assert {*operation["responses"]} == {"200", "400", "401", "422", "503"}
    login = sys.modules[module]
    assert login.oauth2_scheme.scheme_name == scheme
    await _check_start(api, path, login, key_env)


async def _check_start(api: Api, path: str, module: Any, key_env: str) -> None:
    """An app with a login starts with a secret alone, and documents where to log in."""
    flow = module.oauth2_scheme.model.flows.password
    assert path.endswith(f"/{flow.tokenUrl}")
    # Changes at startup are undone after the test.
    api.monkeypatch.setattr(flow, "tokenUrl", flow.tokenUrl)
    app = FastAPI()
    app.include_router(module.router, prefix="/v1")
    async with app.router.lifespan_context(app):
        assert flow.tokenUrl.startswith("v1/")
        assert path.endswith(flow.tokenUrl.removeprefix("v1"))
    api.monkeypatch.delenv(key_env)
    with pytest.raises(RuntimeError, match=key_env):
        async with app.router.lifespan_context(app):
            pytest.fail("It started without a secret.")


async def check_tokens(
    monkeypatch: pytest.MonkeyPatch,
    get_current_user: Callable[..., Awaitable[Any]],
    require_auth: Callable[..., Awaitable[None]],
    *,
    open_paths: Collection[str],
    key_env: str,
    algorithm: str,
    claims: Mapping[str, Any] | None = None,
    **expected: Any,
) -> None:
    """Sends tokens of every kind to a route that needs a user, and to a locked app.

    Args:
        monkeypatch: Sets the secret.
        require_auth: The dependency that locks an app.
        open_paths: What that leaves open.
        **expected: What `check_senders` expects of them.
    """
    secret = "s" * 128
    monkeypatch.setenv(key_env, secret)
    end = {"exp": int(time.time()) + 60}
    payload = {**(claims or {"sub": "ada"}), **end}
    other = "HS512" if algorithm == "HS256" else "HS256"
    wrong = {
        "signature": _token(payload, "t" * 128, algorithm),
        "expired": _token(payload | {"exp": 1}, secret, algorithm),
        "without end": _token(payload | {"exp": None}, secret, algorithm),
        "algorithm": _token(payload, secret, other),
        "unsigned": _token(payload, None, "none"),
        "garbage": "garbage",
    }

    def sign(payload: Json) -> str:
        return _token(payload, secret, algorithm)

    await check_senders(
        get_current_user,
        require_auth,
        sign,
        payload,
        wrong=wrong,
        open_paths=open_paths,
        **expected,
    )


async def check_senders(
    get_current_user: Callable[..., Awaitable[Any]],
    require_auth: Callable[..., Awaitable[None]],
    sign: Callable[[Json], str],
    payload: Json,
    *,
    wrong: Mapping[str, str],
    right: Mapping[str, str] | None = None,
    open_paths: Collection[str],
    user: Json | None = None,
    required: Paths = (),
    optional: Paths = (),
    login: tuple[APIRouter, str] | None = None,
) -> None:
    """Sends tokens to a route that needs a user, and to a locked app.

    Args:
        require_auth: The dependency that locks an app.
        sign: Makes a token that is valid, but for its payload.
        wrong: Tokens that are not valid.
        right: Further ones that are.
        open_paths: What the locked app leaves open.
        user: The user of the payload in JSON, where that is not the payload itself.
        required: The claims that a token must have: the names that lead to each.
        optional: Those that may be null or missing.
        login: All routes, and the path of the one that gives out tokens and is open.
    """
    app, locked = FastAPI(), _locked(require_auth)

    async def whoami(
        user: Annotated[object, Depends(get_current_user)],
    ) -> object:
        return user

    async def nothing() -> None:
        """Returns nothing."""

    app.add_api_route("/", whoami)
    locked.add_api_route("/", nothing)
    entries = [each.rpartition(" ")[::2] for each in open_paths]
    for method, path in entries:
        closed = _closed_method(path, open_paths)
        locked.add_api_route(path, nothing, methods=[method or "GET", closed])
    client, locked_client = _client(app), _client(locked)
    header = _header(sign(payload))
    found = await client.get("/", headers=header)
    assert (found.status_code, found.json()) == (200, user or payload)
    refused = {kind: _header(token) for kind, token in wrong.items()}
    accepted = {kind: _header(token) for kind, token in (right or {}).items()}
    accepted["right"] = header
    for names in [*required, *optional]:
        refused[f"wrong {names}"] = _header(sign(_having(payload, names, {"no": 1})))
        for kind, value in (("null", None), ("no", ...)):
            header = _header(sign(_having(payload, names, value)))
            (refused if names in required else accepted)[f"{kind} {names}"] = header
    for each in (client, locked_client):
        assert (await each.get("/")).status_code == 401
        for kind, header in accepted.items():
            assert (await each.get("/", headers=header)).status_code == 200, kind
        for kind, header in refused.items():
            answered = await each.get("/", headers=header)
            assert answered.status_code == 401, kind
            assert answered.headers["WWW-Authenticate"] == "Bearer"
    if login is not None:
        # Not in the app of the open paths, which may be those of its routes.
        routes, path = login
        whole = _locked(require_auth)
        whole.include_router(routes)
        assert (await _client(whole).post(path)).status_code == 422
    for method, path in entries:
        answered = await locked_client.request(method or "GET", path)
        assert answered.status_code == 200, path
        if path not in open_paths:
            closed = _closed_method(path, open_paths)
            answered = await locked_client.request(closed, path)
            assert answered.status_code == 401, f"{closed} {path}"


def _locked(require_auth: Callable[..., Awaitable[None]]) -> FastAPI:
    """An app with no routes of its own that needs a user for all that it gets."""
    return FastAPI(
        dependencies=[Depends(require_auth)],
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )


def _closed_method(path: str, open_paths: Collection[str]) -> str:
    """A method that needs a token, unless all methods of the path are open."""
    methods = ["POST", "PATCH", "PUT", "DELETE", "GET"]
    return next(each for each in methods if f"{each} {path}" not in open_paths)


def _having(payload: Json, path: Sequence[str], value: Any) -> Json:
    """The payload with another value of a claim; `...` leaves it out."""
    name, *rest = path
    if rest:
        return payload | {name: _having(payload[name], rest, value)}
    changed = payload | {name: value}
    if value is ...:
        del changed[name]
    return changed


def _header(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _token(payload: Json, secret: str | None, algorithm: str) -> str:
    sent = {name: value for name, value in payload.items() if name != "exp" or value}
    return jwt.encode(  # pyright: ignore[reportUnknownMemberType]
        sent, secret or "", algorithm=algorithm
    )


def _client(app: FastAPI) -> AsyncClient:
    return AsyncClient(transport=ASGITransport(app), base_url="http://test")
