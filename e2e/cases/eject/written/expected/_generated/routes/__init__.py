"""The routes of the whole API."""

from typing import Any

from fastapi import APIRouter

from _generated.blog_api.routes import router as blog_api_router

router = APIRouter()
router.include_router(blog_api_router)

tags_metadata: list[dict[str, Any]] = [
    {"name": "hours", "description": "Routes of opening hours."},
]
"""Descriptions of the tags: `FastAPI(openapi_tags=tags_metadata)`."""
