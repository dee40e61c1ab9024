"""The statements of a request."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from sqlalchemy import event

from .resource import Api


@dataclass
class Sent:
    """A statement that was sent."""

    text: str
    parameters: Sequence[Sequence[Any]] = ((),)
    """The values of each execution."""
    rows: Sequence[Sequence[Any]] = field(default_factory=list[Sequence[Any]])
    """The rows that it returns."""


@contextmanager
def traffic(api: Api) -> Generator[list[Sent]]:
    """Collects statements and the rows that they return."""
    sent: list[Sent] = []

    def tell(*arguments: Any) -> None:
        _, _, text, parameters, *_ = arguments
        # A list has the values of several executions.
        one = not isinstance(parameters, list)
        each = [parameters] if one else cast("list[Any]", parameters)
        sent.append(Sent(text, each))

    def answer(_: object, cursor: Any, *__: object) -> None:
        # Public methods would consume the rows of the cursor.
        sent[-1].rows = [*cursor._rows]

    connection = api.connection
    event.listen(connection, "before_cursor_execute", tell)
    event.listen(connection, "after_cursor_execute", answer)
    try:
        yield sent
    finally:
        event.remove(connection, "before_cursor_execute", tell)
        event.remove(connection, "after_cursor_execute", answer)
