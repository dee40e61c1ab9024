"""Checks of the routes that run several operations: all of them, or none."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from httpx2 import Response

from .fields import Field
from .json_values import in_json
from .keys import invalid_values
from .opening import Hiding
from .resource import Json, Resource
from .rows import columns_of
from .unique import is_unique
from .writing import check_hidden, is_read_back


async def check_bulk(
    resource: Resource,
    *,
    most: int,
    shown: Sequence[str],
    create: Sequence[str] | None = None,
    update: Sequence[str] | None = None,
    deletes: bool = False,
    version: str | None = None,
    required: bool = False,
    fields: Mapping[str, Mapping[str, Field]] | None = None,
    hide: Hiding | None = None,
) -> None:
    """Creates, changes and deletes rows, each by an operation of a request.

    Args:
        most: The maximum number of operations.
        shown: The fields of a result.
        create: The fields that a new row has to have; None if no row is created.
        update: The fields that can be changed; None if no row is changed.
        deletes: Whether rows are deleted.
        required: Whether operations have to name the version.
        fields: By operation, the fields that are not as the resource has them.
    """
    own = {
        kind: resource.having((fields or {}).get(kind, {}))
        for kind in ("create", "update")
    }

    async def send(*operations: Json) -> Response:
        path = f"{resource.path}/bulk"
        return await resource.api.client.post(path, json={"operations": operations})

    def on(kind: str, row: object, **rest: object) -> Json:
        """An operation on a row, or on a missing one."""
        key = key_in_body(resource, row)
        tag = "*" if version is None else str(getattr(row, version, "*"))
        return {"op": kind, "pk": key, **({"if_match": tag} if version else {}), **rest}

    def new(body: Json) -> Json:
        return {"op": "create", "values": body}

    async def check(
        kind: str, rows: Sequence[Any], bodies: Sequence[Json]
    ) -> list[Any]:
        """Writes rows by one request, and returns them as they are then."""
        sent = [
            on(kind, row, values=body) if row is not None else new(body)
            for row, body in zip(rows, bodies, strict=True)
        ]
        before = await resource.stored()
        with resource.api.statements() as statements:
            answer = await send(*sent)
        assert is_read_back(resource, statements)
        after = await resource.stored()
        keys = {resource.key_of(row) for row in rows if row is not None}
        # Those that are new, also by a key that the request has changed.
        left = [after[key] for key in after if key in keys or key not in before]
        found: list[Any] = []
        for body, result in zip(bodies, _results(resource, answer), strict=True):
            for each in left:
                held = [await own[kind].is_stored(each, n, body[n]) for n in body]
                if all(held) and resource.answer(each, shown) == result:
                    break
            else:
                raise AssertionError(
                    f"{body} is not stored, or its result is elsewhere"
                )
            left.remove(each)
            found.append(each)
        return found

    row, others = await resource.create_three()
    # Not in the order of their keys. Of what each user has one, there is one.
    rows = [*others[1:], row]
    scope = resource.api.rows.scope_of(resource.model)
    owners = [columns_of(resource.model)[name] for name in scope]
    count = 1 if is_unique(*owners) else len(rows)
    refused: list[Json] = []
    if create is not None:
        bodies = [await own["create"].body(create) for _ in range(count)]
        async with resource.api.undone():
            await check("create", [None] * count, bodies)
        refused.append(new({}))
    if update is not None:
        bodies = [
            await own["update"].body(update, resource.attributes_of(each))
            for each in rows
        ]
        rows = await check("update", rows, bodies)
        refused.append(on("update", rows[0], values={}))
    row = rows[0]
    if deletes:
        refused.append(on("delete", row))
    places = [{**each, "no_such_key": True} for each in refused]
    answer = await send(*places)
    assert answer.status_code == 422, answer.text
    told = {tuple(each["loc"][:4]) for each in invalid_values(answer)}
    for index in range(len(places)):
        assert ("body", "operations", index, "no_such_key") in told
    assert (await send(*refused[:1] * (most + 1))).status_code == 422
    contents = await resource.contents()
    for kind in [each["op"] for each in refused if each["op"] != "create"]:
        values: Json = {} if kind == "delete" else {"values": {}}
        first = [] if create is None else [new(await own["create"].body(create))]
        missing = await send(*first, on(kind, None, **values))
        assert missing.status_code == 404, missing.text
        assert missing.json()["fields"] == [f"operations.{len(first)}"]
        if version is not None:
            stale = {**on(kind, row, **values), "if_match": "another"}
            assert (await send(*first, stale)).status_code == 412
            rest = {name: stale[name] for name in stale if name != "if_match"}
            if required:
                assert (await send(*first, rest)).status_code == 428
        assert await resource.contents() == contents, "not all is undone"
    if hide is not None and create is not None:
        await check_hidden(
            own["create"],
            hide,
            lambda body: send(new(body)),
            required=create,
            names=create,
        )
    if hide is not None and update is not None:
        await check_hidden(
            own["update"],
            hide,
            lambda body: send(on("update", row, values=body)),
            required=[],
            names=update,
            known=resource.attributes_of(row),
        )
    if deletes:
        before, contents = await resource.stored(), await resource.contents()
        answer = await send(*(on("delete", each) for each in rows))
        assert _results(resource, answer) == [None] * len(rows)
        gone = before.keys() - (await resource.stored()).keys()
        assert gone == {*map(resource.key_of, rows)}
        left = len(contents) - (0 if resource.deleted_at else len(rows))
        assert len(await resource.contents()) == left, "deleted otherwise than alone"


def key_in_body(resource: Resource, row: object) -> Any:
    """The key of a row, or of a missing one, as operations have it."""
    if row is None:
        return unquote(resource.nowhere.rsplit("/", 1)[1])
    return in_json(getattr(row, resource.key[0]))


def _results(resource: Resource, answer: Response) -> list[Any]:
    assert answer.status_code == 200, answer.text
    results: list[Any] = answer.json()["results"]
    return [each and resource.plain(each) for each in results]
