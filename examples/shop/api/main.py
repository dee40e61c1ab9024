"""The API of a shop. Its documentation is served at /docs."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from _generated.db.session import database
from _generated.routes import router, tags_metadata
from models import Base
from seed import seed


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
    """Creates missing tables and the first products. Closes the connections at the end."""
    async with database.engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    async with database.session() as session:
        await seed(session)
    yield
    await database.dispose()


app = FastAPI(title="Shop", lifespan=lifespan, openapi_tags=tags_metadata)
app.include_router(router)
