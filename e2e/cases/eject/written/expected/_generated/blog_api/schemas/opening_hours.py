"""Request and response bodies of opening hours."""

from _generated.runtime.schemas import UNSET, RequestModel, ResponseModel


class OpeningHoursResource(ResponseModel):
    """Opening hours."""

    branch: int
    weekday: int
    opens: str


class OpeningHoursUpdateRequest(RequestModel):
    """Changes to opening hours; omitted fields keep their values."""

    opens: str = UNSET
