"""Converts opening hours to response bodies."""

from _generated.blog_api.schemas.opening_hours import OpeningHoursResource
from blog.models import OpeningHours


def to_resource(opening_hours: OpeningHours) -> OpeningHoursResource:
    """Makes the response body of one opening hours."""
    return OpeningHoursResource.model_validate(opening_hours)
