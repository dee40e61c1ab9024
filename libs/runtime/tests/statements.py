"""What a session says to the database."""

from collections.abc import Generator
from contextlib import contextmanager

from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncConnection


@contextmanager
def statements_of(connection: AsyncConnection) -> Generator[list[str]]:
    """Collects the statements that are sent meanwhile."""
    found: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        found.append(statement)

    event.listen(connection.sync_connection, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(connection.sync_connection, "before_cursor_execute", note)
