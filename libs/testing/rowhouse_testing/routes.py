"""Checks of paths, authentication and documented responses."""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from fastapi import APIRouter, routing
from starlette.routing import BaseRoute, compile_path

from .api import Api

# The routers that an app includes. An older FastAPI has a flat list.
_flat: Callable[[Sequence[BaseRoute]], Iterable[Any]] = getattr(
    routing, "iter_route_contexts", iter
)

Routes = Mapping[str, tuple[str, str, Collection[int]]]


async def check_routes(api: Api, routes: Routes, *, tags: Iterable[str]) -> None:
    """Finds each route where it should be, for whom, and with its errors answered.

    Args:
        routes: By their operation ids: method, path, and the answers that the
            documentation has, 422 and 503 aside. Those that have a 401 need a user.
    """
    documented = api.app.openapi()["paths"]
    paths = {path for _, path, _ in routes.values()}
    for bare in {path.rstrip("/") for path in paths} - paths:
        assert bare not in documented
    for name, (method, path, statuses) in routes.items():
        operation = documented[path][method.lower()]
        assert operation["operationId"] == name
        assert operation["tags"] == [*tags]
        answers = {str(each) for each in (*statuses, 422, 503)}
        assert {*operation["responses"]} == answers
        if 401 not in statuses and api.current_user is not None:
            assert operation["security"] == [], f"{name} needs no user"
        url = re.sub("{.*?}", "0", path)
        answered = await api.anonymous.request(method, url)
        assert (answered.status_code == 401) == (401 in statuses), name

    async def unreachable() -> None:
        raise api.runtime.unreachable("Not today")

    for dependency in api.databases:
        api.monkeypatch.setitem(api.app.dependency_overrides, dependency, unreachable)
    for name, (method, path, _) in routes.items():
        url = re.sub("{.*?}", "0", path)
        answered = await api.client.request(method, url)
        assert answered.status_code == 503, name


def check_included(api: Api, *routers: APIRouter) -> None:
    """Finds routes that are left out of the API, and routes that hide others.

    Args:
        routers: What it includes, such as the project's own routers.
    """
    earlier = defaultdict[str, list[tuple[str, str, re.Pattern[str]]]](list)
    reached = [*_flat(api.app.routes)]
    for route in reached:
        # The names of variables do not distinguish two paths.
        path = re.sub("{.*?}", "{}", route.path or "")
        own = route.path, path, compile_path(route.path or "")[0]
        for method in getattr(route, "methods", None) or ():
            for other, shape, pattern in earlier[method]:
                hides = shape == path or pattern.fullmatch(path)
                assert not hides, f"{method} {other} hides {method} {route.path}"
            earlier[method].append(own)
    functions = {getattr(route, "endpoint", None) for route in reached}
    for route in chain.from_iterable(_flat(router.routes) for router in routers):
        endpoint = getattr(route, "endpoint", None)
        assert endpoint in functions, f"{route.path} is left out"


async def check_closed(
    api: Api, *routers: APIRouter, open_paths: Collection[str] = ()
) -> None:
    """Calls the routes of routers without a user, and expects a 401."""
    functions = {route.endpoint for each in routers for route in _flat(each.routes)}
    for route in _flat(api.app.routes):
        if getattr(route, "endpoint", None) not in functions:
            continue
        for method in getattr(route, "methods", None) or ():
            path = route.path.rstrip("/")
            if {path, f"{method} {path}"} & {*open_paths}:
                continue
            url = re.sub("{.*?}", "0", route.path)
            answered = await api.anonymous.request(method, url)
            assert answered.status_code == 401, f"{method} {route.path} needs no user"
