"""The help desk's API."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from stock_api.db.session import database
from stock_api.routes import router


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
    """Closes the connections when the app stops."""
    yield
    await database.dispose()


app = FastAPI(title="Stock", lifespan=lifespan)
app.include_router(router)
