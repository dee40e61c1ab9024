"""Checks of the routes that create a row, or change the one with the same key."""

from collections.abc import Sequence

from httpx2 import Response

from .opening import Hiding
from .requests import upsert_url
from .resource import Json, Resource
from .versions import tag_of
from .writing import check_hidden, check_refusals, is_read_back


async def check_upsert(
    resource: Resource,
    names: Sequence[str],
    *,
    path: str,
    by: Sequence[str],
    shown: Sequence[str],
    version: str | None = None,
    hide: Hiding | None = None,
) -> None:
    """Creates a row, and changes it by the same request.

    Args:
        names: The fields of the request, all of them required.
        path: What the path calls the key.
        by: The fields of the key.
    """
    client = resource.api.client
    base = f"{resource.path}/by-{path.replace('_', '-')}"
    documented = resource.api.app.openapi()["paths"].items()
    (put,) = (each["put"] for path, each in documented if path.startswith(f"{base}/"))
    answers = put["responses"]
    assert answers["201"]["content"] == answers["200"]["content"]
    assert answers["201"]["headers"].keys() == {"Location"}
    assert ("ETag" in answers["200"].get("headers", {})) == (version is not None)

    def url(body: Json) -> str:
        return upsert_url(base, by, body)

    # Both before rows are counted: they may refer to new ones of the same kind.
    body, others = await resource.body(names), await resource.body(names)
    # Each flag has both values, of which one is not its default.
    others |= {
        name: not value
        for name, value in body.items()
        if isinstance(value, bool) and not resource.fields[name].enum
    }
    before = await resource.stored()
    with resource.api.statements() as sent:
        created = await client.put(url(body), json=body)
    assert is_read_back(resource, sent)
    assert created.status_code == 201, created.text
    after = await resource.stored()
    (key,) = after.keys() - before.keys()
    assert created.headers["Location"] == resource.url(after[key])
    assert resource.plain(created.json()) == resource.answer(after[key], shown)
    if version is not None:
        assert created.headers["ETag"] == tag_of(after[key], version)
    for change in (body, {**others, **{name: body[name] for name in by}}):
        changed = await client.put(url(change), json=change)
        assert changed.status_code == 200, changed.text
        assert "Location" not in changed.headers
        stored = await resource.stored()
        assert stored.keys() == after.keys()
        if version is not None:
            assert changed.headers["ETag"] == tag_of(stored[key], version)
            assert changed.headers["ETag"] != created.headers["ETag"]
        for name, value in change.items():
            assert await resource.is_stored(stored[key], name, value), name
        assert resource.plain(changed.json()) == resource.answer(stored[key], shown)
    # The path says which row it is, and so does the body.
    elsewhere = await client.put(url(others), json=body)
    assert elsewhere.status_code == (200 if url(others) == url(body) else 422)

    async def send(refused: Json) -> Response:
        return await client.put(url(body), json=refused)

    await check_refusals(resource, send, required=names, names=names)
    if hide is not None:

        async def send_new(body: Json) -> Response:
            return await client.put(url(body), json=body)

        await check_hidden(resource, hide, send_new, required=names, names=names)
