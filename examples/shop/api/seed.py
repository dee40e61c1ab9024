"""The products that the shop begins with."""

from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from models import Category, Product, Status

_PRODUCTS = {
    "Kitchen": "Kettle, Toaster, Teapot, Whisk, Colander, Chopping board, Mortar, Salt mill",
    "Office": "Desk lamp, Notebook, Fountain pen, Paper tray, Stapler, Ruler, Ink, Eraser",
    "Garden": "Watering can, Trowel, Rake, Seed tray, Twine, Secateurs, Bird table, Plant pot",
}


async def seed(session: AsyncSession) -> None:
    """Adds the products, unless there are some."""
    if await session.scalar(select(Category.id).limit(1)) is not None:
        return
    for kind, (name, products) in enumerate(_PRODUCTS.items()):
        category = Category(name=name)
        for number, product in enumerate(products.split(", "), start=1):
            stock = number * 17 * (kind + 2) % 60
            session.add(
                Product(
                    sku=f"{name[:3].upper()}-{number:03}",
                    name=product,
                    price=Decimal(number * 313 * (kind + 1) % 4900 + 250) / 100,
                    stock=stock,
                    status=Status.on_sale if stock else Status.sold_out,
                    category=category,
                )
            )
    await session.commit()
