"""The fixtures of the runtime's tests, with its models."""

from tests.conftest import anyio_backend, connection, db, rows, sessions

__all__ = ["anyio_backend", "connection", "db", "rows", "sessions"]
