"""What happens beside the requests for deliveries."""

import datetime

from .models import Delivery


def keep(row: Delivery) -> None:
    """Says when a delivery went."""
    row.deleted_at = datetime.datetime(2024, 1, 1)
