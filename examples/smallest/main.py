"""The API of a to-do list. Its documentation is served at /docs."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from _generated.db.session import database
from _generated.routes import router, tags_metadata
from models import Base


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
    """Creates missing tables. Closes the connections at the end."""
    async with database.engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    yield
    await database.dispose()


app = FastAPI(title="Tasks", lifespan=lifespan, openapi_tags=tags_metadata)
app.include_router(router)
