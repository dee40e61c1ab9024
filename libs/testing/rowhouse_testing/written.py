"""Checks that routes apply the rules to a written row before the commit."""

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from httpx2 import Response

from .requests import stored_rows
from .resource import Resource

Close = Callable[[], None]
"""Makes a rule allow nothing."""


async def check_written(
    resource: Resource,
    *,
    create: Close | None = None,
    required: Sequence[str] = (),
    update: Close | None = None,
) -> None:
    """Writes rows that no rule allows afterwards: a 403, and nothing is stored.

    The request does not make them so, but what else may: a trigger, or an event of the
    mapper.

    Args:
        resource: The resource.
        create: Closes the rule for new rows.
        required: The fields that a request for one must have.
        update: Closes the rule for changed rows.
    """
    client = resource.api.client
    # First, as it also finds its row by the rule, which may be that for new rows.
    if update is not None:
        row = await resource.create_row()
        changed = client.patch(resource.url(row), json={})
        await _check_refused(resource, changed, update, "FOR NO KEY UPDATE")
        # A new row may get the same values by default, and be unique.
        await resource.remove(row)
    if create is not None:
        body = await resource.body(required)
        made = client.post(f"{resource.path}/", json=body)
        await _check_refused(resource, made, create, "INSERT INTO")


async def _check_refused(
    resource: Resource,
    request: Coroutine[Any, Any, Response],
    close: Close,
    written: str,
) -> None:
    stored = await stored_rows(resource)

    def close_behind(statement: str) -> None:
        if written in statement:
            close()

    with resource.api.listening(close_behind):
        refused = await request
    assert refused.status_code == 403, "no rule is asked for what has become of a row"
    assert await stored_rows(resource) == stored, "a rule is asked too late"
