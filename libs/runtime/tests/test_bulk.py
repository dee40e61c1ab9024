"""Several operations of a request: all of them or none, whatever a model holds."""

from collections.abc import AsyncGenerator
from typing import Annotated, Any, Literal

import pytest
from fastapi import APIRouter, HTTPException
from httpx2 import AsyncClient, Response
from pydantic import Field
from rowhouse_testing import Sessions
from sqlalchemy import false, select, text

from rowhouse_runtime.bulk import Bulk, Rules
from rowhouse_runtime.bulk_requests import BulkRequest, Operation
from rowhouse_runtime.queries import select_for
from rowhouse_runtime.routing import ApiRoute
from rowhouse_runtime.schemas import UNSET, RequestModel, ResponseModel

from .api import Db, app_of, client_of
from .family import House, Window
from .house_api import HouseResource, HouseUpdateRequest, to_resource
from .statements import statements_of

pytestmark = pytest.mark.anyio

Json = dict[str, Any]


class NewHouse(RequestModel):
    """What a new house is made of."""

    name: Annotated[str, Field(alias="called")]
    price: Annotated[float | None, Field(alias="costs")] = None
    rooms_: Json | None = None
    roof: str | None = UNSET


class CreateHouse(RequestModel):
    """Creates a house."""

    op: Literal["create"]
    values: NewHouse


class UpdateHouse(RequestModel):
    """Changes a house."""

    op: Literal["update"]
    pk: int
    values: HouseUpdateRequest
    if_match: str | None = None


class DeleteHouse(RequestModel):
    """Deletes a house."""

    op: Literal["delete"]
    pk: int
    if_match: str | None = None


class HouseBulkRequest(BulkRequest):
    """Operations on houses."""

    operations: list[Operation[CreateHouse | UpdateHouse | DeleteHouse]]


class HouseBulkResponse(ResponseModel):
    """Houses."""

    results: list[HouseResource | None]


router = APIRouter(prefix="/houses", route_class=ApiRoute)
rules: dict[str, Any] = {}


@router.post("/bulk")
async def bulk_houses(body: HouseBulkRequest, db: Db) -> HouseBulkResponse:
    """Writes houses."""
    statement = select_for(House, HouseResource)
    bulk = Bulk(db=db, rows=statement, schema=HouseResource, version="version", **rules)
    rows = await bulk.run(body.operations)
    answer = HouseBulkResponse(results=[row and to_resource(row) for row in rows])
    await db.commit()
    return answer


@pytest.fixture
async def client(sessions: Sessions) -> AsyncGenerator[AsyncClient]:
    """A client of the houses."""
    rules.clear()
    async with client_of(app_of(router, sessions=sessions)) as client:
        yield client


def new(name: str = "a", **values: Any) -> Json:
    return {"op": "create", "values": {"called": name, **values}}


def change(pk: int, **values: Any) -> Json:
    return {"op": "update", "pk": pk, "values": values}


def drop(pk: int) -> Json:
    return {"op": "delete", "pk": pk}


async def post(client: AsyncClient, *operations: Json) -> Response:
    return await client.post("/houses/bulk", json={"operations": operations})


async def make(client: AsyncClient, *operations: Json) -> list[Json]:
    made = await post(client, *operations)
    assert made.status_code == 200, made.text
    results: list[Json] = made.json()["results"]
    return results


async def names(sessions: Sessions) -> list[str]:
    async with sessions() as db:
        return [*await db.scalars(select(House.name).order_by(House.id))]


async def test_results_are_what_is_stored(
    client: AsyncClient, sessions: Sessions
) -> None:
    """Of rows that set different columns, have defaults, and load others eagerly."""
    made = await make(
        client, new(" a "), new("b", roof=None), new("c", rooms_=None, costs=1.5)
    )
    found = [(each["title"], each["roof"], each["price"]) for each in made]
    assert found == [("a", "tiles", None), ("b", None, None), ("c", "tiles", "1.50")]
    async with sessions() as db:
        db.add_all([Window(house_id=made[0]["id"]) for _ in range(2)])
        await db.commit()
    one, two, three = (each["id"] for each in made)
    changed = await make(
        client, change(two, title="d"), change(one, plan="x"), drop(three), new("e")
    )
    assert [each and each["title"] for each in changed] == ["d", "a", None, "e"]
    assert [each and each["version"] for each in changed] == [2, 2, None, 1]
    assert changed[1]["plan"] == "x"
    assert await names(sessions) == ["a", "d", "e"]


async def test_rows_alike_are_one_statement(
    client: AsyncClient, sessions: Sessions
) -> None:
    """Also if others that set fewer columns stand between them."""
    with statements_of(sessions.kw["bind"]) as sent:
        made = await make(
            client,
            *(new(str(at), **({"roof": "x"} if at % 2 else {})) for at in range(20)),
        )
    assert [each["title"] for each in made] == [str(at) for at in range(20)]
    assert sum(each.startswith("INSERT") for each in sent) == 2


async def test_the_refused_one_of_many_is_found_in_few_statements(
    client: AsyncClient, sessions: Sessions
) -> None:
    """Not one by one: one request would keep a connection busy for long."""
    many = [new(str(at)) for at in range(64)]
    with statements_of(sessions.kw["bind"]) as sent:
        refused = await post(client, *many, new("x", costs=1e12))
    assert (refused.status_code, refused.json()["fields"]) == (
        422,
        ["operations.64.values"],
    )
    assert sum(each.startswith("INSERT") for each in sent) < 20
    assert await names(sessions) == []


@pytest.mark.parametrize(
    ("operation", "status", "fields"),
    [
        (new("ruin"), 422, ["operations.1.values"]),
        (new("b", costs=1e12), 422, ["operations.1.values"]),
        (change(-1), 404, ["operations.1"]),
        (drop(-1), 404, ["operations.1"]),
        (drop(2**70), 404, ["operations.1"]),
    ],
)
async def test_an_error_names_its_operation(
    client: AsyncClient,
    sessions: Sessions,
    operation: Json,
    status: int,
    fields: list[str],
) -> None:
    """Alone of its kind, and among others."""
    first, second = await make(client, new("x"), new("y"))
    for other in (new("z"), change(first["id"], title="z"), drop(second["id"])):
        answer = await post(client, other, operation, new("w"))
        assert (answer.status_code, answer.json()["fields"]) == (status, fields)
        assert await names(sessions) == ["x", "y"]


async def test_a_row_that_others_refer_to_is_kept(
    client: AsyncClient, sessions: Sessions
) -> None:
    """The error is that of its own delete."""
    first, second = await make(client, new("x"), new("y"))
    async with sessions() as db:
        db.add(Window(house_id=second["id"]))
        await db.commit()
    answer = await post(client, drop(first["id"]), drop(second["id"]))
    assert answer.status_code == 409
    body = answer.json()
    assert (body["code"], body["fields"]) == ("referenced", ["operations.1"])
    assert await names(sessions) == ["x", "y"]


async def test_a_row_that_a_trigger_skips_is_a_conflict(
    client: AsyncClient, sessions: Sessions
) -> None:
    """It is not there to be answered with."""
    async with sessions() as db:
        await db.execute(
            text(
                "CREATE FUNCTION pg_temp.skip() RETURNS trigger LANGUAGE plpgsql AS"
                " $$ BEGIN IF NEW.name = 'skip' THEN RETURN NULL; END IF;"
                " RETURN NEW; END $$"
            )
        )
        await db.execute(
            text(
                "CREATE TRIGGER skip BEFORE INSERT OR UPDATE ON houses"
                " FOR EACH ROW EXECUTE FUNCTION pg_temp.skip()"
            )
        )
        await db.commit()
    answer = await post(client, new("x"), new("skip"))
    assert (answer.status_code, answer.json()["fields"]) == (409, ["operations.1"])
    assert await names(sessions) == []


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        ("create", Rules(allowed=False)),
        ("create", Rules(after=false())),
        ("update", Rules(allowed=False)),
        ("update", Rules(may=false())),
        ("update", Rules(after=false())),
        ("delete", Rules(allowed=False)),
        ("delete", Rules(may=false())),
    ],
)
async def test_the_rules_of_each_kind_are_asked(
    client: AsyncClient, sessions: Sessions, kind: str, rule: Rules
) -> None:
    """What is not allowed is a 403, of one row and of several."""
    first, second = await make(client, new("x"), new("y"))
    operations = {
        "create": [new("a"), new("b")],
        "update": [change(each["id"], title="c") for each in (first, second)],
        "delete": [drop(each["id"]) for each in (first, second)],
    }
    rules[kind] = rule
    for count in (1, 2):
        answer = await post(client, *operations[kind][:count])
        body = answer.json()
        assert (answer.status_code, body["fields"]) == (403, ["operations.0"])
    others = [each for name, each in operations.items() if name != kind]
    assert await names(sessions) == ["x", "y"]
    for each in others:
        await make(client, *each)


class _PaymentRequiredError(HTTPException):
    """An error that the application has a handler for."""

    def __init__(self) -> None:
        super().__init__(402, "Pay first")


async def test_hooks_are_called_for_each_row(
    client: AsyncClient, sessions: Sessions
) -> None:
    """In their order; an error of a class of the project's stays what it is."""
    calls: list[str] = []

    async def before(values: Json) -> None:
        calls.append(f"before {values['name']}")
        if values["name"] == "free":
            raise _PaymentRequiredError
        values["price"] = 7

    async def after(house: House) -> None:
        calls.append(f"after {house.name}")
        house.rank = 3

    rules["create"] = Rules(before_write=before, after_write=after)
    made = await make(client, new("x"), new("y"))
    assert calls == ["before x", "after x", "before y", "after y"]
    assert [(each["price"], each["rank"]) for each in made] == [("7.00", 3)] * 2
    answer = await post(client, new("z"), new("free"))
    assert (answer.status_code, answer.json()["detail"]) == (402, "Pay first")
    assert await names(sessions) == ["x", "y"]


@pytest.mark.parametrize("tag", ["1", '"1"', "*", '"9", "1"', None])
async def test_a_version_has_quotes_or_none(
    client: AsyncClient, tag: str | None
) -> None:
    """As the row shows it, or as the header has it."""
    first, second = await make(client, new("x"), new("y"))
    both = [change(each["id"], title="z") for each in (first, second)]
    changed = await make(client, *({**each, "if_match": tag} for each in both))
    assert [each["version"] for each in changed] == [2, 2]
    for stale in ("1", '"1"', 'W/"2"', "2, 2", ""):
        refused = await post(client, both[0], {**both[1], "if_match": stale})
        body = refused.json()
        assert (refused.status_code, body["fields"]) == (412, ["operations.1"])
    rules["version_required"] = True
    refused = await post(client, {**both[0], "if_match": "2"}, both[1])
    assert (refused.status_code, refused.json()["fields"]) == (428, ["operations.1"])
