"""Routes of opening hours."""

from fastapi import APIRouter
from sqlalchemy import bindparam

from _generated.blog_api.schemas.opening_hours import (
    OpeningHoursResource,
    OpeningHoursUpdateRequest,
)
from _generated.blog_api.serializers.opening_hours import to_resource
from _generated.db.session import Db
from _generated.runtime.hooks import check_values, flush_row
from _generated.runtime.queries import (
    get_object_from_query_or_404,
    lock_for_update,
    select_for,
)
from _generated.runtime.responses import error_responses
from _generated.runtime.routing import ApiRoute
from _generated.runtime.rows import refresh_row, values_of
from _generated.runtime.schemas import IntKey
from blog.hooks import round as round_
from blog.models import OpeningHours
from blog.reading import get_opening_hours as get_opening_hours_
from blog.update_opening_hours import update_opening_hours as update_opening_hours_

router = APIRouter(
    prefix="/hours",
    tags=["hours"],
    route_class=ApiRoute,
)

# Built once, not for each request.
_SELECT = select_for(OpeningHours, OpeningHoursResource).where(
    OpeningHours.branch == bindparam("branch"),
    OpeningHours.weekday == bindparam("weekday"),
)
_UPDATE = lock_for_update(_SELECT)


@router.get(
    "/{branch}/{weekday}",
    operation_id="blog_api_opening_hours_get",
    summary="Get opening hours",
    responses=error_responses(404),
)
async def get_opening_hours(
    branch: IntKey,
    weekday: IntKey,
    db: Db,
) -> OpeningHoursResource:
    """Returns opening hours."""
    opening_hours = await get_object_from_query_or_404(
        db,
        _SELECT,
        parameters={"branch": branch, "weekday": weekday},
        sole=True,
    )
    return await get_opening_hours_(opening_hours, db=db)


@router.patch(
    "/{branch}/{weekday}",
    operation_id="blog_api_opening_hours_update",
    summary="Update opening hours",
    responses=error_responses(404, 409),
)
async def update_opening_hours(
    branch: IntKey,
    weekday: IntKey,
    body: OpeningHoursUpdateRequest,
    db: Db,
) -> OpeningHoursResource:
    """Changes the given fields of opening hours."""
    opening_hours = await get_object_from_query_or_404(
        db,
        _UPDATE,
        parameters={"branch": branch, "weekday": weekday},
        sole=True,
    )
    values = values_of(body)
    round_(values)
    own = check_values(values, body, OpeningHours)
    await update_opening_hours_(opening_hours, body=body, values=values, db=db)
    await flush_row(db, opening_hours, own=own)
    await refresh_row(db, opening_hours, OpeningHoursResource)
    answer = to_resource(opening_hours)
    await db.commit()
    return answer
