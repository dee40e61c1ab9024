"""Checks of requests that are sent again with the same key."""

import json
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

import pytest
from httpx2 import Request, Response

from .acting import replace_function, results_of
from .fields import Field
from .resource import Json, Resource

_HEADER = "Idempotency-Key"


async def add_key(request: Request) -> None:
    """Gives a request the key that it must have."""
    request.headers.setdefault(_HEADER, str(uuid4()))


async def check_created_once(
    resource: Resource,
    names: Sequence[str],
    *,
    bulk: bool = False,
    required: bool = False,
) -> None:
    """Sends a request for a new row again: there is one row, and one answer.

    Args:
        resource: The resource.
        names: The fields of the request.
        bulk: Whether it is one for several rows.
        required: Whether requests must have a key.
    """
    body = await resource.body(names)
    before = await resource.stored()
    url = f"{resource.path}/"
    if bulk:
        body = {"operations": [{"op": "create", "values": body}]}
        url += "bulk"
    await _check_failure(resource, url, {**body, "no_such_field": True})
    await _check_once(resource, url, body, required=required)
    assert len(await resource.stored()) == len(before) + 1


async def check_done_once(
    resource: Resource,
    slug: str,
    function: str,
    *,
    module: str,
    on_instance: bool,
    names: Sequence[str] | None = None,
    returned: Sequence[str] | None = None,
    fields: Mapping[str, Field] | None = None,
    required: bool = False,
) -> None:
    """Sends a request for an action again: its function is called once.

    Args:
        resource: The resource.
        slug: The last segment of the path.
        function: The dotted path of its function.
        module: The module of the route.
        on_instance: Whether it is called with a row.
        names: The fields of the request, or None without a body.
        returned: The fields of the answer; None when it is the function's result.
        fields: Fields that the action alone has.
        required: Whether requests must have a key.
    """
    own_fields = resource.having(fields or {})
    row = await resource.create_row()
    url = resource.url(row, slug) if on_instance else f"{resource.path}/{slug}"
    result = (await results_of(own_fields, returned))[0]
    calls: list[Any] = []

    async def record(*_: Any, **__: Any) -> Json:
        calls.append(url)
        return result

    replace_function(resource.api, module, function, record)
    body = None if names is None else await own_fields.body(names)
    await _check_once(resource, url, body, required=required)
    assert len(calls) == 1


async def _check_once(
    resource: Resource, url: str, body: Json | None, *, required: bool
) -> None:
    client = resource.api.client
    content = b"" if body is None else json.dumps(body).encode()
    header = {_HEADER: str(uuid4()), "Content-Type": "application/json"}
    first = await client.post(url, content=content, headers=header)
    again = await client.post(url, content=content, headers=header)
    assert first.is_success, first.text
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert _answer_of(again) == _answer_of(first)
    other = await client.post(url, content=content + b" ", headers=header)
    if body is not None:
        assert other.status_code == 422, "a key belongs to one request"
        assert other.json()["code"] == "idempotency-key"
    if required:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(client, "event_hooks", {})
            refused = await client.post(url, json=body)
        assert refused.status_code == 400, "a request without a key is done"


async def _check_failure(resource: Resource, url: str, body: Json) -> None:
    """An answer that is an error is not kept: a retry may succeed."""
    header = {_HEADER: str(uuid4())}
    for _ in range(2):
        refused = await resource.api.client.post(url, json=body, headers=header)
        assert refused.status_code == 422
        assert "Idempotent-Replayed" not in refused.headers


def _answer_of(response: Response) -> tuple[object, ...]:
    names = ("Content-Type", "ETag", "Location")
    headers = [response.headers.get(name) for name in names]
    return (response.status_code, response.json(), *headers)
