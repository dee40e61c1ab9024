"""An API under test."""

from collections.abc import AsyncGenerator, Callable, Collection, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import AsyncClient
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncConnection

from .database import Sessions
from .rows import Rows
from .runtime import Runtime


@dataclass(frozen=True)
class Api:
    """An API under test, with everything that a test needs."""

    runtime: Runtime
    app: FastAPI
    client: AsyncClient
    anonymous: AsyncClient
    """A client without credentials; an error of the app is answered with 500."""
    sessions: Sessions
    rows: Rows
    databases: Collection[Any]
    """The dependencies that give requests their sessions."""
    monkeypatch: pytest.MonkeyPatch
    user: Any = None
    """The current user of `client`."""
    current_user: Callable[..., Any] | None = None
    """The dependency that returns the current user, if there are access rules."""
    problems: bool = False
    """Whether errors are `application/problem+json`."""

    def log_in(self, user: Any) -> None:
        """Makes another user the current one of `client` until the test ends."""
        if self.current_user is not None:
            overrides = self.app.dependency_overrides
            self.monkeypatch.setitem(overrides, self.current_user, lambda: user)

    @contextmanager
    def statements(self) -> Generator[list[str]]:
        """Collects the SQL statements."""
        sent: list[str] = []
        with self.listening(sent.append):
            yield sent

    @contextmanager
    def listening(self, hear: Callable[[str], None]) -> Generator[None]:
        """Calls a function before each statement."""

        def tell(*arguments: Any) -> None:
            hear(arguments[2])

        event.listen(self.connection, "before_cursor_execute", tell)
        try:
            yield
        finally:
            event.remove(self.connection, "before_cursor_execute", tell)

    @asynccontextmanager
    async def undone(self) -> AsyncGenerator[None]:
        """Takes back what is stored meanwhile."""
        connection: AsyncConnection = self.sessions.kw["bind"]
        async with connection.begin_nested() as transaction:
            yield
            await transaction.rollback()

    @property
    def connection(self) -> Any:
        """The connection of all sessions of the test."""
        bind: AsyncConnection = self.sessions.kw["bind"]
        return bind.sync_connection
