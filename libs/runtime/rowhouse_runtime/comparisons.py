"""What of a column PostgreSQL compares and sorts."""

from functools import cache
from typing import Any

from sqlalchemy import JSON, ColumnElement, cast, type_coerce
from sqlalchemy.dialects.postgresql import DOMAIN, JSONB

from .columns import column, plain_type, stored_type, without_domain


@cache
def comparable(model: type, field: str) -> ColumnElement[Any]:
    """The field's column; PostgreSQL compares `jsonb`, but not `json`."""
    attribute = column(model, field)
    kind = plain_type(attribute.type)
    if isinstance(kind, JSON) and not isinstance(kind, JSONB):
        return cast(attribute, JSONB)
    stored = stored_type(attribute.type)
    if isinstance(stored, DOMAIN):
        # Else values are cast to the domain, which may refuse them.
        return type_coerce(attribute, without_domain(stored))
    return attribute.expression
