"""What GET /hours/{branch}/{weekday} does."""

from sqlalchemy.ext.asyncio import AsyncSession

from _generated.blog_api.schemas.opening_hours import OpeningHoursResource
from _generated.blog_api.serializers.opening_hours import to_resource
from blog.models import OpeningHours


async def get_opening_hours(
    opening_hours: OpeningHours,
    *,
    db: AsyncSession,
) -> OpeningHoursResource:
    """Returns opening hours."""
    return to_resource(opening_hours)
