"""Routes beside the generated ones."""

from fastapi import APIRouter
from sqlalchemy import func, select

from firms.models import Device, Firm, Ticket
from firms_api.auth.dependencies import CurrentUser
from firms_api.db.session import Db
from firms_api.desk.access.device import stamp
from firms_api.desk.access.ticket import readable
from firms_api.desk.schemas.device import DeviceCreateRequest
from firms_api.runtime.rows import build_row

router = APIRouter()
tickets = APIRouter(prefix="/tickets", tags=["tickets"])
public = APIRouter()


@tickets.get("/urgent")
async def urgent_tickets(db: Db, current_user: CurrentUser) -> list[str]:
    """The titles of a user's urgent tickets; no ticket's key is in the way."""
    statement = select(Ticket).where(readable(current_user), Ticket.urgency > 5)
    return [ticket.title for ticket in await db.scalars(statement)]


@router.post("/devices/import")
async def import_devices(
    body: list[DeviceCreateRequest], db: Db, current_user: CurrentUser
) -> int:
    """Makes several devices."""
    db.add_all([build_row(Device, each, stamp(current_user)) for each in body])
    await db.commit()
    return len(body)


@router.get("/hours")
async def hours() -> str:
    """Says when somebody is there. It asks for no user itself."""
    return "9 to 5"


@public.get("/firms/count")
async def count_firms(db: Db) -> int | None:
    """The number of firms, for everybody."""
    return await db.scalar(select(func.count()).select_from(Firm))


router.include_router(tickets)
