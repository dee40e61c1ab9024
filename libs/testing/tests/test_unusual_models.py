"""Generated tests pass for right models that are seldom seen."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Annotated, Any

import pytest
from pydantic import Field as Limits
from rowhouse_runtime.schemas import (
    UNSET,
    RequestModel,
    ResponseModel,
    StrKey,
)
from sqlalchemy import ARRAY, Column, Computed, ForeignKey, String, Table, Uuid
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from tests.api import RUNTIME, app_of, client_of, get_db
from tests.plain_api import routes_of

from rowhouse_testing import (
    Api,
    Field,
    Resource,
    Rows,
    Sessions,
    check_create,
    check_delete,
    check_get,
    check_update,
    temporary_tables,
)

pytestmark = pytest.mark.anyio

_LARGEST = 2**31 - 1


class Base(DeclarativeBase):
    """The base of these models."""


class Code(Base):
    """A row of a table without a primary key."""

    __table__ = Table(
        "codes",
        Base.metadata,
        Column("code", String(20), nullable=False, unique=True),
        Column("follows", String(20), ForeignKey("codes.code")),
        Column("label", String(20), nullable=False),
    )
    __mapper_args__ = {"primary_key": [__table__.c.code]}  # noqa: RUF012


class CodeShown(ResponseModel):
    """A code."""

    code: str
    label: str


class CodeCreated(RequestModel):
    """A new code."""

    code: Annotated[str, Limits(min_length=1, max_length=20)]
    label: Annotated[str, Limits(max_length=20)]


class CodeUpdated(RequestModel):
    """A change of a code."""

    code: Annotated[str, Limits(min_length=1, max_length=20)] = UNSET
    label: Annotated[str, Limits(max_length=20)] = UNSET


class Square(Base):
    """A row of which the database computes another number than it can hold."""

    __tablename__ = "squares"

    id: Mapped[int] = mapped_column(primary_key=True)
    side: Mapped[int]
    area: Mapped[int] = mapped_column(Computed("side * side", persisted=True))


class SquareShown(ResponseModel):
    """A square."""

    id: int
    side: int
    area: int


class SquareCreated(RequestModel):
    """A new square."""

    side: Annotated[int, Limits(ge=0, le=_LARGEST)]


class SquareUpdated(RequestModel):
    """A change of a square."""

    side: Annotated[int, Limits(ge=0, le=_LARGEST)] = UNSET


class Album(Base):
    """A row with a list of UUIDs that are texts."""

    __tablename__ = "albums"

    id: Mapped[int] = mapped_column(primary_key=True)
    tracks: Mapped[list[str]] = mapped_column(ARRAY(Uuid(as_uuid=False)))


class AlbumShown(ResponseModel):
    """An album."""

    id: int
    tracks: list[str]


class AlbumCreated(RequestModel):
    """A new album."""

    tracks: Annotated[list[str], Limits(max_length=2)]


class AlbumUpdated(RequestModel):
    """A change of an album."""

    tracks: Annotated[list[str], Limits(max_length=2)] = UNSET


class Brand(Base):
    """A row whose key the database computes."""

    __tablename__ = "brands"

    slug: Mapped[str] = mapped_column(
        String, Computed("lower(name)", persisted=True), primary_key=True
    )
    name: Mapped[str]
    note: Mapped[str | None]


class BrandShown(ResponseModel):
    """A brand."""

    slug: str
    name: str
    note: str | None


class BrandCreated(RequestModel):
    """A new brand."""

    name: str
    note: str | None = UNSET


class BrandUpdated(RequestModel):
    """A change of a brand."""

    name: str = UNSET
    note: str | None = UNSET


# The fields of each model, and those of its requests.
CASES: dict[type[DeclarativeBase], tuple[dict[str, Field], dict[str, Any]]] = {
    Code: (
        {
            "code": Field(str, min_length=1, max_length=20),
            "label": Field(str, max_length=20),
        },
        {
            "shown": CodeShown,
            "created": CodeCreated,
            "updated": CodeUpdated,
            "pk_type": StrKey,
        },
    ),
    Square: (
        {
            "id": Field(int),
            "side": Field(int, ge=0, le=_LARGEST),
            "area": Field(int),
        },
        {"shown": SquareShown, "created": SquareCreated, "updated": SquareUpdated},
    ),
    Album: (
        {"id": Field(int), "tracks": Field(list[str], max_length=2)},
        {"shown": AlbumShown, "created": AlbumCreated, "updated": AlbumUpdated},
    ),
}


@pytest.fixture(scope="module")
async def connection(anyio_backend: str) -> AsyncGenerator[AsyncConnection]:
    """A connection that sees the tables of these models."""
    async with temporary_tables(RUNTIME, "TEST_DATABASE_URL", Base) as connection:
        yield connection


@asynccontextmanager
async def resource_of(
    model: type[DeclarativeBase], sessions: Sessions, patch: pytest.MonkeyPatch
) -> AsyncGenerator[Resource]:
    fields, schemas = CASES[model]
    app = app_of(routes_of(model, **schemas), sessions=sessions)
    async with client_of(app, raises=False) as client:
        api = Api(
            RUNTIME, app, client, client, sessions, Rows(sessions), [get_db], patch
        )
        key = ["code"] if model is Code else ["id"]
        yield Resource(api, model, f"/{model.__name__}", fields, key=key)


@pytest.mark.parametrize("model", CASES)
@pytest.mark.parametrize("operation", ["get", "create", "update", "delete"])
async def test_right_routes_pass(
    model: type[DeclarativeBase],
    operation: str,
    sessions: Sessions,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fields, schemas = CASES[model]
    written = [*schemas["created"].model_fields]
    async with resource_of(model, sessions, monkeypatch) as resource:
        match operation:
            case "get":
                await check_get(resource, [*fields])
            case "create":
                await check_create(
                    resource, required=written, optional={}, shown=[*fields]
                )
            case "update":
                await check_update(resource, written, shown=[*fields])
            case _:
                await check_delete(resource)


async def test_update_of_what_a_key_is_computed_from_is_409(sessions: Sessions) -> None:
    router = routes_of(
        Brand,
        shown=BrandShown,
        created=BrandCreated,
        updated=BrandUpdated,
        pk_type=StrKey,
    )
    async with client_of(app_of(router, sessions=sessions)) as client:
        brand = (await client.post("/Brand/", json={"name": "Ex"})).json()
        noted = await client.patch("/Brand/ex", json={"name": "EX", "note": "new"})
        refused = await client.patch("/Brand/ex", json={"name": "Ox", "note": "old"})
        found = await client.get("/Brand/ex")
    assert brand == {"slug": "ex", "name": "Ex", "note": None}
    assert noted.json() == {"slug": "ex", "name": "EX", "note": "new"}
    detail = "The row would no longer exist under its key"
    assert (refused.status_code, refused.json()["detail"]) == (409, detail)
    assert found.json() == noted.json()
