"""Columns of JSON whose values have a type of the project."""

import datetime
import enum
import json
import uuid
from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from rowhouse_runtime.documents import write_document
from rowhouse_runtime.filter_nodes import FilterCondition
from rowhouse_runtime.filters import apply_filters
from rowhouse_runtime.hooks import check_values
from rowhouse_runtime.rows import build_row, change_row, refresh_row, values_of
from rowhouse_runtime.schemas import UNSET, RequestModel, ResponseModel, StoredJson

from .models import Thing

pytestmark = pytest.mark.anyio


class Mood(enum.Enum):
    """How it is there."""

    CALM = "calm"


class Place(BaseModel):
    """Has what JSON has not, and a name of its own in requests."""

    since: datetime.date
    town: Annotated[str, Field(alias="theTown")] = "Ulm"
    mood: Mood = Mood.CALM
    more: Any = None


class ThingRequest(RequestModel):
    """A create, or an update."""

    number: int = 1
    document: Place = UNSET
    plain_json: list[Place] = UNSET


class ThingResource(ResponseModel):
    """An answer."""

    document: StoredJson[Place] | None
    plain_json: StoredJson[list[Place]] | None


class ThingFilterCondition(FilterCondition):
    """A filter as the generator writes it."""

    item = ThingResource
    field: Literal["document", "plain_json"] = UNSET


SENT = {"since": "2024-02-29", "theTown": "Bern"}
STORED = {**SENT, "mood": "calm", "more": None}


async def test_class_is_stored_and_found_as_it_was_sent(db: AsyncSession) -> None:
    body = ThingRequest.model_validate({"document": SENT, "plain_json": [SENT]})
    row = build_row(Thing, body)
    db.add(row)
    await db.flush()
    await refresh_row(db, row, ThingResource)
    stored: list[Any] = [row.document, row.plain_json]
    assert stored == [STORED, [STORED]]
    answer = ThingResource.model_validate(row).model_dump(mode="json", by_alias=True)
    assert answer == {"document": STORED, "plain_json": [STORED]}
    for field, value, count in (
        ("document", SENT, 1),
        ("document", {**SENT, "theTown": "Ulm"}, 0),
        ("plain_json", [SENT], 1),
        ("plain_json", [SENT, SENT], 0),
    ):
        for op, given in (("eq", value), ("in", [value])):
            node = {"field": field, "op": op, "value": given}
            condition = ThingFilterCondition.model_validate(node)
            found = await db.scalars(apply_filters(select(Thing), condition, Thing))
            assert len(found.all()) == count, node
    change_row(row, ThingRequest.model_validate({"document": {"since": "2025-01-01"}}))
    await db.flush()
    await refresh_row(db, row, ThingResource)
    assert row.document == {**STORED, "since": "2025-01-01", "theTown": "Ulm"}


def test_hooks_get_and_give_documents() -> None:
    body = ThingRequest.model_validate({"document": SENT})
    values = values_of(body)
    assert values["document"] == STORED
    values["document"] = {**SENT, "theTown": "Ulm"}
    check_values(values, body, Thing)
    assert values["document"] == {**STORED, "theTown": "Ulm"}


def test_documents_are_written_as_responses_have_them() -> None:
    key = uuid.uuid4()
    values = [
        (datetime.date(2024, 2, 29), "2024-02-29"),
        (datetime.datetime(2024, 2, 29, tzinfo=datetime.UTC), "2024-02-29T00:00:00Z"),
        (datetime.timedelta(days=1), "P1D"),
        (Decimal("1.50"), "1.50"),
        (key, str(key)),
        (b"\xff", "/w=="),
        (Mood.CALM, "calm"),
        (1.5, 1.5),
    ]
    document = write_document([value for value, _ in values])
    assert json.loads(document) == [expected for _, expected in values]
    with pytest.raises(ValueError, match="Unable to serialize unknown type"):
        write_document(object())


async def test_columns_take_what_json_has_not(db: AsyncSession) -> None:
    document = {"since": datetime.date(2024, 2, 29)}
    row = Thing(number=1, document=document, plain_json=document)
    db.add(row)
    await db.flush()
    await db.refresh(row)
    assert row.document == row.plain_json == {"since": "2024-02-29"}
