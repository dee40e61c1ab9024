"""What goes in comes out, and compares as PostgreSQL compares it."""

import datetime
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from httpx2 import AsyncClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import JSON, Text, cast, func, insert, literal, select, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from rowhouse_runtime.columns import column
from rowhouse_runtime.operators import OPERATORS, operators_of, plain_kind
from rowhouse_runtime.testing import Sessions, rolled_back
from rowhouse_runtime.testing.json_values import in_json

from .api import app_of, client_of
from .specimens import VALUES, Specimen, SpecimenResource, router

pytestmark = pytest.mark.anyio

on_database = settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
SORTABLE = [name for name in VALUES if name not in {"document", "plain", "days"}]
bodies = st.fixed_dictionaries(
    {}, optional={name: st.none() | values for name, values in VALUES.items()}
)


@asynccontextmanager
async def specimens(
    connection: AsyncConnection,
) -> AsyncGenerator[tuple[AsyncClient, Sessions]]:
    """A client of the specimens, and sessions to look behind it."""
    async with (
        rolled_back(connection) as sessions,
        client_of(app_of(router, sessions=sessions)) as client,
    ):
        yield client, sessions


@pytest.fixture
async def client(sessions: Sessions) -> AsyncGenerator[AsyncClient]:
    """A client of the specimens."""
    async with client_of(app_of(router, sessions=sessions)) as client:
        yield client


async def send(client: AsyncClient, method: str, path: str, body: Any) -> Any:  # noqa: ANN401
    content = json.dumps(in_json(body))
    headers = {"Content-Type": "application/json"}
    return await client.request(method, path, content=content, headers=headers)


def read(answer: dict[str, Any]) -> dict[str, Any]:
    """The values of an answer, as Python has them."""
    return SpecimenResource.model_validate(answer).model_dump()


def alike(one: object, other: object) -> bool:
    """Whether two values are the same, digits and offsets included."""
    return one == other and json.dumps(in_json(one)) == json.dumps(in_json(other))


@on_database
@given(first=bodies, second=bodies)
async def test_what_goes_in_comes_out(
    connection: AsyncConnection, first: dict[str, Any], second: dict[str, Any]
) -> None:
    async with specimens(connection) as (client, _):
        created = await send(client, "POST", "/specimens/", first)
        assert created.status_code == 201, created.text
        path = created.headers["Location"]
        assert (await client.get(path)).json() == created.json()
        found = read(created.json())
        for name in VALUES:
            assert same(found[name], first.get(name)), name
        changed = await send(client, "PATCH", path, second)
        assert changed.status_code == 200, changed.text
        assert (await client.get(path)).json() == changed.json()
        found = read(changed.json())
        for name in VALUES:
            expected = second.get(name, first.get(name))
            assert same(found[name], expected), name
        (listed,) = (await client.post("/specimens/search", json={})).json()["items"]
        assert listed == changed.json()


def same(found: object, sent: object) -> bool:
    """Whether an answer has the value that was sent.

    An offset is not stored with a moment, nor -0 with a decimal or in a document.
    """
    if isinstance(sent, datetime.time):
        return alike(found, sent)
    return found == sent


@st.composite
def conditions(draw: st.DrawFn) -> tuple[str, list[Any], str, Any]:
    """A field, values of it, and an operator with a value to find some of them by."""
    field = draw(st.sampled_from(list(VALUES)))
    values = draw(st.lists(st.none() | VALUES[field], min_size=1, max_size=5))
    stored = [value for value in values if value is not None]
    one = VALUES[field] | st.sampled_from(stored) if stored else VALUES[field]
    kind = plain_kind(SpecimenResource.model_fields[field].annotation)
    operator = draw(st.sampled_from(operators_of(kind)))
    if operator.name == "is_null":
        return field, values, operator.name, draw(st.booleans())
    if operator.name == "between":
        return field, values, operator.name, [draw(one), draw(one)]
    value = draw(st.lists(one, max_size=3) if operator.takes_list else one)
    return field, values, operator.name, value


@on_database
@given(drawn=conditions())
async def test_filters_compare_as_the_database_does(
    connection: AsyncConnection, drawn: tuple[str, list[Any], str, Any]
) -> None:
    field, values, op, value = drawn
    async with specimens(connection) as (client, sessions):
        for each in values:
            made = await send(client, "POST", "/specimens/", {field: each})
            assert made.status_code == 201, made.text
        search = {"filter": {"field": field, "op": op, "value": value}}
        answer = await send(client, "POST", "/specimens/search", search)
        assert answer.status_code == 200, answer.text
        async with sessions() as db:
            expected = await ids(db, field, op, value)
        assert [item["id"] for item in answer.json()["items"]] == expected


async def ids(db: AsyncSession, field: str, op: str, value: Any) -> list[int]:  # noqa: ANN401
    """The keys that the database finds itself."""
    attribute: Any = column(Specimen, field)
    if field == "plain":
        attribute = cast(attribute, JSONB)
    clause = OPERATORS[op].clause(attribute, value)
    statement = select(Specimen.id).where(clause).order_by(Specimen.id)
    return list(await db.scalars(statement))


@st.composite
def columns(draw: st.DrawFn) -> tuple[str, list[Any]]:
    """A field and values of it, some of them twice."""
    field = draw(st.sampled_from(SORTABLE))
    values = draw(st.lists(st.none() | VALUES[field], min_size=2, max_size=6))
    return field, [*values, *values[:2]]


@on_database
@given(drawn=columns(), direction=st.sampled_from(["asc", "desc"]))
async def test_walk_is_the_databases_own_order(
    connection: AsyncConnection, drawn: tuple[str, list[Any]], direction: str
) -> None:
    field, values = drawn
    async with specimens(connection) as (client, sessions):
        for each in values:
            await send(client, "POST", "/specimens/", {field: each})
        search: dict[str, Any] = {
            "sort": [{"field": field, "dir": direction}],
            "page_size": 2,
        }
        found: list[int] = []
        for _ in values:
            page = await client.post("/specimens/search", json=search)
            assert page.status_code == 200, page.text
            found += [item["id"] for item in page.json()["items"]]
            search["cursor"] = page.json()["next_cursor"]
            if search["cursor"] is None:
                break
        order = text(f"{field} {direction}, id {direction}")
        async with sessions() as db:
            expected = list(await db.scalars(select(Specimen.id).order_by(order)))
    assert found == expected


BEYOND = {
    "moment": ["-infinity", "294276-12-31 23:59:59+00", "infinity"],
    "day": ["-infinity", "0044-03-15 BC", "10000-01-01", "infinity"],
    "hour": ["24:00:00"],
    "hour_tz": ["24:00:00-08:00"],
    "span": ["-178000000 years", "178000000 years"],
    "real": ["-Infinity", "Infinity", "NaN"],
    "price": ["-Infinity", "Infinity", "NaN"],
}


@pytest.mark.parametrize("field", BEYOND)
async def test_rows_that_python_has_no_value_for_are_listed(
    client: AsyncClient, db: AsyncSession, field: str
) -> None:
    kind = column(Specimen, field).type
    for value in BEYOND[field]:
        written = cast(literal(value, Text()), kind)
        await db.execute(insert(Specimen).values({field: written}))
    await db.commit()
    search: dict[str, Any] = {"sort": [{"field": field}], "page_size": 1}
    for value in BEYOND[field]:
        page = await client.post("/specimens/search", json=search)
        assert page.status_code == 200, page.text
        found = cast(literal(page.json()["items"][0][field], Text()), kind)
        same_to_database = select(found == cast(literal(value, Text()), kind))
        assert await db.scalar(same_to_database)
        search["cursor"] = page.json()["next_cursor"]
    assert search["cursor"] is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("text", "\x00"),
        ("text", "\ud800"),
        ("real", float("nan")),
        ("real", float("inf")),
        ("real", 10**400),
        ("price", "NaN"),
        ("price", "Infinity"),
        ("price", float("nan")),
        ("price", "1e1001"),
        ("number", 2**63),
        ("hour", "12:00:00+02:00"),
        ("hour_tz", "12:00:00"),
        ("day", "10000-01-01"),
        ("day", "infinity"),
        ("moment", "infinity"),
        ("moment", "2024-01-01T00:00:00"),
        ("moment", "9999-12-31T23:59:59-01:00"),
        ("span", "P2000000000D"),
        ("document", {"a": "\x00"}),
        ("document", {"\ud800": 1}),
        ("plain", {"a": ["\ud800"]}),
        ("data", "?"),
    ],
)
async def test_what_cannot_be_stored_is_422_everywhere(
    client: AsyncClient, field: str, value: object
) -> None:
    path = (await client.post("/specimens/", json={})).headers["Location"]
    condition = {"field": field, "op": "eq", "value": value}
    for method, target, body in (
        ("POST", "/specimens/", {field: value}),
        ("PATCH", path, {field: value}),
        ("POST", "/specimens/search", {"filter": condition}),
    ):
        content = json.dumps(body)
        headers = {"Content-Type": "application/json"}
        response = await client.request(
            method, target, content=content, headers=headers
        )
        assert response.status_code == 422, (method, target, response.text)


async def test_json_of_100_levels(client: AsyncClient) -> None:
    value: Any = 1
    for _ in range(99):
        value = [value]
    created = await client.post("/specimens/", json={"document": {"a": value}})
    assert created.status_code == 201
    assert created.json()["document"] == {"a": value}
    found = await client.get(created.headers["Location"])
    assert found.json() == created.json()


@pytest.mark.parametrize("field", ["document", "plain"])
async def test_null_json_is_found_by_is_null(
    client: AsyncClient, db: AsyncSession, field: str
) -> None:
    sent: list[dict[str, Any]] = [{}, {field: None}, {field: {}}]
    for body in sent:
        await client.post("/specimens/", json=body)
    await db.execute(insert(Specimen), {field: JSON.NULL})
    await db.commit()
    for value, count in ((True, 3), (False, 1)):
        condition = {"field": field, "op": "is_null", "value": value}
        found = await client.post("/specimens/search", json={"filter": condition})
        assert len(found.json()["items"]) == count
    is_null = column(Specimen, field).is_(None)
    assert await db.scalar(select(func.count()).where(is_null)) == 2


async def test_digits_of_a_decimal_are_kept(client: AsyncClient) -> None:
    content = '{"price": 12345678901234567890.120}'
    headers = {"Content-Type": "application/json"}
    created = await client.post("/specimens/", content=content, headers=headers)
    assert created.json()["price"] == "12345678901234567890.120"
    search = '{"filter": {"field": "price", "op": "%s", "value": %s}}'
    for op, value in (
        ("eq", "12345678901234567890.12"),
        ("in", "[12345678901234567890.12]"),
    ):
        found = await client.post(
            "/specimens/search", content=search % (op, value), headers=headers
        )
        assert len(found.json()["items"]) == 1
