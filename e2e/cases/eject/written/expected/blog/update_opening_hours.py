"""What PATCH /hours/{branch}/{weekday} does."""

from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from _generated.blog_api.schemas.opening_hours import OpeningHoursUpdateRequest
from _generated.runtime.rows import change_row
from blog.models import OpeningHours


async def update_opening_hours(
    opening_hours: OpeningHours,
    *,
    body: OpeningHoursUpdateRequest,
    values: dict[str, Any],
    db: AsyncSession,
) -> None:
    """Changes the given fields of opening hours."""
    change_row(opening_hours, values)
