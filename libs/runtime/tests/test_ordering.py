"""Sort clauses become an ORDER BY in which NULL is the largest."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from pydantic import ValidationError
from rowhouse_testing import rolled_back
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from rowhouse_runtime.ordering import apply_ordering

from .api import RUNTIME
from .clauses import Clause, sort, sorts
from .models import Thing
from .specimens import SpecimenSearchRequest
from .things import VALUES, in_order, things

pytestmark = pytest.mark.anyio

# How text sorts is up to the database's collation.
COMPARABLE = [name for name in VALUES if name != "text"]


@settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(rows=things(), clauses=sorts(COMPARABLE))
async def test_order_is_that_of_the_values(
    connection: AsyncConnection,
    rows: list[dict[str, Any]],
    clauses: list[Clause],
) -> None:
    async with rolled_back(RUNTIME, connection) as sessions, sessions() as db:
        if rows:
            await db.execute(insert(Thing), rows)
        statement = apply_ordering(select(Thing), clauses, Thing, "number")
        found = list(await db.scalars(statement.order_by(Thing.id)))
    terms = [(str(clause.field), str(clause.dir)) for clause in clauses]
    by_key = sorted(found, key=lambda thing: thing.id)
    expected = in_order(by_key, terms or [("number", "asc")])
    assert [thing.id for thing in found] == [thing.id for thing in expected]


def order_by(*arguments: Any) -> str:
    statement = apply_ordering(select(Thing.id), *arguments)
    return str(statement).partition("ORDER BY ")[2]


@pytest.mark.parametrize("empty", [None, []])
def test_default_without_clauses(empty: list[Clause] | None) -> None:
    assert order_by(empty, Thing, "number") == "things.number ASC"
    assert order_by(empty, Thing, "number", "desc") == "things.number DESC"


def test_clauses_in_their_order_and_by_attribute() -> None:
    clauses = sort(("number", "desc"), ("metadata_", "asc"), ("text", "desc"))
    assert order_by(clauses, Thing, "number") == (
        "things.number DESC, things.metadata ASC NULLS LAST, "
        "things.text DESC NULLS FIRST"
    )


def test_of_a_repeated_field_the_first_counts() -> None:
    clauses = sort(("number", "desc"), ("number", "asc"))
    assert order_by(clauses, Thing, "id") == "things.number DESC"


def test_a_request_has_eight_clauses_at_most() -> None:
    clause = {"field": "id"}
    SpecimenSearchRequest.model_validate({"sort": [clause] * 8})
    with pytest.raises(ValidationError, match="at most 8 items"):
        SpecimenSearchRequest.model_validate({"sort": [clause] * 9})
