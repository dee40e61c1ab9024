"""The actions of orders."""

from shop.models import Order


def ship(order: Order) -> Order:
    """Marks an order as shipped."""
    order.status = "shipped"
    return order
