"""The engine and the sessions of one database."""

import os
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import (
    URL,
    Connection,
    ExceptionContext,
    event,
    make_url,
    null,
    select,
)
from sqlalchemy.exc import ArgumentError, InvalidRequestError
from sqlalchemy.ext.asyncio import (
    AsyncEngine,
    AsyncSession,
    async_sessionmaker,
)
from sqlalchemy.orm import Session
from sqlalchemy.pool import AsyncAdaptedQueuePool, PoolProxiedConnection

from .codecs import create_exact_engine
from .database_errors import (
    DatabaseTimeoutError,
    DatabaseUnreachableError,
    RefusedRowError,
    SettingError,
)

_POSTGRESQL = frozenset({"postgres", "postgresql"})
_HAS_FAILED = "has_failed"
"""In the `info` of a connection: whether a statement has failed since a commit."""


@dataclass(eq=False, kw_only=True)
class Database:
    """A database whose URL an environment variable holds.

    Nothing is read and nothing is opened before the first use.
    """

    url_env: str
    """Name of the environment variable with the connection URL."""
    echo: bool = False
    """Whether to log each statement."""
    pool_size: int = 5
    """Connections that are kept open."""
    max_overflow: int = 10
    """Connections that may be opened beyond those."""
    pool_timeout: int = 30
    """Seconds to wait for a free connection."""
    pool_recycle: int = -1
    """Seconds after which a connection is replaced; -1 for never."""
    pool_pre_ping: bool = True
    """Whether to test a connection before it is used."""

    @cached_property
    def engine(self) -> AsyncEngine:
        """The engine. It is created when it is first used.

        Raises:
            SettingError: The environment variable is unset, or not a URL.
        """
        url = database_url(self.url_env)
        try:
            engine = create_exact_engine(
                url,
                echo=self.echo,
                pool_size=self.pool_size,
                max_overflow=self.max_overflow,
                pool_timeout=self.pool_timeout,
                pool_recycle=self.pool_recycle,
                pool_pre_ping=self.pool_pre_ping,
                poolclass=_Pool,
            )
        except (ArgumentError, ImportError, InvalidRequestError) as error:
            msg = f"The driver {url.drivername} of {self.url_env} is no use: {error}"
            raise SettingError(msg) from error
        event.listen(engine.sync_engine, "do_connect", _connect)
        event.listen(engine.sync_engine, "handle_error", _distinguish)
        return engine

    @cached_property
    def _sessions(self) -> async_sessionmaker[AsyncSession]:
        return async_sessionmaker(
            self.engine, class_=ApiSession, expire_on_commit=False
        )

    def session(self) -> AsyncSession:
        """Opens a session, for `async with`.

        What was not committed is rolled back at the end.
        """
        return self._sessions()

    async def dispose(self) -> None:
        """Closes all connections. The next use opens new ones."""
        if "engine" in self.__dict__:
            await self.engine.dispose()


class _Pool(AsyncAdaptedQueuePool):
    """A pool that distinguishes the loss of a new connection while it is set up."""

    def connect(self) -> PoolProxiedConnection:
        """Returns a connection.

        Raises:
            DatabaseUnreachableError: A new one was lost. SQLAlchemy wraps errors of
                opening it and of statements, but not of what sets up its types.
        """
        try:
            return super().connect()
        except Exception as error:
            # asyncpg has no types that its classes could be imported with.
            of_driver = type(error).__module__.startswith("asyncpg.")
            if not of_driver and not isinstance(error, OSError):
                raise
            raise DatabaseUnreachableError(str(error)) from error


class _SyncSession(Session):
    """A session whose flush tells a refused row from other errors."""

    begun: Connection | None = None
    """The connection of its latest transaction."""

    def flush(self, objects: Any = None) -> None:
        """Writes what has changed.

        Raises:
            RefusedRowError: A listener of the model's events has raised a ValueError.
                Those of types, of defaults and of the driver are StatementErrors.
        """
        try:
            super().flush(objects)
        except ValueError as error:
            raise RefusedRowError(str(error)) from error


@event.listens_for(_SyncSession, "after_begin")
def _after_begin(session: _SyncSession, _: object, connection: Connection) -> None:
    session.begun = connection


@event.listens_for(_SyncSession, "before_commit")
def _before_commit(session: _SyncSession) -> None:
    """Raises the error of a transaction that can only be rolled back.

    After a failed statement, PostgreSQL answers COMMIT by a rollback, and no error, if
    project code has caught that of the statement. A savepoint may have saved the rest.
    """
    connection = session.begun
    if connection is None or connection.closed:
        return
    if connection.info.pop(_HAS_FAILED, False):
        connection.execute(select(null()))


class ApiSession(AsyncSession):
    """A session of a request."""

    sync_session_class = _SyncSession


def _connect(dialect: Any, _: object, args: Any, options: Any) -> Any:
    """Opens a connection. Distinguishes its failure from other network errors."""
    try:
        return dialect.connect(*args, **options)
    except OSError as error:
        raise DatabaseUnreachableError(str(error)) from error
    except (dialect.loaded_dbapi.Error, TypeError, ValueError) as error:
        if not isinstance(error.__cause__ or error, TypeError | ValueError):
            raise
        # The driver knows no such option, or no such value of it.
        msg = f"The database's URL is not one for its driver: {error}"
        raise SettingError(msg) from error


def _distinguish(context: ExceptionContext) -> None:
    """Distinguishes errors of the network during a statement, as of a connection.

    Notes on the connection that a statement has failed.
    """
    error = context.original_exception
    connection = context.connection
    if connection is not None and not context.is_disconnect:
        connection.info[_HAS_FAILED] = True
    if isinstance(error, TimeoutError):
        raise DatabaseTimeoutError("The driver's command_timeout is over") from error
    if isinstance(error, OSError):
        context.is_disconnect = True
        raise DatabaseUnreachableError(str(error)) from error


def database_url(variable: str) -> URL:
    """Reads a connection URL from the environment variable of that name.

    A plain `postgresql://` URL is given the asyncpg driver, and its `sslmode`, which
    only libpq knows, asyncpg's name.

    Raises:
        SettingError: The variable is unset, or is no URL.
    """
    value = os.environ.get(variable)
    if not value:
        msg = (
            f"The environment variable {variable} is not set. It should hold the "
            "database's URL, such as postgresql://user:password@localhost/name"
        )
        raise SettingError(msg)
    try:
        url = make_url(value)
    except (ArgumentError, ValueError):
        # The value may hold a password, so it is not shown.
        msg = (
            f"The environment variable {variable} is not a database URL. It should "
            "look like postgresql://user:password@localhost/name"
        )
        raise SettingError(msg) from None
    if url.drivername in _POSTGRESQL:
        url = url.set(drivername="postgresql+asyncpg")
    if url.drivername == "postgresql+asyncpg" and "sslmode" in url.query:
        query = dict(url.query)
        query["ssl"] = query.pop("sslmode")
        url = url.set(query=query)
    return url
