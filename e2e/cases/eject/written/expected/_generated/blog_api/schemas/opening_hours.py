"""Request and response bodies of opening hours."""

from _generated.runtime.schemas import UNSET, RequestModel, ResponseModel


class OpeningHoursResource(ResponseModel):
    """Opening hours."""

    branch: int
    weekday: int
    opens: str


class OpeningHoursUpdateRequest(RequestModel):
    """What to change of opening hours; what is left out stays as it is."""

    opens: str = UNSET
