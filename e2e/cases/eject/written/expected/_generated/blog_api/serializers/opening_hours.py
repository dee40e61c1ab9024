"""Converts opening hours to response bodies."""

from _generated.blog_api.schemas.opening_hours import OpeningHoursResource
from blog.models import OpeningHours


def to_resource(opening_hours: OpeningHours) -> OpeningHoursResource:
    """Builds the response body of opening hours."""
    return OpeningHoursResource.model_validate(opening_hours)
