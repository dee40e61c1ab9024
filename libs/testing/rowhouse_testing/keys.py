"""Checks of keys that no row has, or several rows share."""

from collections.abc import Awaitable, Callable
from typing import Any

from httpx2 import Response

from .resource import Resource
from .rows import columns_of
from .unique import is_unique


def check_missing(resource: Resource, answer: Response) -> None:
    """Expects the response about a row that is not there."""
    assert answer.status_code == 404, answer.text
    body = answer.json()
    assert (body["detail"], body["code"]) == ("Not found", "not-found")
    kind = "application/problem+json" if resource.api.problems else "application/json"
    assert answer.headers["Content-Type"] == kind


def invalid_values(answer: Response) -> list[Any]:
    """What a 422 says of each invalid value, in the form of errors that the API has."""
    body = answer.json()
    values: list[Any] = body.get("errors", body["detail"])
    return values


async def check_shared_key(
    resource: Resource, send: Callable[[str], Awaitable[Response]]
) -> None:
    """If several rows have a key, the response is a 404, and nothing is changed.

    Args:
        resource: The resource. There is nothing to see where its keys are unique.
        send: Sends a request to a path.
    """
    columns = columns_of(resource.model)
    if is_unique(*(columns[name] for name in resource.whole_key)):
        return
    row = await resource.create_row()
    shared = {name: getattr(row, name) for name in resource.whole_key}
    twin = {**await resource.row_values(1), **shared}
    await resource.api.rows.create(resource.model, twin)
    before = await resource.contents()
    found = await send(resource.url(row))
    check_missing(resource, found)
    assert await resource.contents() == before
