"""Checks of keys that several rows may share."""

from collections.abc import Awaitable, Callable

from httpx2 import Response

from .resource import Resource
from .rows import columns_of
from .unique import is_unique


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
    assert (found.status_code, found.json()) == (404, {"detail": "Not found"})
    assert await resource.contents() == before
