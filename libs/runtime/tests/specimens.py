"""A table of every type, an API on it as the generator writes one, and its values."""

import datetime
import enum
import uuid
from decimal import Decimal
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request, Response
from hypothesis import strategies as st
from pydantic import Field, NaiveDatetime
from sqlalchemy import (
    JSON,
    BigInteger,
    Connection,
    DateTime,
    Double,
    Enum,
    ForeignKey,
    Interval,
    LargeBinary,
    Numeric,
    Text,
    Time,
    UniqueConstraint,
    bindparam,
    event,
)
from sqlalchemy import Date as DateColumn
from sqlalchemy.dialects.postgresql import (
    ARRAY,
    DATERANGE,
    ENUM,
    INT4RANGE,
    INT8RANGE,
    JSONB,
    NUMRANGE,
    TSRANGE,
    TSTZRANGE,
)
from sqlalchemy.dialects.postgresql import Range as PgRange
from sqlalchemy.orm import Mapped, mapped_column, relationship

from rowhouse_runtime.filter_nodes import Filter, FilterCondition
from rowhouse_runtime.filters import apply_filters
from rowhouse_runtime.keyset import fetch_keyset_page, keyset_order
from rowhouse_runtime.ordering import MAX_SORT_CLAUSES, SortDirection
from rowhouse_runtime.queries import (
    get_object_from_query_or_404,
    lock_for_update,
    select_for,
)
from rowhouse_runtime.ranges import Range
from rowhouse_runtime.responses import location
from rowhouse_runtime.routing import ApiRoute
from rowhouse_runtime.rows import build_row, change_row, refresh_row
from rowhouse_runtime.schemas import (
    UNSET,
    Base64Bytes,
    IntKey,
    RequestModel,
    ResponseModel,
    Stored,
    StoredJson,
)

from .api import Db
from .models import Base


class Shade(enum.Enum):
    """Two of the three labels that the database has."""

    LIGHT = "light"
    DARK = "dark"


@event.listens_for(Base.metadata, "before_create")
def create_shade(_: object, connection: Connection, **_options: object) -> None:
    """Makes the type by hand, as Python does not know all of it."""
    labels = "'LIGHT', 'DIM', 'DARK'"
    connection.exec_driver_sql(f"CREATE TYPE shade AS ENUM ({labels})")


class Specimen(Base):
    """A row of every type."""

    __tablename__ = "specimens"
    # There are few moods, so that rows with equal keys may have one in common.
    __table_args__ = (UniqueConstraint("key", "mood"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[uuid.UUID | None]
    text: Mapped[str | None] = mapped_column(Text)
    number: Mapped[int | None] = mapped_column(BigInteger)
    real: Mapped[float | None] = mapped_column(Double)
    flag: Mapped[bool | None]
    moment: Mapped[datetime.datetime | None] = mapped_column(DateTime(timezone=True))
    local: Mapped[datetime.datetime | None] = mapped_column(DateTime)
    day: Mapped[datetime.date | None] = mapped_column(DateColumn)
    hour: Mapped[datetime.time | None] = mapped_column(Time)
    span: Mapped[datetime.timedelta | None] = mapped_column(Interval)
    price: Mapped[Decimal | None] = mapped_column(Numeric)
    data: Mapped[bytes | None] = mapped_column(LargeBinary)
    document: Mapped[dict[str, Any] | None] = mapped_column(JSONB)
    plain: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    days: Mapped[list[datetime.date] | None] = mapped_column(ARRAY(DateColumn))
    mood: Mapped[str | None] = mapped_column(Text)
    shade: Mapped[Shade | None] = mapped_column(ENUM(Shade, create_type=False))
    tone: Mapped[Shade | None] = mapped_column(Enum(Shade, native_enum=False))
    seats: Mapped[PgRange[int] | None] = mapped_column(INT4RANGE)
    serials: Mapped[PgRange[int] | None] = mapped_column(INT8RANGE)
    prices: Mapped[PgRange[Decimal] | None] = mapped_column(NUMRANGE)
    stay: Mapped[PgRange[datetime.date] | None] = mapped_column(DATERANGE)
    shift: Mapped[PgRange[datetime.datetime] | None] = mapped_column(TSRANGE)
    session: Mapped[PgRange[datetime.datetime] | None] = mapped_column(TSTZRANGE)

    # Each page loads these as well, in an order of their own.
    labels: Mapped[list["Label"]] = relationship(
        lazy="selectin", order_by="Label.name", viewonly=True
    )
    marks: Mapped[list["Label"]] = relationship(
        lazy="joined", order_by="Label.id.desc()", viewonly=True
    )


class Label(Base):
    """What is written on a specimen."""

    __tablename__ = "labels"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    specimen_id: Mapped[int] = mapped_column(ForeignKey("specimens.id"))


Mood = Literal["calm", "wild"]


class SpecimenResource(ResponseModel):
    """A specimen."""

    id: int
    key: uuid.UUID | None
    text: str | None
    number: int | None
    real: float | None
    flag: bool | None
    moment: datetime.datetime | None
    local: NaiveDatetime | None
    day: datetime.date | None
    hour: datetime.time | None
    span: datetime.timedelta | None
    price: Decimal | None
    data: Base64Bytes | None
    document: StoredJson[dict[str, Any]] | None
    plain: StoredJson[dict[str, Any]] | None
    days: Stored[list[datetime.date]] | None
    mood: Stored[Mood] | None
    shade: Stored[Shade] | None
    tone: Stored[Shade] | None
    seats: Range[int] | None
    serials: Range[int] | None
    prices: Range[Decimal] | None
    stay: Range[datetime.date] | None
    shift: Range[NaiveDatetime] | None
    session: Range[datetime.datetime] | None


class SpecimenCreateRequest(RequestModel):
    """What a new specimen is made of."""

    key: uuid.UUID | None = None
    text: str | None = None
    number: int | None = None
    real: float | None = None
    flag: bool | None = None
    moment: datetime.datetime | None = None
    local: NaiveDatetime | None = None
    day: datetime.date | None = None
    hour: datetime.time | None = None
    span: datetime.timedelta | None = None
    price: Decimal | None = None
    data: Base64Bytes | None = None
    document: dict[str, Any] | None = None
    plain: dict[str, Any] | None = None
    days: list[datetime.date] | None = None
    mood: Mood | None = None
    shade: Shade | None = None
    tone: Shade | None = None
    seats: Range[int] | None = None
    serials: Range[int] | None = None
    prices: Range[Decimal] | None = None
    stay: Range[datetime.date] | None = None
    shift: Range[NaiveDatetime] | None = None
    session: Range[datetime.datetime] | None = None


class SpecimenUpdateRequest(RequestModel):
    """What to change of a specimen."""

    key: uuid.UUID | None = UNSET
    text: str | None = UNSET
    number: int | None = UNSET
    real: float | None = UNSET
    flag: bool | None = UNSET
    moment: datetime.datetime | None = UNSET
    local: NaiveDatetime | None = UNSET
    day: datetime.date | None = UNSET
    hour: datetime.time | None = UNSET
    span: datetime.timedelta | None = UNSET
    price: Decimal | None = UNSET
    data: Base64Bytes | None = UNSET
    document: dict[str, Any] | None = UNSET
    plain: dict[str, Any] | None = UNSET
    days: list[datetime.date] | None = UNSET
    mood: Mood | None = UNSET
    shade: Shade | None = UNSET
    tone: Shade | None = UNSET
    seats: Range[int] | None = UNSET
    serials: Range[int] | None = UNSET
    prices: Range[Decimal] | None = UNSET
    stay: Range[datetime.date] | None = UNSET
    shift: Range[NaiveDatetime] | None = UNSET
    session: Range[datetime.datetime] | None = UNSET


FieldName = Literal[
    "id",
    "key",
    "text",
    "number",
    "real",
    "flag",
    "moment",
    "local",
    "day",
    "hour",
    "span",
    "price",
    "data",
    "document",
    "plain",
    "days",
    "mood",
    "shade",
    "tone",
    "seats",
    "serials",
    "prices",
    "stay",
    "shift",
    "session",
]


SortName = Literal[
    "id",
    "key",
    "text",
    "number",
    "real",
    "flag",
    "moment",
    "local",
    "day",
    "hour",
    "span",
    "price",
    "data",
    "mood",
    "shade",
    "tone",
]


class SpecimenFilterCondition(FilterCondition):
    """A filter of specimens."""

    item = SpecimenResource
    and_: Annotated[
        list["SpecimenFilterCondition"],
        Field(alias="and", min_length=1),
    ] = UNSET
    or_: Annotated[
        list["SpecimenFilterCondition"],
        Field(alias="or", min_length=1),
    ] = UNSET
    not_: Annotated["SpecimenFilterCondition", Field(alias="not")] = UNSET
    field: FieldName = UNSET


class SpecimenSortClause(RequestModel):
    """A field to sort by."""

    field: SortName
    dir: SortDirection = SortDirection.ASC


class SpecimenSearchRequest(RequestModel):
    """Which specimens to list."""

    filter: Filter[SpecimenFilterCondition] | None = None
    sort: Annotated[
        list[SpecimenSortClause] | None, Field(max_length=MAX_SORT_CLAUSES)
    ] = None
    cursor: str | None = None
    page_size: Annotated[int, Field(ge=1, strict=True)] = 20


class SpecimenPage(ResponseModel):
    """A page of specimens."""

    items: list[SpecimenResource]
    next_cursor: str | None


router = APIRouter(prefix="/specimens", route_class=ApiRoute)

_SELECT = select_for(Specimen, SpecimenResource).where(Specimen.id == bindparam("pk"))
_UPDATE = lock_for_update(_SELECT)
_LIST = select_for(Specimen, SpecimenResource)


@router.get("/{pk}")
async def get_specimen(pk: IntKey, db: Db) -> SpecimenResource:
    """Returns a specimen."""
    found = await get_object_from_query_or_404(
        db, _SELECT, parameters={"pk": pk}, sole=True
    )
    return SpecimenResource.model_validate(found)


@router.post("/search", openapi_extra={"x-query": True})
async def search_specimens(body: SpecimenSearchRequest, db: Db) -> SpecimenPage:
    """Lists specimens."""
    page = await fetch_keyset_page(
        db,
        apply_filters(_LIST, body.filter, Specimen),
        keyset_order(
            Specimen, body.sort, default_field="id", cursor_field="id", key=["id"]
        ),
        cursor=body.cursor,
        page_size=body.page_size,
        max_page_size=100,
        scope=body.filter,
        shown=SpecimenResource,
    )
    return SpecimenPage(
        items=[SpecimenResource.model_validate(row) for row in page.rows],
        next_cursor=page.next_cursor,
    )


@router.post("", status_code=201, include_in_schema=False)
@router.post("/", status_code=201)
async def create_specimen(
    body: SpecimenCreateRequest, request: Request, response: Response, db: Db
) -> SpecimenResource:
    """Creates a specimen."""
    row = build_row(Specimen, body)
    db.add(row)
    await db.flush()
    await refresh_row(db, row, SpecimenResource)
    answer = SpecimenResource.model_validate(row)
    response.headers["Location"] = location(request, row.id)
    await db.commit()
    return answer


@router.patch("/{pk}")
async def update_specimen(
    pk: IntKey, body: SpecimenUpdateRequest, db: Db
) -> SpecimenResource:
    """Changes a specimen."""
    row = await get_object_from_query_or_404(
        db, _UPDATE, parameters={"pk": pk}, sole=True
    )
    change_row(row, body)
    await db.flush()
    await refresh_row(db, row, SpecimenResource)
    answer = SpecimenResource.model_validate(row)
    await db.commit()
    return answer


def _or_ends(strategy: st.SearchStrategy[Any], *ends: object) -> st.SearchStrategy[Any]:
    return strategy | st.sampled_from(ends)


_TEXTS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=20
)
# PostgreSQL's offsets are of less than 16 hours.
_ZONES = st.integers(-959, 959).map(
    lambda minutes: datetime.timezone(datetime.timedelta(minutes=minutes))
)
_FIRST_MOMENT = datetime.datetime(1, 1, 3)
_LAST_MOMENT = datetime.datetime(9999, 12, 29)
# The driver takes the first and the last one that Python knows for infinity.
_LOCALS = st.datetimes(_FIRST_MOMENT, _LAST_MOMENT)
_MOMENTS = st.datetimes(_FIRST_MOMENT, _LAST_MOMENT, timezones=_ZONES)
_DATES = st.dates(_FIRST_MOMENT.date(), _LAST_MOMENT.date())
_DOCUMENTS = st.dictionaries(
    _TEXTS,
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(10**30), 10**30)
        # Larger ones come back as integers, of the same value; -0.0 comes back as 0.0.
        | st.floats(-1e15, 1e15).map(lambda number: number + 0.0)
        | _TEXTS,
        lambda inner: (
            st.lists(inner, max_size=3) | st.dictionaries(_TEXTS, inner, max_size=3)
        ),
        max_leaves=6,
    ),
    max_size=3,
)


@st.composite
def _ranges(draw: st.DrawFn, ends: st.SearchStrategy[Any]) -> PgRange[Any]:
    """Of each kind: empty ones, points, and those without an end or both."""
    if draw(st.integers(0, 9)) == 0:
        return PgRange(empty=True)
    one, other = draw(ends), draw(st.none() | ends)
    lower, upper = draw(
        st.sampled_from([(one, one), (one, other), (other, one), (None, None)])
    )
    if lower is not None and upper is not None and lower > upper:
        lower, upper = upper, lower
    bounds: Any = draw(st.sampled_from(["[)", "[]", "(]", "()"]))
    return PgRange(lower, upper, bounds=bounds)


VALUES: dict[str, st.SearchStrategy[Any]] = {
    "key": st.uuids(),
    "text": _TEXTS,
    "number": _or_ends(st.integers(-(2**63), 2**63 - 1), -(2**63), 2**63 - 1),
    "real": st.floats(allow_nan=False, allow_infinity=False),
    "flag": st.booleans(),
    "moment": _MOMENTS,
    "local": _LOCALS,
    "day": _DATES,
    "hour": st.times(),
    "span": st.timedeltas(),
    "price": st.decimals(allow_nan=False, allow_infinity=False).filter(
        lambda value: abs(value.adjusted()) < 1000
    ),
    "data": st.binary(max_size=20),
    "document": _DOCUMENTS,
    "plain": _DOCUMENTS,
    "days": st.lists(_DATES, max_size=3),
    "mood": st.sampled_from(["calm", "wild"]),
    "shade": st.sampled_from(Shade),
    "tone": st.sampled_from(Shade),
    # One less than all there are: PostgreSQL writes `[1,2]` as `[1,3)`.
    "seats": _ranges(_or_ends(st.integers(-(2**31), 2**31 - 2), -(2**31), 2**31 - 2)),
    "serials": _ranges(_or_ends(st.integers(-(2**63), 2**63 - 2), -(2**63), 2**63 - 2)),
    "prices": _ranges(st.decimals(-(10**20), 10**20, allow_nan=False, places=3)),
    "stay": _ranges(_DATES),
    "shift": _ranges(_LOCALS),
    "session": _ranges(_MOMENTS),
}
"""The whole range of each field's type, as far as a request can bring it."""
