"""What hooks may set, and whose mistake it is."""

from decimal import Decimal
from typing import Any

import pytest
from fastapi.exceptions import RequestValidationError
from pydantic import Field
from rowhouse_testing import Rows
from sqlalchemy import (
    CheckConstraint,
    Computed,
    FetchedValue,
    Identity,
    func,
    text,
)
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from rowhouse_runtime.hooks import HookError, check_values, flush_row
from rowhouse_runtime.rows import build_row, values_of
from rowhouse_runtime.schemas import UNSET, RequestModel

from .family import House
from .models import Animal, Item, Level, Owner, Thing

pytestmark = pytest.mark.anyio


class Body(RequestModel):
    """A request."""

    number: int = Field(ge=0, alias="no")
    text: str = UNSET
    small: int = Field(7, le=9)
    document: dict[str, Any] = UNSET
    sizes: list[int] = UNSET


class Empty(RequestModel):
    """A request of nothing."""


class Base(DeclarativeBase):
    """The base of a model of its own."""


class Booking(Base):
    """A row whose CHECKs have names, and some of whose columns nobody sets."""

    __tablename__ = "bookings"
    __table_args__ = (
        CheckConstraint("first <= last", name="ends_after_it_starts"),
        CheckConstraint("guests < 9", name="has_few_guests"),
    )

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    number: Mapped[int] = mapped_column(Identity())
    first: Mapped[int]
    last: Mapped[int]
    guests: Mapped[int]
    nights: Mapped[int] = mapped_column(Computed("last - first"))
    xmin: Mapped[int] = mapped_column(system=True, server_default=FetchedValue())


def request(**sent: object) -> tuple[dict[str, Any], Body]:
    """The values of a request, and the request."""
    body = Body.model_validate({"no": 1, **sent})
    return values_of(body), body


def test_values_that_stay_are_the_requests() -> None:
    values, body = request(text="a", document={"a": [1]})
    assert values == {"number": 1, "text": "a", "small": 7, "document": {"a": [1]}}
    assert check_values(values, body, Thing) == frozenset()


def test_a_changed_field_is_of_its_type() -> None:
    values, body = request(document={"a": [1]})
    values["number"] = "3"
    values["document"]["a"].append(2)
    assert check_values(values, body, Thing) == frozenset()
    assert values["number"] == 3
    assert values["document"] == {"a": [1, 2]}


@pytest.mark.parametrize(
    ("name", "value", "place"),
    [
        ("number", -1, ["no"]),
        ("number", None, ["no"]),
        ("text", "\x00", ["text"]),
        ("sizes", [1, "b"], ["sizes", 1]),
    ],
)
def test_a_field_that_was_sent_is_refused(
    name: str, value: object, place: list[str | int]
) -> None:
    values, body = request(text="a", sizes=[1, 2])
    values[name] = value
    with pytest.raises(RequestValidationError) as refused:
        check_values(values, body, Thing)
    (error,) = refused.value.errors()
    assert error["loc"] == ("body", *place)
    # As in other answers, but for the value, which the client does not know.
    assert error.keys() - {"ctx"} == {"type", "loc", "msg"}


@pytest.mark.parametrize(("name", "value"), [("text", 1), ("small", 10)])
def test_a_field_that_was_not_sent_is_a_defect(name: str, value: object) -> None:
    values, body = request()
    values[name] = value
    with pytest.raises(HookError, match=name):
        check_values(values, body, Thing)


def test_a_hook_decides_about_what_it_sets_and_removes() -> None:
    values, body = request(text="a")
    del values["text"]
    values |= {"price": Decimal(1), "moment": func.now(), "small": 8}
    own = check_values(values, body, Thing)
    assert own == {"text", "price", "moment", "small"}


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("nothing", 1, "no such column"),
        ("metadata", "a", "no such column"),
        ("flag", True, "whose the row is"),
        ("real", "1", "which is no DOUBLE"),
        ("level", "far", "which is no"),
    ],
)
def test_a_column_that_hooks_cannot_set(name: str, value: object, reason: str) -> None:
    values, body = request()
    values[name] = value
    with pytest.raises(HookError, match=reason):
        check_values(values, body, Thing, ["flag"])


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (House, "version"),
        (Animal, "kind"),
        (Booking, "id"),
        (Booking, "nights"),
        (Booking, "xmin"),
    ],
)
def test_what_the_mapping_or_the_database_sets_is_theirs(
    model: type[Any], name: str
) -> None:
    values, body = {name: 1}, Empty()
    with pytest.raises(HookError, match=f"{name}, which the database or mapping sets"):
        check_values(values, body, model)


def test_a_hook_may_set_a_number_that_the_database_would_count() -> None:
    assert check_values({"number": 1}, Empty(), Booking) == {"number"}


@pytest.mark.parametrize(
    ("values", "own", "is_defect"),
    [
        # A check, a NULL, a reference.
        ({"position": -1}, ["position"], True),
        ({"position": -1}, ["slug"], False),
        ({"level": None}, ["level"], True),
        ({"level": None}, ["slug", "position"], False),
        ({"parent_id": 0}, ["parent_id"], True),
        ({"parent_id": 0}, ["slug"], False),
        # The whole row is shown, which may look like the columns of a key.
        ({"position": -1, "slug": "(id)=("}, ["position"], True),
        # A value that another row has is a conflict, whoever set it.
        ({"slug": "taken"}, ["slug"], False),
    ],
)
async def test_whose_mistake_the_database_refuses(
    db: AsyncSession,
    rows: Rows,
    values: dict[str, Any],
    own: list[str],
    is_defect: bool,
) -> None:
    taken = await rows.create(Item, {"slug": "taken"})
    valid: dict[str, Any] = {
        "owner_id": taken.owner_id,
        "position": taken.position + 1,
        "slug": "free",
        "level": Level.LOW,
        "tags": [],
    }
    row = build_row(Item, {**valid, **values})
    db.add(row)
    with pytest.raises(HookError if is_defect else IntegrityError):
        await flush_row(db, row, own=own)


async def test_whose_mistake_nobody_knows(db: AsyncSession, rows: Rows) -> None:
    owner = await rows.create(Owner)
    body = "$$ BEGIN RAISE foreign_key_violation; END $$ LANGUAGE plpgsql"
    await db.execute(text(f"CREATE FUNCTION pg_temp.no() RETURNS trigger AS {body}"))
    on = "BEFORE INSERT ON items FOR EACH ROW"
    await db.execute(text(f"CREATE TRIGGER no {on} EXECUTE FUNCTION pg_temp.no()"))
    row = Item(owner_id=owner.id, position=1, slug="a", level=Level.LOW, tags=[])
    db.add(row)
    with pytest.raises(IntegrityError):
        await flush_row(db, row, own={"owner_id", "position", "slug", "level", "tags"})


@pytest.mark.parametrize(
    ("own", "is_defect"), [({"first", "last"}, True), ({"first"}, False)]
)
async def test_whose_mistake_a_check_of_several_columns_refuses(
    db: AsyncSession, own: set[str], is_defect: bool
) -> None:
    await (await db.connection()).run_sync(Base.metadata.create_all)
    row = Booking(first=2, last=1, guests=1)
    db.add(row)
    with pytest.raises(HookError if is_defect else IntegrityError) as refused:
        await flush_row(db, row, own=own)
    message = "A hook set what the database refuses: first, last"
    assert not is_defect or str(refused.value) == message
