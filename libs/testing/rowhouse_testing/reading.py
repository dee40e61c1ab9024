"""Checks of the routes that read."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, cast

from httpx2 import AsyncClient, Response
from sqlalchemy import JSON, inspect, update
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.mutable import Mutable
from sqlalchemy.orm import Mapper

from .documents import check_documented_enums
from .keys import check_missing, check_shared_key
from .resource import Json, Resource
from .rows import key_columns

_PAGES = {
    "keyset": {"items", "next_cursor"},
    "offset": {"items", "total", "offset", "limit"},
}
_OTHER_JSON = "of another program"
LOCKS = ("FOR UPDATE", "FOR NO KEY UPDATE")


async def check_get(resource: Resource, shown: Sequence[str]) -> None:
    """Gets each of several rows; one that is not there is a 404."""
    client = resource.api.client
    for row in await _store_other_json(
        resource, shown, await resource.create_rows(shown)
    ):
        await resource.create_siblings(row)
        with resource.api.statements() as sent:
            found = await client.get(resource.url(row))
        assert found.status_code == 200, found.text
        assert resource.plain(found.json()) == resource.answer(row, shown)
        assert not any(lock in statement for statement in sent for lock in LOCKS)
    missing = await client.get(resource.nowhere)
    check_missing(resource, missing)
    await check_shared_key(resource, client.get)
    check_documented_enums(resource, "get", resource.row_path, shown)


async def check_list(
    resource: Resource, shown: Sequence[str], *, mode: str | None, takes_body: bool
) -> None:
    """Lists several rows.

    Args:
        mode: `keyset` or `offset`, where the answer is a page.
        takes_body: Whether the list can be searched.
    """
    made = await _store_other_json(resource, shown, await resource.create_rows(shown))
    found = await search(resource, {} if takes_body else None)
    assert found.status_code == 200, found.text
    if mode is not None:
        assert found.json().keys() == _PAGES[mode]
    items = await every_item(resource, {} if takes_body else None)
    expected = [resource.answer(row, shown) for row in made]
    assert sorted(items, key=repr) == sorted(expected, key=repr)
    check_documented_enums(resource, "post", f"{resource.path}/search", shown)
    route = resource.api.app.openapi()["paths"][f"{resource.path}/search"]["post"]
    assert route["x-query"] is True, "a search reads, though it is a POST"
    if takes_body:
        unknown = await search(resource, {"no_such_field": True})
        assert unknown.status_code == 422


async def _store_other_json(
    resource: Resource, shown: Sequence[str], rows: list[Any]
) -> list[Any]:
    """Stores a string in the JSON column of the first row, as another program could."""
    mapper: Mapper[Any] = inspect(resource.model)
    for name in shown:
        column = resource.column(name)
        if column is None or type(column.type) not in {JSON, JSONB}:
            continue
        # SQLAlchemy cannot load a `MutableDict` column with another value.
        attribute = resource.attribute(name)
        if any(isinstance(getattr(row, attribute), Mutable) for row in rows):
            continue
        key = [
            each == getattr(rows[0], mapper.get_property_by_column(each).key)
            for each in key_columns(mapper, column.table)
        ]
        stored = update(column.table).where(*key).values({column: _OTHER_JSON})
        async with resource.api.sessions() as db:
            # The table may have a CHECK of its own.
            with suppress(IntegrityError):
                await db.execute(stored)
                await db.commit()
    found = await resource.stored()
    return [found[resource.key_of(row)] for row in rows]


async def search(
    resource: Resource, body: Json | None, client: AsyncClient | None = None
) -> Response:
    """Searches; by default, as the user of the test."""
    sender = client or resource.api.client
    return await sender.post(f"{resource.path}/search", json=body)


def items_of(response: Response) -> list[Json]:
    """The items of an answer."""
    assert response.status_code == 200, response.text
    content: Any = response.json()
    return cast(
        "list[Json]", content["items"] if isinstance(content, dict) else content
    )


async def every_item(
    resource: Resource, body: Json | None, client: AsyncClient | None = None
) -> list[Json]:
    """The items of a search, a page at a time."""
    items: list[Json] = []
    count = len(await resource.stored())
    while len(items) <= count:
        found = await search(resource, body, client)
        assert found.status_code == 200, found.text
        content: Any = found.json()
        if isinstance(content, list):
            return [resource.plain(each) for each in cast("list[Json]", content)]
        items += [resource.plain(each) for each in content["items"]]
        if content.get("next_cursor") is not None:
            body = {**(body or {}), "cursor": content["next_cursor"]}
        elif len(items) < content.get("total", 0) and content["items"]:
            body = {**(body or {}), "offset": len(items)}
        else:
            assert len(items) == content.get("total", len(items))
            return items
    raise AssertionError("The pages have no end")
