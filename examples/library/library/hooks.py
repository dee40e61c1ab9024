"""What must hold before a row is written."""

from typing import Any

from fastapi import HTTPException, status
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from _generated.auth.user import CurrentUser
from library.models import Loan, Member

MOST_LOANS = 3


async def check_open_loans(
    values: dict[str, Any], *, db: AsyncSession, current_user: CurrentUser
) -> None:
    """Refuses a fourth loan until one of the others is returned.

    Locks the member, so that of two loans at the same time the second counts the first.
    """
    member = (
        Member.id == values["member_id"],
        Member.branch_id == current_user.branch_id,
    )
    await db.execute(select(Member.id).where(*member).with_for_update())
    open_loans = select(func.count(Loan.id)).join(Member, Member.id == Loan.member_id)
    count = await db.scalar(open_loans.where(*member, Loan.returned_at.is_(None)))
    if (count or 0) >= MOST_LOANS:
        detail = f"The member has {MOST_LOANS} copies already"
        raise HTTPException(status.HTTP_409_CONFLICT, detail)
