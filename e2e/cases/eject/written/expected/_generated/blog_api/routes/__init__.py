"""The routes of the app `blog_api`."""

from fastapi import APIRouter

from _generated.blog_api.routes.opening_hours import router as opening_hours_router

router = APIRouter()
router.include_router(opening_hours_router)
