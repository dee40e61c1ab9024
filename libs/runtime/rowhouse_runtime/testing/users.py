# ruff: noqa: S101
"""Checks of tokens, and of the login that gives them out."""

import time
from collections.abc import Awaitable, Callable, Collection
from typing import Annotated, Any

import jwt
import pytest
from fastapi import Depends, FastAPI
from httpx2 import ASGITransport, AsyncClient

from .acting import replace_function
from .resource import Api


async def check_login(
    api: Api,
    path: str,
    function: str,
    *,
    module: str,
    operation_id: str,
    key_env: str,
    algorithm: str,
    lifetime: int,
) -> None:
    """Exchanges credentials for a token; wrong ones are a 401.

    Args:
        api: The API.
        path: Of the token route.
        function: The dotted path of the function that verifies credentials.
        module: The module of the route.
        operation_id: Its id.
        key_env: The environment variable with the secret.
        algorithm: The algorithm that signs the tokens.
        lifetime: For how many seconds they are valid.
    """
    secret = "s" * 128
    api.monkeypatch.setenv(key_env, secret)

    async def verify(username: str, password: str) -> dict[str, Any] | None:
        known = (username, password) == ("ada", "lovelace")
        return {"sub": "ada", "role": "editor"} if known else None

    replace_function(api, module, function, verify)
    form = {"username": "ada", "password": "lovelace"}
    answered = await api.anonymous.post(path, data=form)
    assert answered.status_code == 200, answered.text
    token = answered.json()
    assert token == {
        "access_token": token["access_token"],
        "token_type": "bearer",
        "expires_in": lifetime,
    }
    claims: dict[str, Any] = jwt.decode(  # pyright: ignore[reportUnknownMemberType]
        token["access_token"], secret, algorithms=[algorithm]
    )
    assert (claims["sub"], claims["role"]) == ("ada", "editor")
    assert abs(claims["exp"] - time.time() - lifetime) < 60
    for wrong in ({"username": "bob"}, {"password": "babbage"}):
        refused = await api.anonymous.post(path, data=form | wrong)
        assert refused.status_code == 401
        assert refused.headers["WWW-Authenticate"] == "Bearer"
    operation = api.app.openapi()["paths"][path]["post"]
    assert operation["operationId"] == operation_id
    assert operation["tags"] == ["auth"]
    assert {*operation["responses"]} == {"200", "401", "422"}


async def check_tokens(
    monkeypatch: pytest.MonkeyPatch,
    get_current_user: Callable[..., Awaitable[dict[str, Any]]],
    require_auth: Callable[..., Awaitable[None]],
    *,
    open_paths: Collection[str],
    key_env: str,
    algorithm: str,
) -> None:
    """Sends tokens of every kind to a route that wants a user, and to a locked app.

    Args:
        monkeypatch: Sets the secret.
        get_current_user: The dependency that returns the user.
        require_auth: The dependency that locks an app.
        open_paths: What that leaves open.
        key_env: The environment variable with the secret.
        algorithm: The algorithm that signs the tokens.
    """
    secret = "s" * 128
    monkeypatch.setenv(key_env, secret)
    claims = {"sub": "ada", "exp": int(time.time()) + 60}
    other = "HS512" if algorithm == "HS256" else "HS256"
    wrong = {
        "signature": _token(claims, "t" * 128, algorithm),
        "expired": _token(claims | {"exp": 1}, secret, algorithm),
        "without end": _token({"sub": "ada"}, secret, algorithm),
        "algorithm": _token(claims, secret, other),
        "unsigned": _token(claims, None, "none"),
        "garbage": "garbage",
    }
    right = _token(claims, secret, algorithm)
    locked = FastAPI(
        dependencies=[Depends(require_auth)],
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
    )
    app = FastAPI()

    async def whoami(
        user: Annotated[dict[str, Any], Depends(get_current_user)],
    ) -> dict[str, Any]:
        return user

    async def nothing() -> None:
        """Answers."""

    app.add_api_route("/", whoami)
    locked.add_api_route("/", nothing)
    entries = [each.rpartition(" ")[::2] for each in open_paths]
    for method, path in entries:
        locked.add_api_route(path, nothing, methods=[method or "GET"])
    client, locked_client = _client(app), _client(locked)
    found = await client.get("/", headers={"Authorization": f"Bearer {right}"})
    assert (found.status_code, found.json()) == (200, claims)
    accepted = {"Authorization": f"Bearer {right}"}
    assert (await locked_client.get("/", headers=accepted)).status_code == 200
    for each in (client, locked_client):
        assert (await each.get("/")).status_code == 401
        for kind, token in wrong.items():
            headers = {"Authorization": f"Bearer {token}"}
            refused = await each.get("/", headers=headers)
            assert refused.status_code == 401, kind
            assert refused.headers["WWW-Authenticate"] == "Bearer"
    for method, path in entries:
        answered = await locked_client.request(method or "GET", path)
        assert answered.status_code == 200, path


def _token(claims: dict[str, Any], secret: str | None, algorithm: str) -> str:
    return jwt.encode(  # pyright: ignore[reportUnknownMemberType]
        claims, secret or "", algorithm=algorithm
    )


def _client(app: FastAPI) -> AsyncClient:
    return AsyncClient(transport=ASGITransport(app), base_url="http://test")
