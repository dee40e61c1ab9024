"""The documentation page loads what it needs from the app alone."""

import re

import pytest
from fastapi import FastAPI
from httpx2 import AsyncClient

from rowhouse_runtime import offline_docs
from rowhouse_runtime.offline_docs import docs_router

from .api import client_of

pytestmark = pytest.mark.anyio


def app_with_docs() -> FastAPI:
    app = FastAPI(title="Shop", docs_url=None, redoc_url=None)
    app.include_router(docs_router)
    return app


async def loaded(client: AsyncClient, page: str) -> list[str]:
    """The addresses in a page, each seen to be answered."""
    answer = await client.get(page)
    assert answer.status_code == 200, page
    assert not re.search("https?:", answer.text)
    found = re.findall(r"""(?:src|href)="(.*?)"|url: '(.*?)'""", answer.text)
    addresses = [first or second for first, second in found]
    for address in addresses:
        target = answer.url.join(address)
        assert (await client.get(target)).status_code == 200, target
    return addresses


async def test_the_page_and_what_it_loads_come_from_the_app() -> None:
    async with client_of(app_with_docs()) as client:
        assert sorted(await loaded(client, "/docs")) == [
            "/openapi.json",
            "docs/favicon-32x32.png",
            "docs/swagger-ui-bundle.js",
            "docs/swagger-ui.css",
        ]
        script = await client.get("/docs/swagger-ui-bundle.js")
        assert script.headers["content-type"].startswith("text/javascript")
        missing = await client.get("/docs/other.js")
        assert (missing.status_code, missing.json()["detail"]) == (404, "Not found")
        assert (await client.get("/docs/..%2Fmain.py")).status_code == 404


async def test_the_page_has_the_title_and_the_parameters_of_the_app() -> None:
    app = app_with_docs()
    app.swagger_ui_parameters = {"docExpansion": "none"}
    async with client_of(app) as client:
        page = (await client.get("/docs")).text
    assert "<title>Shop - Swagger UI</title>" in page
    assert '"docExpansion": "none"' in page
    assert app.openapi()["paths"] == {}


async def test_so_does_that_of_an_app_below_a_path() -> None:
    outer, app = FastAPI(), app_with_docs()
    outer.mount("/shop", app)
    async with client_of(outer) as client:
        assert "/shop/openapi.json" in await loaded(client, "/shop/docs")


async def test_the_start_tells_what_hides_the_page(
    caplog: pytest.LogCaptureFixture,
) -> None:
    docs = app_with_docs()
    async with docs.router.lifespan_context(docs):
        assert not caplog.messages
    app = FastAPI()
    app.include_router(docs_router)
    async with app.router.lifespan_context(app):
        (warning,) = caplog.records
        assert "page at /docs hides" in warning.getMessage()
        assert "FastAPI(docs_url=None)" in warning.getMessage()
        assert warning.name == offline_docs.__name__


async def test_the_api_works_where_the_scripts_are_not_installed(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(name: str) -> None:
        raise ModuleNotFoundError(name)

    find = offline_docs._folder.__wrapped__  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(offline_docs, "files", fail)
    monkeypatch.setattr(offline_docs, "_folder", find)
    docs = app_with_docs()
    async with docs.router.lifespan_context(docs), client_of(docs) as client:
        assert ["fastapi-swagger" in each for each in caplog.messages] == [True]
        assert (await client.get("/docs/swagger-ui.css")).status_code == 404
