"""What the routes answer beside their result."""

from typing import Any
from urllib.parse import quote

from fastapi import Request
from pydantic import BaseModel

_DESCRIPTIONS = {
    401: "The request has no valid credentials.",
    404: "There is no such row.",
    409: "The request conflicts with another row.",
}


class ErrorResponse(BaseModel):
    """What went wrong."""

    detail: str


def error_responses(*status_codes: int) -> dict[int | str, dict[str, Any]]:
    """Describes error answers for OpenAPI.

    Args:
        status_codes: Some of 401, 404 and 409.
    """
    return {
        code: {"model": ErrorResponse, "description": _DESCRIPTIONS[code]}
        for code in status_codes
    }


def location(request: Request, key: object) -> str:
    """The path of the row that a request to its collection has just created."""
    collection = request.url.path.rstrip("/")
    return f"{quote(collection, safe='/%')}/{quote(str(key), safe='')}"
