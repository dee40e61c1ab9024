"""What can be done with stock beyond reading and writing it."""

from typing import Any

from fastapi import HTTPException, status
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from stock.schemas.stock_item import StockItemTakeRequest
from warehouse.models import StockItem


async def take(
    item: StockItem,
    *,
    db: AsyncSession,
    body: StockItemTakeRequest,
    current_user: dict[str, Any],
) -> StockItem:
    """Takes some of an item off the shelf."""
    if body.quantity > item.quantity:
        raise HTTPException(status.HTTP_409_CONFLICT, "Not that many left")
    item.quantity -= body.quantity
    return item


async def total(*, db: AsyncSession, current_user: dict[str, Any]) -> dict[str, int]:
    """Counts what lies on all shelves."""
    return {"total": await db.scalar(select(func.sum(StockItem.quantity))) or 0}
