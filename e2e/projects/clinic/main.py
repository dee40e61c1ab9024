"""The clinic's API."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from clinic.api.db.archive_session import archive_database
from clinic.api.db.ledger_session import ledger_database
from clinic.api.db.main_session import main_database
from clinic.api.routes import router


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
    """Closes the connections when the app stops."""
    yield
    for database in (main_database, archive_database, ledger_database):
        await database.dispose()


app = FastAPI(title="Clinic", lifespan=lifespan)
app.include_router(router)
