"""What columns say of themselves."""

from enum import Enum

import pytest
from sqlalchemy import JSON, Integer, TypeDecorator, literal
from sqlalchemy.dialects.postgresql import DOMAIN, JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, column_property, mapped_column

from rowhouse_runtime.columns import (
    column,
    field_name,
    is_nullable,
    plain_type,
    python_type,
)

from .models import Opaque


class Base(DeclarativeBase):
    """The base of a table that is never created."""


class Document(TypeDecorator[object]):
    """A type of the project's own."""

    impl = JSON
    cache_ok = True


class Page(Base):
    """A row with a computed value."""

    __tablename__ = "pages"

    id: Mapped[int] = mapped_column(primary_key=True)
    views: Mapped[int | None] = mapped_column()
    words: Mapped[object] = mapped_column(Opaque)
    double: Mapped[int | None] = column_property(literal(1) + 1)


class SortField(Enum):
    """A member is no text here."""

    VIEWS = "views"


def test_fields_are_given_by_name_or_member() -> None:
    assert field_name("views") == field_name(SortField.VIEWS) == "views"
    assert column(Page, SortField.VIEWS) is Page.views
    with pytest.raises(ValueError, match="Page has no column attribute 'metadata'"):
        column(Page, "metadata")


def test_a_computed_value_may_be_null() -> None:
    nullable = {name: is_nullable(Page, name) for name in ("id", "views", "double")}
    assert nullable == {"id": False, "views": True, "double": True}


def test_a_type_that_does_not_tell_is_any() -> None:
    assert (python_type(Page, "views"), python_type(Page, "words")) == (int, object)


def test_types_without_what_decorates_them() -> None:
    assert isinstance(plain_type(Document()), JSON)
    assert isinstance(plain_type(Integer()), Integer)
    assert isinstance(plain_type(JSON().with_variant(JSONB(), "postgresql")), JSONB)
    document = DOMAIN("document", DOMAIN("object", Document()))
    assert isinstance(plain_type(document), JSON)
