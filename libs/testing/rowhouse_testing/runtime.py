"""What tests are given of the runtime of a generated API."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession


@dataclass(frozen=True)
class Runtime:
    """The parts of the API's runtime that tests need.

    The API catches its own errors and opens its own sessions: those of another copy of
    the runtime would be others.
    """

    create_engine: Callable[..., AsyncEngine]
    """Creates an engine that reads all dates and times."""
    database_url: Callable[[str], URL]
    """Reads a URL from an environment variable."""
    session: type[AsyncSession]
    """The class of the API's sessions."""
    unreachable: type[Exception]
    """What the API answers with 503."""
    example_of: Callable[..., Any]
    """Makes a document that a JSON Schema describes."""
