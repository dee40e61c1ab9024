"""Checks of requests that are sent again with the same key."""

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from httpx2 import Request, Response
from sqlalchemy import func, update
from sqlalchemy.orm import DeclarativeBase

from .actors import changed_user
from .requests import Operation, deeds_of, request_body, sent_body, url_of
from .resource import Json, Resource

_HEADER = "Idempotency-Key"
_REPLAYED = "Idempotent-Replayed"


async def add_key(request: Request) -> None:
    """Gives a request the key that it must have."""
    request.headers.setdefault(_HEADER, str(uuid4()))


async def check_retries(
    resource: Resource,
    operation: Operation,
    *,
    keys: type[DeclarativeBase],
    ttl: int,
    users: Sequence[str] = (),
    required: bool = False,
) -> None:
    """Sends a request again: it is done once, and answered alike.

    Args:
        operation: What the request does.
        keys: The model of the answers that are kept.
        ttl: How many seconds they are kept.
        users: The attributes that tell users apart, to whom keys belong.
        required: Whether requests must have a key.
    """
    api, client = resource.api, resource.api.client
    deed = (await deeds_of(resource, [operation]))[operation.name]
    row = await resource.create_row() if operation.on == "row" else None
    values = await request_body(resource, operation)
    body = sent_body(resource, operation, row, values)
    url = url_of(resource, operation, row)
    header = {_HEADER: str(uuid4()), "Content-Type": "application/json"}

    async def send(sent: Json | None, end: str = "") -> Response:
        content = "" if sent is None else json.dumps(sent) + end
        return await client.request(
            operation.method, url, content=content, headers=header
        )

    for _ in range(0 if body is None else 2):
        refused = await send({**(body or {}), "no_such_field": True})
        assert refused.status_code == 422, "an error is kept"
        assert _REPLAYED not in refused.headers, "an error is kept"
    first = await send(body)
    assert first.is_success, first.text
    assert _REPLAYED not in first.headers
    done = await resource.contents()
    again = await send(body)
    assert again.headers[_REPLAYED] == "true"
    assert _answer_of(again) == _answer_of(first)
    assert await resource.contents() == done, "it is done again"
    assert deed.calls == bool(operation.function), "its function is called again"
    other = await send(body, end=" ")
    if body is not None:
        assert other.status_code == 422, "a key belongs to one request"
        assert other.json()["code"] == "idempotency-key"
    for age in (ttl, ttl + 1):
        then = update(keys).values(created_at=func.now() - timedelta(seconds=age))
        async with api.undone():
            async with api.rows.session() as session:
                await session.execute(then)
                await session.commit()
            is_kept = _REPLAYED in (await send(body)).headers
            assert is_kept == (age == ttl), f"kept for {age} seconds: {is_kept}"
    if required:
        api.monkeypatch.setattr(client, "event_hooks", {})
        del header[_HEADER]
        assert (await send(body)).status_code == 400, "done without a key"
    for attribute in users:
        header[_HEADER] = first.request.headers[_HEADER]
        api.log_in(_another_user(api.user, attribute))
        answer = await send(body)
        assert _REPLAYED not in answer.headers, "another user gets the answer"


def _another_user(user: Any, attribute: str) -> Any:
    value = getattr(user, attribute)
    number = uuid4().int % 2**31
    other = uuid4() if isinstance(value, UUID) else type(value)(number)
    return changed_user(user, {attribute: other})


def _answer_of(response: Response) -> tuple[object, ...]:
    names = ("Content-Type", "ETag", "Location")
    headers = [response.headers.get(name) for name in names]
    return (response.status_code, response.json(), *headers)
