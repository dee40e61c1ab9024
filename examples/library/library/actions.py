"""What can be done with loans beyond reading and writing them."""

import datetime

from fastapi import HTTPException, status
from sqlalchemy.ext.asyncio import AsyncSession

from _generated.auth.user import CurrentUser
from library.models import Loan


async def return_copy(
    loan: Loan, *, db: AsyncSession, current_user: CurrentUser
) -> Loan:
    """Takes a copy back. The route has locked the loan, so only one of two does."""
    if loan.returned_at is not None:
        raise HTTPException(status.HTTP_409_CONFLICT, "The copy is back already")
    loan.returned_at = datetime.datetime.now(datetime.UTC)
    return loan
