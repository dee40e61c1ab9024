"""Rows for the generated tests."""

import datetime
from typing import Any


def make_opening_hours(number: int) -> dict[str, Any]:
    """Values of opening hours: of a day that a week has, and not closed too early."""
    opens = number % 12
    return {
        "weekday": number % 7,
        "opens": datetime.time(opens),
        "closes": datetime.time(opens + 8),
    }
