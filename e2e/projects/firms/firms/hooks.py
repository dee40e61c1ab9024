"""What holds of expenses, whoever writes them."""

from typing import Any

from fastapi import HTTPException
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from firms.models import Entry, Expense, Photo
from firms_api.auth.user import CurrentUser


def tidy(values: dict[str, Any]) -> None:
    """Takes away spaces, and refuses large amounts."""
    if "purpose" in values:
        values["purpose"] = values["purpose"].strip()
    if values.get("amount", 0) > 1000:
        raise HTTPException(409, "Ask the boss first")


async def number(
    values: dict[str, Any], *, db: AsyncSession, current_user: CurrentUser
) -> None:
    """Gives an expense its reference, which no request says."""
    statement = select(func.count()).where(Expense.firm_id == current_user.firm_id)
    count = await db.scalar(statement) or 0
    values["reference"] = f"{current_user.firm_id}-{count + 1}"


def keep_paid(values: dict[str, Any], *, row: Expense) -> None:
    """Refuses another amount of what is paid."""
    if row.is_paid and "amount" in values:
        raise HTTPException(409, "It is paid")


def delete(row: Expense) -> None:
    """Refuses to delete what is paid. SQLAlchemy has a function of that name, too."""
    if row.is_paid:
        raise HTTPException(409, "It is paid")


async def record(
    row: Expense, *, db: AsyncSession, current_user: CurrentUser | None = None
) -> None:
    """Writes down what was done, or refuses it once more."""
    db.add(Entry(firm_id=row.firm_id, text=f"{row.reference}: {row.changes}"))
    await db.flush()
    if row.purpose == "forbidden":
        raise HTTPException(403, "Not this")
    if row.purpose == "broken":
        raise RuntimeError("The books are on fire")


def caption(values: dict[str, Any]) -> None:
    """Takes away spaces."""
    if "caption" in values:
        values["caption"] = values["caption"].strip()


def sort_photo(photo: Photo) -> None:
    """Leaves a photo of nothing without a number."""
    if photo.firm_id is None:
        photo.device_number = None
