"""The API of a lending library. Its documentation is served at /docs."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from _generated.db.session import database
from _generated.routes import router


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
    """Closes the connections at the end."""
    yield
    await database.dispose()


app = FastAPI(title="Library", lifespan=lifespan)
app.include_router(router)
