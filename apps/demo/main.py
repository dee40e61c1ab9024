"""The blog's API. Its documentation is served at /docs."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from _generated.db.session import database
from _generated.routes import router, tags_metadata


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
    """Closes the database's connections when the app stops."""
    yield
    await database.dispose()


app = FastAPI(
    title="Blog",
    version="1.0.0",
    description="Articles by authors, with tags and comments.",
    contact={"name": "The editors", "email": "editors@example.org"},
    servers=[{"url": "/"}],
    # The generated router serves the documentation page.
    docs_url=None,
    redoc_url=None,
    lifespan=lifespan,
    openapi_tags=[
        *tags_metadata,
        {"name": "health", "description": "The status of the app."},
    ],
)
app.include_router(router)


@app.get(
    "/health",
    tags=["health"],
    summary="Check that the app runs",
    operation_id="health",
    openapi_extra={"security": []},
)
async def health() -> dict[str, str]:
    """Returns ok if the app runs."""
    return {"status": "ok"}
