"""What generated tests stand on: a database that forgets, and valid rows."""

from .database import Sessions, rolled_back, temporary_tables
from .rows import Rows

__all__ = ["Rows", "Sessions", "rolled_back", "temporary_tables"]
