"""What the API does beside reading and writing rows."""

from stock.models import Label, Product
from stock_api.stock.schemas.product import ProductReserveRequest


def reserve(product: Product, *, body: ProductReserveRequest) -> dict[str, int]:
    """Reserves some of a product."""
    product.available -= body.number
    return {"available": product.available}


def print_label(label: Label) -> dict[str, int]:
    """Prints a label."""
    label.prints += 1
    return {"prints": label.prints}
