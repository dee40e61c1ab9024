"""The requests of tests of access: by whom, to which row."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from httpx2 import Response
from sqlalchemy import inspect

from .acting import replace_function, results_of, session_of
from .actors import Actors, Row
from .fields import Field
from .resource import Json, Resource
from .rows import columns_of


@dataclass(frozen=True)
class Operation:
    """An operation of a resource."""

    name: str
    method: str
    end: str = ""
    """What stands in the path behind the key, or behind the resource."""
    body: Sequence[str] | None = None
    """The fields that are sent; None without a body."""
    fields: Mapping[str, Field] = field(default_factory=dict[str, Field])
    """Those that are not as the resource's."""
    on: Literal["row", "search", "all"] = "row"
    """Whether it is about a row, lists rows, or neither."""
    needs_user: bool = True
    function: str = ""
    """Of an action: the dotted path of what it calls."""
    module: str = ""
    """The module that calls it."""
    returned: Sequence[str] | None = None


Operations = Sequence[Operation]


async def request_body(resource: Resource, operation: Operation) -> Json | None:
    """The body of a request, if it has one.

    To be made before rows are counted: it makes the rows that it refers to, which may
    be of the model itself.
    """
    if operation.body is None:
        return None
    return await resource.having(operation.fields).body(operation.body)


async def send(
    actors: Actors, operation: Operation, name: str, url: str, body: Json | None
) -> Response:
    """Sends a user's request to a row."""
    client = actors.client(name)
    return await client.request(operation.method, url + operation.end, json=body)


def answer_of(response: Response) -> tuple[int, bytes, dict[str, str]]:
    """All that a client sees of an answer."""
    return response.status_code, response.content, dict(response.headers)


async def stored_rows(resource: Resource) -> list[dict[str, Any]]:
    """What is stored, column by column."""
    names = list(columns_of(resource.model))
    key = inspect(resource.model).primary_key
    found = await resource.api.rows.all(resource.model, *key)
    return [{name: getattr(row, name) for name in names} for row in found]


class Deed:
    """What an action calls, in place of its function: it sets attributes of the row."""

    def __init__(self, result: object) -> None:
        """Takes what it returns."""
        self.values: Row = {}
        self.flushes = False
        self.calls = 0
        self._result = result

    async def __call__(self, *rows: Any, **_: Any) -> object:
        """Acts."""
        self.calls += 1
        for row in rows:
            for name, value in self.values.items():
                setattr(row, name, value)
        session = session_of(rows)
        if self.flushes and session is not None:
            await session.flush()
        return self._result


async def deeds_of(resource: Resource, operations: Operations) -> dict[str, Deed]:
    """Replaces the functions of all actions; by the names of the operations."""
    deeds: dict[str, Deed] = {}
    for each in operations:
        results = await results_of(resource.having(each.fields), each.returned)
        deeds[each.name] = Deed(results[0])
        if each.function:
            deed = deeds[each.name]
            replace_function(resource.api, each.module, each.function, deed)
    return deeds
