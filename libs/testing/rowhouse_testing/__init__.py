"""Helpers of generated tests: a temporary database, valid rows, and checks."""

from .acting import check_action
from .api import Api
from .bulk import check_bulk
from .collecting import ignore_others
from .database import Sessions, rolled_back, temporary_tables
from .fields import Field
from .filtering import check_filters
from .ordering import check_order
from .page_sizes import check_page_size
from .reading import check_get, check_list
from .resource import Resource
from .routes import check_routes
from .rows import Rows
from .runtime import Runtime
from .upserting import check_upsert
from .version import require_version
from .writing import check_create, check_delete, check_update

__version__ = "0.1.0"

__all__ = [
    "Api",
    "Field",
    "Resource",
    "Rows",
    "Runtime",
    "Sessions",
    "check_action",
    "check_bulk",
    "check_create",
    "check_delete",
    "check_filters",
    "check_get",
    "check_list",
    "check_order",
    "check_page_size",
    "check_routes",
    "check_update",
    "check_upsert",
    "ignore_others",
    "require_version",
    "rolled_back",
    "temporary_tables",
]
