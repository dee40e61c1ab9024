"""Checks of the routes that create a row, or change the one with the same key."""

from collections.abc import Sequence
from urllib.parse import quote

from httpx2 import Response

from .resource import Json, Resource
from .writing import check_refusals


async def check_upsert(
    resource: Resource,
    names: Sequence[str],
    *,
    path: str,
    by: Sequence[str],
    shown: Sequence[str],
) -> None:
    """Creates a row, and changes it by the same request.

    Args:
        resource: The resource.
        names: The fields of the request, all of them required.
        path: What the path calls the key.
        by: The fields of the key.
        shown: The fields of the answer.
    """
    client = resource.api.client

    def url(body: Json) -> str:
        steps = (quote(str(body.get(name)), safe="") for name in by)
        return "/".join([resource.path, f"by-{path.replace('_', '-')}", *steps])

    body = await resource.body(names)
    before = await resource.stored()
    created = await client.put(url(body), json=body)
    assert created.status_code == 201, created.text
    after = await resource.stored()
    (key,) = after.keys() - before.keys()
    assert created.headers["Location"] == resource.url(after[key])
    assert resource.plain(created.json()) == resource.answer(after[key], shown)
    others = await resource.body(names)
    for change in (body, {**others, **{name: body[name] for name in by}}):
        changed = await client.put(url(change), json=change)
        assert changed.status_code == 200, changed.text
        assert "Location" not in changed.headers
        stored = await resource.stored()
        assert stored.keys() == after.keys()
        for name, value in change.items():
            assert await resource.is_stored(stored[key], name, value), name
        assert resource.plain(changed.json()) == resource.answer(stored[key], shown)
    # The path says which row it is, and so does the body.
    elsewhere = await client.put(url(others), json=body)
    assert elsewhere.status_code == (200 if url(others) == url(body) else 422)

    async def send(refused: Json) -> Response:
        return await client.put(url(body), json=refused)

    await check_refusals(resource, send, required=names, names=names)
