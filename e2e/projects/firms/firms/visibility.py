"""What an employee sees, where a rule of the config cannot say it."""

from sqlalchemy import ColumnElement, and_, select

from firms.models import Device, Part
from firms_api.auth.user import CurrentUser
from firms_api.desk.access.device import readable


def of_spares(user: CurrentUser) -> ColumnElement[bool]:
    """The parts of the devices that are kept as spares."""
    spares = select(Device.number).where(readable(user), Device.name == "Spare")
    return and_(Part.firm_id == user.firm_id, Part.device_number.in_(spares))
