"""Checks that nobody can access rows without logging in."""

from collections.abc import Mapping, Sequence
from typing import Any

from .requests import Operations, request_body, stored_rows, url_of
from .resource import Resource


async def check_strangers(
    resource: Resource,
    operations: Operations,
    payload: Mapping[str, Any] | None = None,
    claims: Sequence[Sequence[str]] = (),
) -> None:
    """Sends requests without a token or without a claim, and expects a 401.

    Args:
        resource: The resource.
        operations: All operations.
        payload: The claims of a valid token.
        claims: Those of them that the rules need: the names that lead to each.
    """
    row = await resource.create_row()
    bodies = [await request_body(resource, each) for each in operations]
    before = await stored_rows(resource)
    headers: list[dict[str, str]] = [{}]
    for path in claims:
        sign = resource.api.sign
        assert sign is not None
        lacking = _without(payload or {}, path)
        headers.append({"Authorization": f"Bearer {sign(lacking)}"})
    for operation, body in zip(operations, bodies, strict=True):
        for header in headers if operation.needs_user else ():
            url = url_of(resource, operation, row)
            answered = await resource.api.anonymous.request(
                operation.method, url, json=body, headers=header
            )
            assert answered.status_code == 401, f"{operation.name} by nobody"
    assert await stored_rows(resource) == before


def _without(payload: Mapping[str, Any], path: Sequence[str]) -> dict[str, Any]:
    name, *rest = path
    if rest:
        return {**payload, name: _without(payload[name], rest)}
    return {key: value for key, value in payload.items() if key != name}
