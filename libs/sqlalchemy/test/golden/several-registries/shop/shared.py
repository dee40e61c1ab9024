from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy.orm import Mapped, declared_attr, relationship

if TYPE_CHECKING:
    from .old import Line


class HasLines:
    """Type checkers take the line of one registry; SQLAlchemy takes that of each."""

    @declared_attr
    def lines(cls) -> Mapped[list[Line]]:
        return relationship(viewonly=True)
