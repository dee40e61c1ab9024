"""What orders do before they are stored."""

from typing import Any

from fastapi import HTTPException


def number_lines(values: dict[str, Any]) -> None:
    """Numbers the lines of a new order, and knows a tag that is not free."""
    for position, line in enumerate(values["lines"]):
        line["position"] = position
    if 13 in values["tags"]:
        raise HTTPException(400, "This tag brings bad luck")
