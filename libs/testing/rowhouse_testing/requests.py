"""The requests in tests of access: who sends them, for which row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal
from urllib.parse import quote

from httpx2 import AsyncClient, Response

from .acting import replace_function, results_of, session_of
from .actors import Actors, Row
from .bulk import key_in_body
from .fields import Field
from .resource import Json, Resource


@dataclass(frozen=True)
class Operation:
    """An operation of a resource."""

    name: str
    method: str
    start: str = ""
    """The part of the path between the resource and the key."""
    end: str = ""
    """The end of the path, after the key or the resource."""
    body: Sequence[str] | None = None
    """The fields in the request, or None without a body."""
    by: Sequence[str] = ()
    """Those of an upsert that are in its path."""
    fields: Mapping[str, Field] = field(default_factory=dict[str, Field])
    """The fields that differ from those of the resource."""
    on: Literal["row", "search", "all"] = "row"
    """Whether it uses one row, lists rows, or neither."""
    function: str = ""
    """The dotted path of the function that an action calls."""
    module: str = ""
    """The module that calls the function."""
    returned: Sequence[str] | None = None
    restores: bool = False
    """Whether it is about a deleted row."""
    bulk: Literal["", "create", "update", "delete"] = ""
    """What it is in a bulk, as its only operation."""
    versioned: bool = False
    """Whether that has to name a version."""

    @property
    def changes(self) -> bool:
        """Whether it changes the fields in the request, and no others."""
        return self.method == "PATCH" or self.bulk == "update"


Operations = Sequence[Operation]


async def request_body(
    resource: Resource, operation: Operation, row: object = None
) -> Json | None:
    """The body of a request, if it has one; an upsert has what is stored of its row.

    To be made before rows are counted: it makes the rows that it refers to, which may
    be of the model itself.
    """
    if operation.body is None:
        return None
    if operation.by and row is not None:
        return resource.having(operation.fields).answer(row, operation.body)
    return await resource.having(operation.fields).body(operation.body)


def url_of(
    resource: Resource,
    operation: Operation,
    row: object = None,
    body: Json | None = None,
) -> str:
    """The path of an operation; if it uses one row: of this one, or a missing one."""
    if operation.by:
        return upsert_url(resource.path + operation.end, operation.by, body or {})
    if operation.on != "row" or operation.bulk:
        return resource.path + operation.end
    base = replace(resource, path=resource.path + operation.start)
    return (base.nowhere if row is None else base.url(row)) + operation.end


async def send(
    actors: Actors, operation: Operation, name: str, row: object, body: Json | None
) -> Response:
    """Sends a user's request, about this row or a missing one if it uses one row."""
    return await send_by(actors.client(name), actors.resource, operation, row, body)


def upsert_url(base: str, by: Sequence[str], body: Json) -> str:
    """The path of an upsert, which ends with fields of its body."""
    return "/".join([base, *(quote(str(body.get(each)), safe="") for each in by)])


async def send_by(
    client: AsyncClient,
    resource: Resource,
    operation: Operation,
    row: object,
    body: Json | None,
) -> Response:
    """The same by a client."""
    url = url_of(resource, operation, row, body)
    sent = sent_body(resource, operation, row, body)
    return await client.request(operation.method, url, json=sent)


def sent_body(
    resource: Resource, operation: Operation, row: object, body: Json | None
) -> Json | None:
    """The whole body of a request: in a bulk, it has one operation."""
    if not operation.bulk:
        return body
    one: Json = {"op": operation.bulk}
    if operation.on == "row":
        one["pk"] = key_in_body(resource, row)
    if body is not None:
        one["values"] = body
    if operation.versioned:
        one["if_match"] = "*"
    return {"operations": [one]}


def answer_of(response: Response) -> tuple[int, bytes, dict[str, str]]:
    """Everything in a response that a client sees."""
    return response.status_code, response.content, dict(response.headers)


class Deed:
    """Replaces the function of an action. It sets attributes of the row."""

    def __init__(self, result: object) -> None:
        """Sets its return value."""
        self.values: Row = {}
        self.flushes = False
        self.calls = 0
        self._result = result

    async def __call__(self, *rows: Any, **_: Any) -> object:
        """Sets the attributes."""
        self.calls += 1
        for row in rows:
            for name, value in self.values.items():
                setattr(row, name, value)
        session = session_of(rows)
        if self.flushes and session is not None:
            await session.flush()
        return self._result


async def deeds_of(resource: Resource, operations: Operations) -> dict[str, Deed]:
    """Replaces the functions of all actions, by the name of the operation."""
    deeds: dict[str, Deed] = {}
    for each in operations:
        results = await results_of(resource.having(each.fields), each.returned)
        deeds[each.name] = Deed(results[0])
        if each.function:
            deed = deeds[each.name]
            replace_function(resource.api, each.module, each.function, deed)
    return deeds
