"""The documentation page with all that it loads, for browsers without the internet.

An app that includes the router is made by `FastAPI(docs_url=None, redoc_url=None)`.
"""

import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import cast

from fastapi import APIRouter, FastAPI, HTTPException, Request
from fastapi.openapi.docs import get_swagger_ui_html
from fastapi.responses import FileResponse, HTMLResponse

logger = logging.getLogger(__name__)

_SCRIPT = "swagger-ui-bundle.js"
_STYLE = "swagger-ui.css"
_ICON = "favicon-32x32.png"


@asynccontextmanager
async def _check_app(app: FastAPI) -> AsyncGenerator[None]:
    """Explains why the page is not available. The API works without it."""
    if app.docs_url is not None:
        logger.warning(
            "FastAPI's own page at %s hides the offline one:"
            " create the app by FastAPI(docs_url=None)",
            app.docs_url,
        )
    if _folder() is None:
        logger.warning("The page at /docs stays white: install fastapi-swagger")
    yield


@cache
def _folder() -> Path | None:
    """The folder of the files, or None if the package is not installed."""
    try:
        return Path(str(files("fastapi_swagger") / "resources"))
    except ModuleNotFoundError:
        return None


docs_router = APIRouter(include_in_schema=False, lifespan=_check_app)


@docs_router.get("/docs")
async def show_docs(request: Request) -> HTMLResponse:
    """Serves the page. Its files are below its path, wherever the app is mounted."""
    app = cast("FastAPI", request.app)
    return get_swagger_ui_html(
        openapi_url=f"{request.scope.get('root_path', '')}{app.openapi_url}",
        title=f"{app.title} - Swagger UI",
        swagger_js_url=f"docs/{_SCRIPT}",
        swagger_css_url=f"docs/{_STYLE}",
        swagger_favicon_url=f"docs/{_ICON}",
        swagger_ui_parameters=app.swagger_ui_parameters,
    )


@docs_router.get("/docs/{asset}")
async def send_asset(asset: str) -> FileResponse:
    """Serves a file of the page."""
    folder = _folder()
    if folder is None or asset not in {_SCRIPT, _STYLE, _ICON}:
        raise HTTPException(404, "Not found")
    return FileResponse(folder / asset)
