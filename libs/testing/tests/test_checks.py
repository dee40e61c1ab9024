"""The checks of generated tests pass on what is right, and notice what is not."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from types import SimpleNamespace
from typing import Any, cast
from uuid import UUID

import pytest
from fastapi import FastAPI
from pydantic import BaseModel
from rowhouse_runtime.keyset import keyset_order
from rowhouse_runtime.ranges import Range
from rowhouse_runtime.rows import change_row, refresh_row
from rowhouse_runtime.schemas import Base64Bytes
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from tests.api import RUNTIME, app_of, client_of, get_db
from tests.specimens import Specimen, router

from rowhouse_testing import (
    Api,
    Field,
    Resource,
    Rows,
    Sessions,
    check_create,
    check_filters,
    check_get,
    check_list,
    check_order,
    check_page_size,
    check_update,
)
from rowhouse_testing.documents import check_documented_enums
from rowhouse_testing.requests import Operation, url_of
from tests import specimens

pytestmark = pytest.mark.anyio

FIELDS = {
    "id": Field(int),
    "key": Field(UUID, nullable=True),
    "text": Field(str, nullable=True),
    "number": Field(int, nullable=True),
    "real": Field(float, nullable=True),
    "flag": Field(bool, nullable=True),
    "moment": Field(datetime, nullable=True),
    "local": Field(datetime, nullable=True),
    "day": Field(date, nullable=True),
    "hour": Field(time, nullable=True),
    "span": Field(timedelta, nullable=True),
    "price": Field(Decimal, nullable=True),
    "data": Field(Base64Bytes, nullable=True),
    "document": Field(dict[str, Any], nullable=True),
    "plain": Field(dict[str, Any], nullable=True),
    "days": Field(list[date], nullable=True),
    "mood": Field(str, nullable=True, enum=["calm", "wild"]),
    "shade": Field(str, nullable=True),
    "tone": Field(str, nullable=True),
    "seats": Field(Range[int], nullable=True),
    "serials": Field(Range[int], nullable=True),
    "prices": Field(Range[Decimal], nullable=True),
    "stay": Field(Range[date], nullable=True),
    "shift": Field(Range[datetime], nullable=True),
    "session": Field(Range[datetime], nullable=True),
}
RANGES = {"seats", "serials", "prices", "stay", "shift", "session"}
SHOWN = list(FIELDS)
WRITTEN = [name for name in FIELDS if name != "id"]
SORTED = [name for name in FIELDS if name not in {"document", "plain", "days", *RANGES}]

Check = Callable[[Resource], Awaitable[None]]
CHECKS: dict[str, Check] = {
    "get": lambda it: check_get(it, SHOWN),
    "list": lambda it: check_list(it, SHOWN, mode="keyset", takes_body=True),
    "filters": lambda it: check_filters(it, SHOWN, SHOWN),
    "order": lambda it: check_order(
        it,
        SORTED,
        SHOWN,
        default=("id", "asc"),
        mode="keyset",
        filtered="id",
    ),
    "page size": lambda it: check_page_size(it, "keyset", default=20, most=100),
    "create": lambda it: check_create(
        it, required=[], optional=dict.fromkeys(WRITTEN), shown=SHOWN
    ),
    "update": lambda it: check_update(it, WRITTEN, shown=SHOWN),
    "update of some": lambda it: check_update(it, ["text"], shown=SHOWN),
}


@pytest.fixture
async def resource(
    sessions: Sessions, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Resource]:
    """The specimens."""
    app = app_of(router, sessions=sessions)

    async with client_of(app, raises=False) as client:
        api = Api(RUNTIME, app, client, client, sessions, rows, [get_db], monkeypatch)
        yield Resource(api, Specimen, "/specimens", FIELDS)


@pytest.mark.parametrize("name", CHECKS)
async def test_right_routes_pass(resource: Resource, name: str) -> None:
    await CHECKS[name](resource)


async def first_row(db: Any, *_: object, **__: object) -> Specimen:
    """Any row will do."""
    found: Specimen = (await db.scalars(select(Specimen))).first()
    return found


def write_all(row: Specimen, body: Any) -> None:
    """Writes the fields that are not sent, too."""
    change_row(row, type(body)(**body.model_dump()))


def stripped(row: Specimen, body: Any) -> None:
    """Takes blanks off a text."""
    change_row(row, body)
    row.text = row.text and row.text.strip()


def stamped(row: Specimen, body: Any) -> None:
    """Writes a field that no request may change."""
    change_row(row, body)
    row.day = date(2000, 1, 1)


class Narrow(specimens.SpecimenResource):
    """Shows no document but those that a request can bring."""

    document: dict[str, Any] | None


def unsorted(model: type, sort: object, **names: Any) -> Any:
    """Does not look at the sort."""
    return keyset_order(model, None, **names)


def unfiltered(statement: object, *_: object) -> object:
    """Does not look at the filter."""
    return statement


def nothing_sent(model: Callable[[], Specimen], _: object) -> Specimen:
    """A row without what was sent."""
    return model()


def elsewhere(*_: object) -> str:
    """A path that does not lead to the row."""
    return "/specimens/1"


def unchanged(*_: object) -> None:
    """Changes nothing."""


async def stored_at_once(db: AsyncSession, row: object, schema: Any) -> None:
    """Commits before there is an answer."""
    await refresh_row(db, row, schema)
    await db.commit()


async def not_read_back(*_: object) -> None:
    """Leaves the row as it was sent."""


BREAKS: list[tuple[str, str, object]] = [
    ("get", "get_object_from_query_or_404", first_row),
    ("filters", "apply_filters", unfiltered),
    ("order", "keyset_order", unsorted),
    ("create", "build_row", nothing_sent),
    ("create", "location", elsewhere),
    ("update", "change_row", unchanged),
    ("update", "change_row", write_all),
    ("update", "change_row", stripped),
    ("update of some", "change_row", stamped),
    ("get", "SpecimenResource", Narrow),
    ("list", "SpecimenResource", Narrow),
    ("update", "get_object_from_query_or_404", first_row),
    ("create", "refresh_row", not_read_back),
    ("update", "refresh_row", not_read_back),
    ("create", "refresh_row", stored_at_once),
    ("update", "refresh_row", stored_at_once),
    ("update", "_UPDATE", vars(specimens)["_SELECT"]),
]


@pytest.mark.parametrize(("name", "function", "broken"), BREAKS)
async def test_broken_routes_are_noticed(
    resource: Resource,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    function: str,
    broken: object,
) -> None:
    monkeypatch.setattr(specimens, function, broken)
    with pytest.raises(AssertionError):
        await CHECKS[name](resource)


class Finish(Enum):
    """A paint's."""

    MATT = "matt"
    DULL = "matt"
    GLOSSY = "glossy"


class Paint(BaseModel):
    """The answer of a route."""

    finish: Finish


def test_enum_may_have_two_names_of_a_value() -> None:
    app = FastAPI()

    @app.get("/paints/{pk}")
    def get_paint(pk: int) -> Paint:
        raise AssertionError(pk)

    def resource(*values: str) -> Resource:
        fields = {"finish": Field(str, enum=values)}
        return cast(
            Resource, SimpleNamespace(api=SimpleNamespace(app=app), fields=fields)
        )

    check_documented_enums(resource("matt", "glossy"), "get", "/paints/{}", ["finish"])
    with pytest.raises(AssertionError, match="finish"):
        check_documented_enums(resource("matt"), "get", "/paints/{}", ["finish"])


@pytest.mark.parametrize(
    ("operation", "path"),
    [
        (Operation("list", "POST", end="/search", on="search"), "/specimens/search"),
        (Operation("get", "GET"), "/specimens/KEY"),
        (Operation("archive", "POST", end="/archive"), "/specimens/KEY/archive"),
        (Operation("exists", "GET", start="/exists"), "/specimens/exists/KEY"),
    ],
    ids=lambda each: getattr(each, "name", ""),
)
async def test_paths_of_operations(
    resource: Resource, operation: Operation, path: str
) -> None:
    row = await resource.create_row()
    (key,) = resource.key_of(row)
    assert url_of(resource, operation, row) == path.replace("KEY", str(key))
    (missing,) = resource.nowhere.removeprefix("/specimens/").split("/")
    assert url_of(resource, operation) == path.replace("KEY", missing)
