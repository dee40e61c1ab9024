"""What goes in comes out, and compares as PostgreSQL compares it."""

import datetime
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from decimal import Decimal
from typing import Annotated, Any, Literal, TypeGuard
from uuid import UUID

import pytest
from httpx2 import AsyncClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import PlainSerializer, TypeAdapter, ValidationError
from rowhouse_testing import Sessions, rolled_back
from rowhouse_testing.json_values import in_json
from sqlalchemy import JSON, cast, func, insert, select, text
from sqlalchemy.dialects.postgresql import JSONB, Range
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from rowhouse_runtime.columns import column
from rowhouse_runtime.operators import OPERATORS, operators_of, plain_kind
from rowhouse_runtime.schemas import (
    Base64Bytes,
    InJson,
    ResponseModel,
    Stored,
    StoredJson,
)

from .api import RUNTIME, app_of, client_of
from .specimens import (
    VALUES,
    Mood,
    Specimen,
    SpecimenCreateRequest,
    SpecimenResource,
    router,
)

pytestmark = pytest.mark.anyio

on_database = settings(
    max_examples=30,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
RANGES = ["seats", "serials", "prices", "stay", "shift", "session"]
UNSORTABLE = {"document", "plain", "days", *RANGES}
SORTABLE = [name for name in VALUES if name not in UNSORTABLE]
bodies = st.fixed_dictionaries(
    {}, optional={name: st.none() | values for name, values in VALUES.items()}
)


@asynccontextmanager
async def specimens(
    connection: AsyncConnection,
) -> AsyncGenerator[tuple[AsyncClient, Sessions]]:
    """A client of the specimens, and sessions to look behind it."""
    async with (
        rolled_back(RUNTIME, connection) as sessions,
        client_of(app_of(router, sessions=sessions)) as client,
    ):
        yield client, sessions


@pytest.fixture
async def client(sessions: Sessions) -> AsyncGenerator[AsyncClient]:
    """A client of the specimens."""
    async with client_of(app_of(router, sessions=sessions)) as client:
        yield client


async def send(client: AsyncClient, method: str, path: str, body: Any) -> Any:
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
    if is_range(sent):
        return found == as_stored(sent)
    return found == sent


def is_range(value: object) -> TypeGuard[Range[Any]]:
    """Whether a value is a range."""
    return isinstance(value, Range)


def as_stored(sent: Range[Any]) -> dict[str, Any]:
    """The range as PostgreSQL writes it: half open, where its ends are whole."""
    lower, upper, (left, right) = sent.lower, sent.upper, sent.bounds
    is_finite = lower is not None and upper is not None
    is_empty = sent.empty or (is_finite and lower == upper and sent.bounds != "[]")
    end: object = upper if lower is None else lower
    step = STEPS.get(type(end))
    if step is not None and not is_empty:
        if lower is not None and left == "(":
            lower, left = lower + step, "["
        is_empty = is_finite and lower == upper and right == ")"
        if upper is not None and right == "]":
            upper, right = upper + step, ")"
    if is_empty:
        return {"lower": None, "upper": None, "bounds": "()", "empty": True}
    bounds = ("(" if lower is None else left) + (")" if upper is None else right)
    return {"lower": lower, "upper": upper, "bounds": bounds, "empty": False}


STEPS: dict[type, Any] = {int: 1, datetime.date: datetime.timedelta(1)}


@st.composite
def conditions(draw: st.DrawFn) -> tuple[str, list[Any], str, Any]:
    """A field, values of it, and an operator with a value to find some of them by."""
    field = draw(st.sampled_from(list(VALUES)))
    values = draw(st.lists(st.none() | VALUES[field], min_size=1, max_size=5))
    stored = [value for value in values if value is not None]
    one = VALUES[field] | st.sampled_from(stored) if stored else VALUES[field]
    kind = plain_kind(SpecimenResource.model_fields[field].annotation)
    operator = draw(st.sampled_from(operators_of(kind)))
    shape = TypeAdapter(operator.value.of(int)).json_schema()
    if shape["type"] == "boolean":
        return field, values, operator.name, draw(st.booleans())
    least, most = shape.get("minItems", 0), min(shape.get("maxItems", 3), 3)
    several = st.lists(one, min_size=least, max_size=most)
    value = draw(several if operator.value.is_list else one)
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


async def ids(db: AsyncSession, field: str, op: str, value: Any) -> list[int]:
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


async def test_null_where_there_may_be_none_is_an_error(db: AsyncSession) -> None:
    class Strict(ResponseModel):
        mood: Stored[Mood]
        document: StoredJson[dict[str, Any]]

    # A column that is not nullable may hold JSON's null, which is read as None.
    row = Specimen(mood="odd", document=None)
    shown = {"mood": "odd", "document": None}
    assert Strict.model_validate(row).model_dump() == shown
    row.mood = None
    with pytest.raises(ValidationError, match=r"error, Input should not be null \["):
        Strict.model_validate(row)


class Chosen(ResponseModel):
    """A field with an enum."""

    number: InJson[Literal[1, 2]]


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (InJson[int], [True, "1", 1.5, [1]]),
        (InJson[float], ["1e400", "infinity", True]),
        (InJson[bool], [1, 0.0, "true"]),
        (InJson[str], [1, None]),
        (InJson[UUID], ["6F9619FF-8B86-D011-B42D-00C04FC964FF", 0]),
        (InJson[datetime.date], [0, "2024-02-29T00:00:00"]),
        (InJson[list[datetime.date]], [[0], ["2024-02-29T00:00:00", None]]),
        (InJson[list[int]], [[True, "1"], "1"]),
        (Chosen, [{"number": True}, {"number": 2.0}]),
    ],
)
def test_json_of_another_type_is_shown_as_it_is(
    kind: Any, values: list[object]
) -> None:
    shown: TypeAdapter[Any] = TypeAdapter(kind)
    for value in values:
        answer = shown.dump_json(shown.validate_python(value)).decode()
        assert answer == json.dumps(value, separators=(",", ":"))


class Lists(ResponseModel):
    """Lists whose items JSON does not have, which other programs wrote in part."""

    reals: Stored[list[float]] | None
    blobs: Stored[list[Base64Bytes]] | None


class Priced(ResponseModel):
    """A list whose items have a serializer of their own."""

    prices: Stored[list[Annotated[Decimal, PlainSerializer(lambda at: f"{at} EUR")]]]


def test_a_stored_value_is_written_as_its_type_says() -> None:
    row = Priced.model_validate({"prices": [Decimal("1.50")]})
    assert row.model_dump_json() == '{"prices":["1.50 EUR"]}'


def test_openapi_says_the_type_of_a_stored_value() -> None:
    schema = SpecimenResource.model_json_schema(mode="serialization")["properties"]
    assert schema["mood"]["anyOf"][0] == {"enum": ["calm", "wild"], "type": "string"}
    assert schema["document"]["anyOf"][0]["type"] == "object"
    assert schema["days"]["anyOf"][0]["type"] == "array"
    lists = Lists.model_json_schema(mode="serialization")["properties"]
    assert lists["reals"]["anyOf"][0]["items"] == {"type": "number"}
    chosen = Chosen.model_json_schema(mode="serialization")["properties"]
    assert chosen["number"]["enum"] == [1, 2]


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
        ("day", "10000-01-01"),
        ("day", "infinity"),
        ("moment", "infinity"),
        ("moment", "2024-01-01T00:00:00"),
        ("local", "2024-01-01T00:00:00Z"),
        ("local", "10000-01-01T00:00:00"),
        ("moment", "9999-12-31T23:59:59-01:00"),
        ("span", "P2000000000D"),
        ("document", {"a": "\x00"}),
        ("document", {"\ud800": 1}),
        ("plain", {"a": ["\ud800"]}),
        ("data", "?"),
        ("seats", "[1,2)"),
        ("seats", 1.5),
        ("session", [1.5]),
        ("seats", {"lower": 2, "upper": 1}),
        ("seats", {"lower": 1, "bounds": "]["}),
        ("seats", {"from": 1}),
        ("seats", {"lower": 1, "empty": True}),
        ("seats", {"upper": 2**31}),
        ("seats", {"upper": 2**31 - 1, "bounds": "[]"}),
        ("serials", {"upper": 2**63}),
        ("serials", {"upper": 2**63 - 1, "bounds": "(]"}),
        ("prices", {"upper": "Infinity"}),
        ("prices", {"upper": "1e1001"}),
        ("stay", {"upper": "infinity"}),
        ("shift", {"upper": "2024-01-01T00:00:00Z"}),
        ("session", {"upper": "2024-01-01T00:00:00"}),
        ("session", {"lower": "0001-01-01T00:00:00+01:00"}),
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


@on_database
@given(
    drawn=st.sampled_from(RANGES).flatmap(
        lambda field: st.tuples(st.just(field), VALUES[field], VALUES[field])
    )
)
async def test_ranges_come_back_as_postgresql_writes_them(
    connection: AsyncConnection, drawn: tuple[str, Range[Any], Range[Any]]
) -> None:
    field, first, second = drawn
    async with specimens(connection) as (client, _):
        created = await send(client, "POST", "/specimens/", {field: first})
        assert created.status_code == 201, created.text
        assert read(created.json())[field] == as_stored(first)
        path = created.headers["Location"]
        changed = await send(client, "PATCH", path, {field: second})
        assert changed.status_code == 200, changed.text
        assert read(changed.json())[field] == as_stored(second)


def test_openapi_describes_a_range() -> None:
    request = SpecimenCreateRequest.model_json_schema()["properties"]
    response = SpecimenResource.model_json_schema(mode="serialization")["properties"]
    sent, answered = (each["stay"]["anyOf"][0] for each in (request, response))
    keys = ["lower", "upper", "bounds", "empty"]
    assert list(sent["properties"]) == list(answered["properties"]) == keys
    assert answered["required"] == keys
    assert "required" not in sent
    assert sent["additionalProperties"] is False
    assert sent["examples"] == [{"lower": "2024-01-01"}]
    day = {"type": "string", "format": "date"}
    assert sent["properties"]["lower"]["anyOf"] == [day, {"type": "null"}]
    assert answered["properties"]["lower"]["anyOf"] == [day, {"type": "null"}]
