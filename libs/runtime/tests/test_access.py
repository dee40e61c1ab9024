"""Whose rows: what a request cannot change, by whichever name."""

import pytest
from fastapi import HTTPException
from fastapi.exceptions import RequestValidationError
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, synonym
from sqlalchemy.orm.attributes import set_committed_value

from rowhouse_runtime.access import check_kept, claimed


class Base(DeclarativeBase):
    """The base of these models alone."""


class Ticket(Base):
    """A row of a firm, whose column has three names."""

    __tablename__ = "tickets"

    id: Mapped[int] = mapped_column(primary_key=True)
    firm_id: Mapped[int]
    firm = synonym("firm_id")

    @hybrid_property
    def company(self) -> int:
        """The firm."""
        return self.firm_id

    @company.inplace.setter
    def _set_company(self, value: int) -> None:
        self.firm_id = value


@pytest.mark.parametrize("name", ["firm_id", "firm", "company"])
def test_a_row_stays_with_its_firm_by_every_name(name: str) -> None:
    row = Ticket()
    set_committed_value(row, "firm_id", 1)
    setattr(row, name, 1)
    check_kept(row, "firm_id")
    setattr(row, name, 2)
    with pytest.raises(RequestValidationError) as refused:
        check_kept(row, "firm_id")
    message = "Says whose the row is, which no request changes"
    assert refused.value.errors() == [
        {"type": "row_of_another", "loc": ("body",), "msg": message}
    ]


def test_a_new_row_needs_the_values_of_its_user() -> None:
    assert claimed(0) == 0
    with pytest.raises(HTTPException) as refused:
        claimed(None)
    assert refused.value.status_code == 401
    assert refused.value.detail == "The user lacks what a new row needs"
