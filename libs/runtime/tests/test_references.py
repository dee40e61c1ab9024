"""References to rows of classes that inherit from each other."""

from contextlib import nullcontext

import pytest
from fastapi import HTTPException
from sqlalchemy import Column, ForeignKey, Integer, String, Table, false, true
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from rowhouse_runtime.references import Visible, check_references
from rowhouse_runtime.rows import build_row

from .family import Branch, Floor, Lamp, Pet, Resident, Tenant, Trip, Van, Vehicle
from .models import Base, Owner
from .statements import statements_of

pytestmark = pytest.mark.anyio

VEHICLES: Visible = {Vehicle: lambda: Vehicle.firm == 1}
VANS: Visible = {Van: lambda: (Van.firm == 1) & (Van.load == 5)}


class Convoy(Base):
    """A row that refers to many vehicles, by columns in no order."""

    __table__ = Table(
        "convoys",
        Base.metadata,
        Column("id", Integer, primary_key=True),
        *(Column(name, String, ForeignKey(Vehicle.plate)) for name in "dbgaehcf"),
    )


@pytest.fixture
async def fleet(db: AsyncSession) -> AsyncSession:
    """A session that has vehicles of two firms."""
    db.add_all(
        [
            Vehicle(plate="own", firm=1),
            Vehicle(plate="other", firm=2),
            Van(plate="own van", firm=1, load=5),
            Van(plate="own heavy van", firm=1, load=6),
            Van(plate="other van", firm=2, load=5),
        ]
    )
    await db.flush()
    return db


async def accepted(db: AsyncSession, name: str, visible: Visible) -> set[str]:
    """The plates of those that a new trip may refer to."""
    found = set[str]()
    for plate in ("own", "other", "own van", "own heavy van", "other van", "none"):
        try:
            await check_references(db, Trip(**{name: plate}), visible)
        except HTTPException as error:
            assert error.detail == f"No row has this {name}"
        else:
            found.add(plate)
    return found


ORDERS = {
    "alone": VEHICLES,
    "first": {**VEHICLES, **VANS},
    "last": {**VANS, **VEHICLES},
}


async def test_null_is_no_reference(fleet: AsyncSession) -> None:
    trip = build_row(Trip, {"home": None})
    fleet.add(trip)
    await check_references(fleet, trip, VEHICLES)
    await fleet.flush()
    await fleet.refresh(trip)
    assert trip.home is None


@pytest.mark.parametrize("visible", ORDERS.values(), ids=ORDERS)
async def test_the_model_of_the_table_decides(
    fleet: AsyncSession, visible: Visible
) -> None:
    seen = {"own", "own van", "own heavy van"}
    assert await accepted(fleet, "plate", visible) == seen


async def test_a_subclass_hides_its_own_rows_alone(fleet: AsyncSession) -> None:
    seen = {"own", "other", "own van"}
    assert await accepted(fleet, "plate", VANS) == seen


async def test_the_table_of_a_subclass_has_its_rules(fleet: AsyncSession) -> None:
    for visible in (VANS, ORDERS["first"], ORDERS["last"]):
        assert await accepted(fleet, "van_plate", visible) == {"own van"}


async def test_or_those_of_its_superclass(fleet: AsyncSession) -> None:
    seen = {"own van", "own heavy van"}
    assert await accepted(fleet, "van_plate", VEHICLES) == seen
    assert await accepted(fleet, "van_plate", {Vehicle: lambda: Vehicle.firm == 2}) == {
        "other van"
    }


async def test_subclasses_of_one_table_are_kept_apart(db: AsyncSession) -> None:
    db.add_all([Resident(id=1), Tenant(id=2, rent=1), Tenant(id=3, rent=2)])
    await db.flush()
    visible: Visible = {Tenant: lambda: Tenant.rent == 1}
    for resident_id in (1, 2):
        await check_references(db, Pet(resident_id=resident_id), visible)
    for resident_id in (3, 4):
        with pytest.raises(HTTPException, match="No row has this resident_id"):
            await check_references(db, Pet(resident_id=resident_id), visible)


@pytest.mark.parametrize("former", [None, {}])
async def test_the_key_that_joins_a_row_is_no_reference(
    fleet: AsyncSession, former: dict[str, object] | None
) -> None:
    van = Van(plate="new", firm=1, load=5)
    await check_references(fleet, van, ORDERS["last"], former=former)


async def test_a_key_that_is_checked_at_the_commit(fleet: AsyncSession) -> None:
    await check_references(fleet, Trip(spare="own"), VEHICLES)
    with pytest.raises(HTTPException) as refused:
        await check_references(fleet, Trip(spare="other"), VEHICLES)
    assert refused.value.status_code == 409
    assert refused.value.detail == (
        "Refers to a row that does not exist, or is referred to itself"
    )


async def test_of_several_wrong_keys_the_first_is_named(fleet: AsyncSession) -> None:
    names = [*"abcdefgh"]
    while names:
        convoy = Convoy(**dict.fromkeys(names, "none"))
        with pytest.raises(HTTPException, match=f"No row has this {names.pop(0)}$"):
            await check_references(fleet, convoy, VEHICLES)


async def test_a_key_of_several_columns(db: AsyncSession) -> None:
    with pytest.raises(HTTPException) as refused:
        await check_references(db, Lamp(house_id=1, level=2), {Floor: true})
    assert refused.value.detail == "No row has this house_id and level"


@pytest.mark.parametrize("parent", [1, 2])
async def test_a_new_row_may_refer_to_itself(db: AsyncSession, parent: int) -> None:
    branch = Branch(id=1, parent_id=parent)
    refused = pytest.raises(HTTPException, match="No row has this parent_id")
    with nullcontext() if parent == branch.id else refused:
        await check_references(db, branch, {Branch: false})


async def test_what_a_hook_refers_to_is_its_mistake(fleet: AsyncSession) -> None:
    trip = Trip(plate="other")
    for own in (["plate"], ["plate", "id"]):
        with pytest.raises(
            ValueError, match=r"A hook set \['plate'\] to the key of no"
        ):
            await check_references(fleet, trip, VEHICLES, own=own)
    with pytest.raises(HTTPException):
        await check_references(fleet, trip, VEHICLES, own=["van_plate"])
    trip.plate = "own"
    await check_references(fleet, trip, VEHICLES, own=["plate"])


async def test_a_new_row_needs_no_references(fleet: AsyncSession) -> None:
    await check_references(fleet, Trip(plate="own"), VEHICLES, former={})


async def test_a_row_without_references_is_not_asked_for(
    db: AsyncSession, connection: AsyncConnection
) -> None:
    owner = Owner(name="a")
    db.add(owner)
    await db.flush()
    with statements_of(connection) as statements:
        await check_references(db, owner, VEHICLES, former={"name": "a"})
    assert statements == []
