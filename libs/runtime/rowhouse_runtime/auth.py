"""The password flow, which exchanges credentials for a token, and the open paths."""

import inspect
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Literal

from fastapi import HTTPException, Request
from fastapi.security import OAuth2PasswordBearer
from pydantic import BaseModel
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool

from .tokens import Tokens, unauthorized

Payload = dict[str, Any]
VerifyCredentials = Callable[[str, str], Payload | Awaitable[Payload | None] | None]


class TokenResponse(BaseModel):
    """A token, and for how many seconds it is valid."""

    access_token: str
    token_type: Literal["bearer"] = "bearer"  # noqa: S105
    expires_in: int


async def create_token_response(
    tokens: Tokens,
    verify_credentials: VerifyCredentials,
    username: str,
    password: str,
    *,
    read_user: Callable[[Payload], object] | None = None,
) -> TokenResponse:
    """Exchanges credentials for a token.

    Args:
        tokens: Makes the token.
        verify_credentials: Returns the token's payload, or none when the credentials
            are wrong. A function that is not async runs in a thread of its own, since
            checking a password takes its time.
        username: As it was sent.
        password: As it was sent.
        read_user: Reads the user of a payload, where a token must have certain claims.

    Raises:
        HTTPException: 401, when the credentials are wrong.
        RuntimeError: The payload lacks a claim: no route would accept the token.
    """
    if inspect.iscoroutinefunction(verify_credentials):
        payload = await verify_credentials(username, password)
    else:
        payload = await run_in_threadpool(verify_credentials, username, password)
        if inspect.isawaitable(payload):
            payload = await payload
    if payload is None:
        raise unauthorized("Incorrect username or password")
    token = tokens.encode(payload)
    if read_user is not None:
        try:
            read_user(tokens.decode(token))
        except HTTPException as error:
            msg = f"The function of credentials returned no user: {error.detail}"
            raise RuntimeError(msg) from error
    expires_in = tokens.seconds_left(token)
    return TokenResponse(access_token=token, expires_in=expires_in)


def is_open(
    request: Request, open_paths: Collection[str], login_route: str | None = None
) -> bool:
    """Whether a request needs no authentication.

    Args:
        open_paths: What needs none: paths as the app has them, or as its routes write
            them (`/articles/{pk}`). With a method before it (`GET /articles/{pk}`), a
            path is open for that method alone; GET opens HEAD as well.
        login_route: The name of the route that gives out tokens, if there is one.
    """
    route = request.scope.get("route")
    if login_route is not None and getattr(route, "name", None) == login_route:
        return True
    # Not that of `request.url`, which older versions of Starlette take from the header
    # `Host` as well: a client could say any path there.
    scope = request.scope
    path: str = scope["path"].removeprefix(scope.get("root_path", ""))
    path = path.rstrip("/") or "/"
    template: str = getattr(route, "path_format", path).rstrip("/")
    method = "GET" if request.method == "HEAD" else request.method
    return any(
        name in open_paths or f"{method} {name}" in open_paths
        for name in (path, _with_variables(path, template))
    )


def _with_variables(path: str, template: str) -> str:
    """A path as its route writes it: `/v1/articles/{pk}`.

    A route knows its own end of the path, not where its router is included.
    """
    segments, parts = path.split("/"), template.split("/")[1:]
    end = segments[-len(parts) :]
    matches = len(end) == len(parts) and all(
        part.startswith("{") or part == segment
        for part, segment in zip(parts, end, strict=True)
    )
    return "/".join([*segments[: -len(parts)], *parts]) if matches else path


def login_lifespan(
    tokens: Tokens,
    scheme: OAuth2PasswordBearer,
    login_route: str,
) -> Callable[[Any], AbstractAsyncContextManager[None]]:
    """What the router of the login route does when its app starts.

    It reads the secret, so that a missing one stops the start. And it tells the
    documentation page where to log in, wherever the router has been mounted.
    """

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        _ = tokens.secret
        flow = scheme.model.flows.password  # type: ignore[attr-defined]
        flow.tokenUrl = str(app.url_path_for(login_route)).removeprefix("/")
        yield

    return lifespan
