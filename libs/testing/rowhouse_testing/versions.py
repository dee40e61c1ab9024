"""Checks of requests that are about one version of a row."""

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from .fields import Field
from .resource import Resource
from .written import Written


async def check_created_version(
    resource: Resource, version: str, required: Sequence[str]
) -> None:
    """Creates a row, and is told its version."""
    before = await resource.stored()
    body = await resource.body(required)
    created = await resource.api.client.post(f"{resource.path}/", json=body)
    after = await resource.stored()
    (key,) = after.keys() - before.keys()
    assert created.headers["ETag"] == tag_of(after[key], version)


async def check_get_version(
    resource: Resource, version: str, *, asks: bool = True
) -> None:
    """Reads a row only if the client does not have its version.

    Args:
        asks: Whether requests can say which version they have.
    """
    client = resource.api.client
    row, _ = await resource.create_three()
    tag = tag_of(row, version)
    url = resource.url(row)
    assert (await client.get(url)).headers["ETag"] == tag
    if not asks:
        return
    for known in (tag, f'"another", W/{tag}', "*"):
        answer = await client.get(url, headers={"If-None-Match": known})
        assert (answer.status_code, answer.content) == (304, b"")
        assert answer.headers["ETag"] == tag
    answer = await client.get(url, headers={"If-None-Match": '"another"'})
    assert (answer.status_code, answer.headers["ETag"]) == (200, tag)


async def check_version(
    resource: Resource,
    version: str,
    method: str,
    end: str = "",
    *,
    names: Sequence[str] | None = None,
    fields: Mapping[str, Field] | None = None,
    required: bool = False,
    restores: bool = False,
) -> None:
    """Changes a row only if it has the version that the request names.

    Args:
        end: The end of its path. Such an action is not called: only its author knows
            what it does.
        names: The fields of its body, or None without a body.
        fields: Those that are not as the resource has them.
        required: Whether a request must name a version.
        restores: Whether it is about a deleted row.
    """
    client = resource.api.client
    row, _ = await resource.create_three()
    tag = tag_of(row, version)
    rest = [end] if end else []
    url = resource.url(row, *rest)
    body = None
    if names is not None:
        body = await resource.having(fields or {}).body(names)
    if restores:
        await resource.mark_deleted(row)
    before = await resource.stored()
    contents = await resource.contents()
    for other in ('"another"', f"W/{tag}", tag.strip('"')):
        answer = await client.request(
            method, url, json=body, headers={"If-Match": other}
        )
        assert answer.status_code == 412, answer.text
        assert tag not in answer.text
        missing = "/".join([resource.nowhere, *rest])
        answer = await client.request(
            method, missing, json=body, headers={"If-Match": other}
        )
        assert answer.status_code == 404, answer.text
    if required:
        request = client.build_request(method, url, json=body)
        request.headers.pop("If-Match", None)
        assert (await client.send(request)).status_code == 428
    assert await resource.contents() == contents
    if end and not restores:
        return
    known = f'"another", {tag}'
    answer = await client.request(method, url, json=body, headers={"If-Match": known})
    assert answer.status_code < 300, answer.text
    after = await resource.stored()
    if method == "DELETE":
        assert before.keys() - after.keys() == {resource.key_of(row)}
        return
    # The request may change the key, too.
    (key,) = after.keys() - before.keys() or {resource.key_of(row)}
    assert answer.headers["ETag"] == tag_of(after[key], version) != tag
    row, own = after[key], resource.having(fields or {})
    for name in (each for each in names or () if isinstance(own.fields[each], Written)):
        linked = await client.patch(resource.url(row), json=await own.body([name]))
        assert linked.headers["ETag"] != tag_of(row, version), f"{name} is not counted"


def tag_of(row: object, version: str) -> str:
    """The tag of the version that a row has."""
    return f'"{quote(str(getattr(row, version)))}"'
