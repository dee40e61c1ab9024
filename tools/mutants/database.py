"""Whether the database of the tests still answers."""

import asyncio
import os

import asyncpg


def require_database() -> None:
    """Stops the run if the database is gone: then all tests fail, whatever the mutant.

    Raises:
        SystemExit: It does not answer.
    """
    try:
        asyncio.run(_connect())
    except (OSError, asyncpg.PostgresError) as error:
        message = f"The database does not answer, so tests fail on any mutant: {error}"
        raise SystemExit(message) from None


async def _connect() -> None:
    connection = await asyncpg.connect(os.environ["TEST_DATABASE_URL"])
    await connection.close()
