"""The inventory's API."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from db.session import database
from routes import router


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
    """Closes the connections when the app stops."""
    yield
    await database.dispose()


app = FastAPI(title="Inventory", lifespan=lifespan)
app.include_router(router)
