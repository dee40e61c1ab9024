from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from shop.models import Product


def tidy(values: dict[str, Any]) -> None: ...


async def announce(row: Product, *, db: AsyncSession) -> None: ...
