"""Writes are SQLAlchemy's unit of work, whatever a model holds in store."""

import json
from collections.abc import AsyncGenerator
from enum import Enum
from functools import partial
from typing import Any

import pytest
from fastapi.exceptions import RequestValidationError
from httpx2 import AsyncClient
from pydantic import ValidationError
from pydantic_core import PydanticSerializationError
from rowhouse_testing import Sessions
from sqlalchemy import case, func, inspect, select, text, true, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from rowhouse_runtime.rows import build_row, change_row, delete_row, refresh_row
from rowhouse_runtime.schemas import UNSET, RequestModel

from .api import app_of, client_of, router_of
from .family import (
    Branch,
    Chimney,
    Club,
    Desk,
    Floor,
    Garden,
    Guest,
    House,
    Lamp,
    Member,
    Plant,
    Portal,
    Vine,
    Window,
)
from .house_api import HouseResource, router

pytestmark = pytest.mark.anyio


@pytest.fixture
async def client(sessions: Sessions) -> AsyncGenerator[AsyncClient]:
    """A client of the houses."""
    async with client_of(app_of(router, sessions=sessions)) as client:
        yield client


async def create(client: AsyncClient, **body: Any) -> dict[str, Any]:
    response = await client.post("/houses/", json={"name": "a", **body})
    assert response.status_code == 201, response.text
    created: dict[str, Any] = response.json()
    stored = await client.get(response.headers["Location"])
    assert stored.json() == created
    return created


async def path_of_new(client: AsyncClient, **body: Any) -> str:
    return f"/houses/{(await create(client, **body))['id']}"


@pytest.mark.parametrize(
    "form", ["+{}", "0{}", "{}_", "1_{}", " {}", "{}.0", "-0", "٣"]
)
async def test_a_row_has_one_path(client: AsyncClient, form: str) -> None:
    """Python reads 1_0 and +10 as 10: another text is no key, not a second path."""
    path = await path_of_new(client)
    key = path.removeprefix("/houses/")
    refused = await client.get(f"/houses/{form.format(key)}")
    assert refused.status_code == 422
    [problem] = refused.json()["detail"]
    assert (problem["type"], problem["loc"]) == ("int_parsing", ["path", "pk"])


async def test_create_says_what_is_stored(client: AsyncClient) -> None:
    created = await create(
        client, name=" a ", price="1.005", plan="x", rooms_={"a": [1]}, street="s"
    )
    assert created["title"] == "a"
    assert created["price"] == "1.01"
    assert created["version"] == 1
    assert created["rank"] == 0
    assert created["plan"] == "x"
    assert created["rooms_"] == {"a": [1]}
    assert created["street"] == "s"
    assert created["built"]


async def test_update_writes_what_is_sent(client: AsyncClient) -> None:
    path = await path_of_new(client, plan="x", street="s", rooms_={"a": 1})
    response = await client.patch(path, json={"title": "b", "price": "2.345"})
    assert response.status_code == 200
    changed = response.json()
    assert (changed["title"], changed["price"], changed["version"]) == ("b", "2.35", 2)
    assert (changed["plan"], changed["street"]) == ("x", "s")
    assert (await client.get(path)).json() == changed
    # To Python, this is what is there already.
    same = await client.patch(path, json={"rooms_": {"a": True}})
    assert same.json()["rooms_"]["a"] is True
    assert same.json()["version"] == 3
    nothing = await client.patch(path, json={})
    assert nothing.json() == same.json()
    for body in ({"street": None}, {"plan": "y"}):
        assert (await client.patch(path, json=body)).json() == (
            await client.get(path)
        ).json()


async def test_model_refuses(client: AsyncClient) -> None:
    path = await path_of_new(client)
    for method, url, loc in (
        ("POST", "/houses/", ["body"]),
        ("PATCH", path, ["body", "name"]),
    ):
        refused = await client.request(method, url, json={"name": "ruin"})
        assert refused.status_code == 422
        assert refused.json()["detail"] == [
            {"type": "value_error", "loc": loc, "msg": "A house is no ruin"}
        ]
    assert (await client.get(path)).json()["title"] == "a"


async def test_null_in_a_json_field_is_null(
    client: AsyncClient, db: AsyncSession
) -> None:
    await create(client)
    await create(client, rooms_=None)
    path = await path_of_new(client, rooms_={})
    assert (await client.patch(path, json={"rooms_": None})).json()["rooms_"] is None
    count = select(func.count()).where(House.rooms_.is_(None))
    assert await db.scalar(count) == 3


async def test_null_is_stored_instead_of_a_default(client: AsyncClient) -> None:
    """For SQLAlchemy, None is no value yet: it would store the default."""
    filled = await create(client)
    assert (filled["heating"], filled["roof"]) == ("gas", "tiles")
    empty = await create(client, heating=None, roof=None)
    assert (empty["heating"], empty["roof"]) == (None, None)


async def test_missing_rows_are_404(client: AsyncClient) -> None:
    for key in (1, 2**31, -(2**40), 2**64):
        for method in ("GET", "PATCH", "DELETE"):
            content = "{}" if method == "PATCH" else None
            headers = {"Content-Type": "application/json"}
            response = await client.request(
                method, f"/houses/{key}", content=content, headers=headers
            )
            assert response.status_code == 404, (method, key)
            assert response.json()["detail"] == "Not found"
        action = await client.post(f"/houses/{key}/raise_rank")
        assert action.status_code == 404


async def family(db: AsyncSession, *kinds: type, house: int) -> None:
    for kind in kinds:
        row = kind(house_id=house)
        if kind in {Floor, Lamp}:
            row.level = 1
        db.add(row)
        await db.flush()
    await db.commit()


async def count(db: AsyncSession, kind: type) -> int:
    return await db.scalar(select(func.count()).select_from(kind)) or 0


async def test_delete_takes_what_the_model_says(
    client: AsyncClient, db: AsyncSession
) -> None:
    house = (await create(client))["id"]
    await family(db, Floor, Plant, house=house)
    deleted = await client.delete(f"/houses/{house}")
    assert deleted.status_code == 204
    assert [await count(db, kind) for kind in (House, Floor, Plant)] == [0, 0, 0]
    assert (await client.delete(f"/houses/{house}")).status_code == 404


@pytest.mark.parametrize("kinds", [(Window,), (Chimney,), (Guest,), (Floor, Lamp)])
async def test_delete_writes_no_null_into_a_child(
    client: AsyncClient, db: AsyncSession, kinds: tuple[type, ...]
) -> None:
    house = (await create(client))["id"]
    await family(db, *kinds, house=house)
    response = await client.delete(f"/houses/{house}")
    assert response.status_code == 409
    assert response.json()["detail"] == "Other rows still refer to this one"
    found = await db.scalar(select(text("house_id")).select_from(kinds[-1].__table__))  # type: ignore[attr-defined]
    assert found == house


async def test_deleted_row_has_what_it_refers_to(db: AsyncSession) -> None:
    """A hook after the delete sees it."""
    db.add_all([Club(id=1), Member(id=1, club_id=1)])
    await db.flush()
    db.expunge_all()
    member = await db.get_one(Member, 1)
    await delete_row(db, member)
    assert member.club.id == 1


async def test_change_of_a_key_or_of_a_version(db: AsyncSession) -> None:
    """The row to change is found by the values that it had."""
    desk, house = Desk(room=1, number=1), House(name="a", version=1)
    db.add_all([desk, house])
    await db.flush()
    change_row(desk, {"room": 1, "number": 2})
    change_row(house, {"version": 5})
    await db.flush()
    assert await db.scalar(select(Desk.number)) == 2
    assert await db.scalar(select(House.version)) == 5


async def test_former_key_of_a_subclass_is_known(db: AsyncSession) -> None:
    """SQLAlchemy finds the row by it, in the table of the subclass."""
    db.add(Portal(id=1))
    await db.flush()
    portal = await db.get_one(Portal, 1)
    change_row(portal, {"id": 2, "portal_id": 2})
    attributes = inspect(portal, raiseerr=True).attrs
    assert attributes.id.history.deleted == [1]
    assert attributes.portal_id.history.deleted == [1]


@pytest.mark.parametrize("by", ["delete", "key"])
async def test_rows_that_refer_to_each_other(sessions: Sessions, by: str) -> None:
    """They can be deleted, or given another key, in no order."""

    async def work(db: AsyncSession) -> None:
        db.add_all([Vine(id=1), Vine(id=2, parent_id=1)])
        await db.flush()
        await db.execute(update(Vine).where(Vine.id == 1).values(parent_id=2))
        db.expunge_all()
        row = await db.get_one(Vine, 1)
        if by == "delete":
            await delete_row(db, row)
        else:
            change_row(row, {"id": 3})
            await db.flush()

    async with client_of(app_of(router_of(work), sessions=sessions)) as client:
        response = await client.post("/work")
    assert response.status_code == 409
    assert response.json()["detail"] == "Other rows still refer to this one"


def test_null_in_any_other_field_is_none() -> None:
    house = build_row(House, {"name": "a", "price": None})
    assert house.price is None
    change_row(house, {"price": 1})
    change_row(house, {"price": None})
    assert house.price is None


class BranchBody(RequestModel):
    """Leaves, or none."""

    leaves_: dict[str, Any] | None = None


async def test_null_in_a_mutable_json_field_is_null(db: AsyncSession) -> None:
    """`MutableDict` takes None, as validators do, and nothing like it."""
    rows = [
        build_row(Branch, BranchBody()),
        build_row(Branch, BranchBody(leaves_=None)),
        build_row(Branch, BranchBody(leaves_={"green": 1})),
    ]
    db.add_all(rows)
    await db.flush()
    change_row(rows[2], BranchBody(leaves_=None))
    await db.flush()
    nulls = select(func.count()).where(Branch.leaves_.is_(None))
    assert await db.scalar(nulls) == 3
    change_row(rows[0], BranchBody(leaves_={"red": 1}))
    await db.flush()
    assert await db.scalar(nulls) == 2
    for write in (partial(build_row, Branch), partial(change_row, rows[0])):
        with pytest.raises(RequestValidationError):
            write(BranchBody(leaves_={"sick": 1}))


class ResidentBody(RequestModel):
    """What a resident is said to be."""

    kind: str = UNSET


class Base(DeclarativeBase):
    """The base of tables that are never created."""


class Shape(Base):
    """A row whose class follows from a value."""

    __tablename__ = "shapes"

    id: Mapped[int] = mapped_column(primary_key=True)
    sides: Mapped[int] = mapped_column()

    __mapper_args__ = {  # noqa: RUF012
        "polymorphic_on": case((sides == 3, "triangle"), else_="shape"),
        "polymorphic_identity": "shape",
    }


class ToolKind(Enum):
    """The classes of tools."""

    SAW = "saw"
    AXE = "axe"


class Tool(Base):
    """A row whose class is named by a member of an enum."""

    __tablename__ = "tools"
    __mapper_args__ = {  # noqa: RUF012
        "polymorphic_on": "kind",
        "polymorphic_identity": ToolKind.SAW,
    }

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[ToolKind]


class Part(Base):
    """A row whose own class has no name."""

    __tablename__ = "parts"
    __mapper_args__ = {"polymorphic_on": "kind"}  # noqa: RUF012

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]


class Machine(Base):
    """A row whose own class has no name, though that of another one does."""

    __tablename__ = "machines"
    __mapper_args__ = {"polymorphic_on": "kind"}  # noqa: RUF012

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str | None]


class Press(Machine):
    """A machine whose class has a name."""

    __mapper_args__ = {"polymorphic_identity": "press"}  # noqa: RUF012


async def test_delete_that_would_write_null_says_what_to_do(db: AsyncSession) -> None:
    garden = Garden()
    db.add(garden)
    await db.flush()
    with pytest.raises(TypeError, match=r"Garden\.beds is dynamic: give it"):
        await delete_row(db, garden)


async def test_row_with_eager_children_is_one_row(
    client: AsyncClient, db: AsyncSession
) -> None:
    house = (await create(client))["id"]
    await family(db, Window, Window, Window, Chimney, house=house)
    path = f"/houses/{house}"
    assert (await client.get(path)).status_code == 200
    assert (await client.patch(path, json={"title": "b"})).json()["title"] == "b"
    assert (await client.post(f"{path}/raise_rank")).json() == {"rank": 1}


async def test_row_with_eager_children_is_read_back_once(
    client: AsyncClient, db: AsyncSession
) -> None:
    found = (await create(client))["id"]
    await family(db, Window, Window, house=found)
    house = await db.get_one(House, found)
    await refresh_row(db, house, HouseResource, may=true())
    assert len(house.windows) == 2


async def test_answer_is_built_before_the_commit(client: AsyncClient) -> None:
    path = await path_of_new(client)
    with pytest.raises(ValidationError):
        await client.post(f"{path}/spoil")
    with pytest.raises(PydanticSerializationError):
        await client.post(f"{path}/leak")
    assert (await client.get(path)).json()["rank"] == 0
    assert json.loads((await client.post(f"{path}/raise_rank")).text) == {"rank": 1}
