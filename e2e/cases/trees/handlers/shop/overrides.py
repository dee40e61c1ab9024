from typing import Any

from sqlalchemy import Select
from sqlalchemy.ext.asyncio import AsyncSession

from shop.models import Product, Visit


# Called as the generated function is that calls it.
def get_product(product: Product) -> Any: ...


async def search(statement: Select[Product], *, body: Any, db: AsyncSession) -> Any: ...


def make(body: Any, *, values: dict[str, Any], current_user: Any) -> Product: ...


async def change(row: Product, *, values: dict[str, Any]) -> None: ...


async def visits(
    statement: Select[Visit], db: AsyncSession, current_user: Any = None
) -> Any: ...


def revise(row: Visit, **named: Any) -> None: ...
