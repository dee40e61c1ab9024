"""Filters select the rows that they describe."""

import operator
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rowhouse_testing import Rows, rolled_back
from sqlalchemy import (
    ARRAY,
    CHAR,
    JSON,
    Dialect,
    Integer,
    Text,
    TypeDecorator,
    cast,
    insert,
    literal,
    select,
)
from sqlalchemy import null as sql_null
from sqlalchemy.dialects.postgresql import (
    CIDR,
    DOMAIN,
    ENUM,
    INET,
    JSONB,
    MACADDR,
    MACADDR8,
    UUID,
    Range,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column
from sqlalchemy.types import TypeEngine

from rowhouse_runtime.filters import apply_filters
from rowhouse_runtime.operators import OPERATORS

from .api import RUNTIME
from .clauses import node
from .models import Item, Thing
from .specimens import Specimen

pytestmark = pytest.mark.anyio

on_database = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "eq": operator.eq,
    "neq": operator.ne,
    "gt": operator.gt,
    "gte": operator.ge,
    "lt": operator.lt,
    "lte": operator.le,
}
TEXT_COMPARISONS: dict[str, Callable[[str, str], bool]] = {
    "contains": operator.contains,
    "icontains": lambda text, part: part.lower() in text.lower(),
    "starts_with": str.startswith,
    "ends_with": str.endswith,
}
CASES: list[tuple[str, str, object, list[int]]] = [
    ("number", "in", [1, 3, 9], [1, 3]),
    ("number", "in", [], []),
    ("number", "not_in", [1, 3], [2]),
    ("number", "not_in", [], [1, 2, 3]),
    ("number", "between", [2, 3], [2, 3]),
    ("text", "is_null", True, [1]),
    ("text", "is_null", False, [2, 3]),
    ("text", "neq", "two", [3]),
    ("text", "icontains", "TW", [2]),
    ("text", "icontains", "%", []),
    ("text", "starts_with", "t%", []),
    ("text", "ends_with", "_", []),
    ("metadata_", "eq", "x", [3]),
    ("flag", "eq", True, [3]),
    ("flag", "eq", False, []),
    ("document", "eq", {"a": [1]}, [1]),
    ("document", "in", [{"a": [1]}, {}], [1, 2]),
    ("plain_json", "eq", {"b": None}, [2]),
    ("plain_json", "neq", {"b": None}, [1]),
]
LIST_CASES: list[tuple[str, list[str], list[int]]] = [
    ("contains", ["a"], [1, 2]),
    ("contains", ["b", "a"], [1]),
    ("contains", ["%"], []),
    ("contains", [], [1, 2, 3, 4]),
    ("overlaps", ["b", "c"], [1, 3]),
    ("overlaps", ["d"], []),
    ("overlaps", [], []),
    # More than a statement has parameters.
    ("overlaps", ["d"] * 33_000 + ["c"], [3]),
]


async def found(db: AsyncSession, node: object) -> list[Any]:
    """The numbers of the things that a filter selects."""
    statement = apply_filters(select(Thing), node, Thing).order_by(Thing.number)
    return [thing.number for thing in await db.scalars(statement)]


@on_database
@given(
    numbers=st.lists(st.integers(-3, 3), unique=True),
    op=st.sampled_from(list(COMPARISONS)),
    value=st.integers(-3, 3),
)
async def test_comparisons(
    connection: AsyncConnection,
    numbers: list[int],
    op: str,
    value: int,
) -> None:
    async with rolled_back(RUNTIME, connection) as sessions, sessions() as db:
        if numbers:
            await db.execute(insert(Thing), [{"number": each} for each in numbers])
        expected = [each for each in sorted(numbers) if COMPARISONS[op](each, value)]
        assert await found(db, node("number", op, value)) == expected


# Everything that LIKE, or the escaping of it, could take for more than itself.
texts = st.text("%_/\\a", max_size=4)


@on_database
@given(
    stored=st.lists(texts, min_size=1, max_size=8),
    op=st.sampled_from(list(TEXT_COMPARISONS)),
    part=texts,
)
async def test_text_matches_itself(
    connection: AsyncConnection,
    stored: list[str],
    op: str,
    part: str,
) -> None:
    async with rolled_back(RUNTIME, connection) as sessions, sessions() as db:
        values = [{"number": at, "text": text} for at, text in enumerate(stored)]
        await db.execute(insert(Thing), values)
        expected = [
            at for at, text in enumerate(stored) if TEXT_COMPARISONS[op](text, part)
        ]
        assert await found(db, node("text", op, part)) == expected


class DecoratedJsonb(TypeDecorator[object]):
    """JSON of a project's type."""

    impl = JSONB
    cache_ok = True


class DecoratedJson(TypeDecorator[object]):
    """The same, of PostgreSQL's other type."""

    impl = JSON
    cache_ok = True


class ReversedJsonb(TypeDecorator[list[str]]):
    """A type that stores a list in the other direction."""

    impl: TypeEngine[Any] | type[TypeEngine[Any]] = JSONB
    cache_ok = True

    def process_bind_param(
        self, value: list[str] | None, dialect: Dialect
    ) -> list[str] | None:
        """What is stored."""
        return value and value[:: -1 if dialect.name == "postgresql" else 1]


class ReversedJson(ReversedJsonb):
    """The same, of PostgreSQL's other type."""

    impl = JSON
    cache_ok = True


class JsonAnywhere(TypeDecorator[object]):
    """JSON that is another type in PostgreSQL than elsewhere."""

    impl = JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """PostgreSQL's type."""
        return dialect.type_descriptor(JSONB())


class UuidAnywhere(TypeDecorator[str]):
    """A UUID as the documentation of SQLAlchemy has it, for any database."""

    impl = CHAR
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """PostgreSQL's type."""
        return dialect.type_descriptor(UUID(as_uuid=False))


@pytest.mark.parametrize("op", TEXT_COMPARISONS)
@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (UuidAnywhere(), "0b0e3a52-7d6f-4f0c-9b1e-3f1d2c4b5a69"),
        (Text().with_variant(MACADDR(), "postgresql"), "08:00:2b:01:02:03"),
        (MACADDR(), "08:00:2b:01:02:03"),
        (MACADDR8(), "08:00:2b:01:02:03:04:05"),
        (INET(), "10.0.0.1/32"),
        (CIDR(), "10.0.0.0/24"),
        (UUID(as_uuid=False), "0b0e3a52-7d6f-4f0c-9b1e-3f1d2c4b5a69"),
        (ENUM("small", "big", name="size_of_text"), "small"),
    ],
    ids=lambda each: getattr(each, "__visit_name__", ""),
)
async def test_text_in_columns_of_other_types(
    db: AsyncSession, kind: TypeEngine[Any], text: str, op: str
) -> None:
    if isinstance(kind, ENUM):
        await db.run_sync(lambda session: kind.create(session.connection()))
    field = cast(literal(text, Text()), kind)
    for part in (text[:2], text, "%"):
        clause = OPERATORS[op].clause(field, part)
        expected = TEXT_COMPARISONS[op](text, part)
        assert await db.scalar(select(clause)) is expected


POSITIVE = DOMAIN("positive", Integer(), check="VALUE > 0")
DOMAINS: list[tuple[TypeEngine[Any], str, object, str, object, list[int]]] = [
    (Integer(), "VALUE > 0", 1, "gt", -1, [1]),
    (Integer(), "VALUE > 0", 1, "in", [0, 1], [1]),
    (Integer(), "VALUE > 0", 1, "between", [-1, 1], [1]),
    (Text(), "VALUE <> ''", "a", "starts_with", "", [1]),
    (ARRAY(Text), "VALUE <> '{}'", ["a", "b"], "contains", [], [1]),
    (ARRAY(Text), "VALUE <> '{}'", ["a", "b"], "overlaps", ["b", "c"], [1]),
    (POSITIVE, "VALUE < 9", 1, "gt", -1, [1]),
    (POSITIVE, "VALUE < 9", 1, "is_null", False, [1]),
]
"""Types, a check of each, a value, and a condition with what the check refuses."""


@pytest.mark.parametrize(
    ("kind", "check", "stored", "op", "value", "expected"), DOMAINS
)
async def test_a_domain_is_compared_as_its_type(
    db: AsyncSession,
    kind: TypeEngine[Any],
    check: str,
    stored: object,
    op: str,
    value: object,
    expected: list[int],
) -> None:
    class Own(DeclarativeBase):
        """A base of its own."""

    class Row(Own):
        """A row with a value of a domain."""

        __tablename__ = "row_of_domains"

        id: Mapped[int] = mapped_column(primary_key=True)
        value: Mapped[Any] = mapped_column(DOMAIN("checked", kind, check=check))

    if isinstance(kind, DOMAIN):
        # SQLAlchemy creates the domains of columns only.
        inner = kind
        await db.run_sync(lambda session: inner.create(session.connection()))
    await db.run_sync(lambda session: Own.metadata.create_all(session.connection()))
    db.add(Row(id=1, value=stored))
    await db.flush()
    filtered = apply_filters(select(Row.id), node("value", op, value), Row)
    assert [*await db.scalars(filtered)] == expected


SCALARS: list[tuple[list[object], str, object, list[int]]] = [
    (["a", "b%", 1, {}, None], "eq", "a", [0]),
    (["a", "b%", 1, {}, None], "contains", "%", [1]),
    (["a", False, {"a": 1}, ["a"]], "contains", "a", [0]),
    (["aB", "Ba", 1], "icontains", "ab", [0]),
    (["1", 1, 1.5], "starts_with", "1", [0]),
    (["ab", "ba", 1], "starts_with", "a", [0]),
    (["ab", "ba", 1], "ends_with", "a", [1]),
    ([True, False, "true"], "eq", True, [0]),
    ([True, False, "true"], "neq", True, [1, 2]),
    ([9, 10, 2.5], "gt", 9, [1]),
    ([9, 10, 2.5], "between", [2, 9.5], [0, 2]),
    ([9, 10, 2.5, "9"], "in", [9, 2.5, 7], [0, 2]),
    ([9, 10, 2.5, "9"], "not_in", [9, 2.5], [1, 3]),
    ([9, 10, JSON.NULL, None], "neq", 9, [1]),
    ([9, 10, JSON.NULL, None], "not_in", [10], [0]),
    ([9, 10, JSON.NULL, None], "lt", 10, [0]),
    ([9, 10, JSON.NULL, None], "lte", 9, [0]),
]
"""What JSON columns hold, and which of it a condition finds."""


@pytest.mark.parametrize("field", ["document", "plain_json"])
@pytest.mark.parametrize(("stored", "op", "value", "expected"), SCALARS)
async def test_scalars_in_json(
    db: AsyncSession,
    field: str,
    stored: list[object],
    op: str,
    value: object,
    expected: list[int],
) -> None:
    db.add_all(Thing(number=at, **{field: each}) for at, each in enumerate(stored))
    await db.flush()
    assert await found(db, node(field, op, value)) == expected


@pytest.fixture
async def three(db: AsyncSession) -> AsyncSession:
    """Three things: one with no text, and two with."""
    await db.execute(
        insert(Thing),
        [
            {"number": 1, "text": None, "document": {"a": [1]}, "plain_json": {}},
            {"number": 2, "text": "two", "document": {}, "plain_json": {"b": None}},
            {"number": 3, "text": "three", "metadata_": "x", "flag": True},
        ],
    )
    return db


@pytest.mark.parametrize(("field", "op", "value", "expected"), CASES)
async def test_operators(
    three: AsyncSession,
    field: str,
    op: str,
    value: object,
    expected: list[int],
) -> None:
    assert await found(three, node(field, op, value)) == expected


def test_each_operator_is_compared_with_what_it_means() -> None:
    """Elsewhere, expected rows come from the clause of the operator itself."""
    cases = {op for _, op, *_ in CASES} | {op for op, *_ in LIST_CASES}
    # Generated projects test `exists`, of which a single model has no case.
    assert {*COMPARISONS, *TEXT_COMPARISONS, *cases, "exists"} == {*OPERATORS}


@pytest.mark.parametrize(("op", "value", "expected"), LIST_CASES)
async def test_lists(
    db: AsyncSession, rows: Rows, op: str, value: list[str], expected: list[int]
) -> None:
    """An array, and a list in JSON; NULL has no items, and is no empty list."""
    lists = [["a", "b"], ["a"], ["c"], [], None]
    for number, each in enumerate(lists, 1):
        json = {} if each is None else {"document": each, "plain_json": each}
        db.add(Thing(number=number, **json))
        if each is not None:
            await rows.create(Item, {"position": number, "tags": each}, session=db)
    await db.flush()
    for field in ("document", "plain_json"):
        assert await found(db, node(field, op, value)) == expected
    statement = apply_filters(select(Item), node("tags", op, value), Item)
    items = await db.scalars(statement.order_by(Item.position))
    assert [item.position for item in items] == expected


@pytest.mark.parametrize(
    "kind",
    [
        DecoratedJsonb(),
        DecoratedJson(),
        ReversedJsonb(),
        JsonAnywhere(),
        JSON().with_variant(JSONB(), "postgresql"),
        JSON().with_variant(ARRAY(Text), "postgresql"),
        ARRAY(JSONB),
    ],
    ids=repr,
)
async def test_lists_of_each_type(db: AsyncSession, kind: TypeEngine[Any]) -> None:
    """Whatever Python calls the type, it is one of lists in PostgreSQL."""

    class Own(DeclarativeBase):
        """A base of its own."""

    class Row(Own):
        """A row with a list, or without one."""

        __tablename__ = "row_of_lists"

        id: Mapped[int] = mapped_column(primary_key=True)
        names: Mapped[list[str] | None] = mapped_column(kind)

    await db.run_sync(lambda session: Own.metadata.create_all(session.connection()))
    db.add_all([Row(id=1, names=["a", "b"]), Row(id=2, names=["c"])])
    await db.flush()
    # Python's None is a JSON null in a column of JSON, which is null in a response.
    for number, null in ((3, None), (4, sql_null())):
        await db.execute(insert(Row).values(id=number, names=null))
    for op, value, expected in [
        ("eq", ["a", "b"], [1]),
        ("in", [["c"], ["b"]], [2]),
        ("is_null", True, [3, 4]),
        ("is_null", False, [1, 2]),
        ("contains", ["b"], [1]),
        ("overlaps", ["b", "c"], [1, 2]),
    ]:
        filtered = apply_filters(select(Row.id), node("names", op, value), Row)
        assert [*await db.scalars(filtered.order_by(Row.id))] == expected, op


class Listed(DeclarativeBase):
    """A base of its own."""


class ListRow(Listed):
    """A row with a list of a project's type."""

    __tablename__ = "row_of_cached"

    id: Mapped[int] = mapped_column(primary_key=True)
    names: Mapped[list[str]] = mapped_column(ReversedJson())


@pytest.mark.parametrize(
    ("model", "field", "op", "values"),
    [
        (Thing, "number", "in", ([1], [1, 2])),
        (Thing, "document", "not_in", ([1], [1, 2])),
        (ListRow, "names", "eq", (["a"], ["b", "c"])),
    ],
)
async def test_conditions_with_other_values_are_compiled_once(
    db: AsyncSession, model: type[Any], field: str, op: str, values: tuple[Any, Any]
) -> None:
    connection = await db.connection()
    await connection.run_sync(Listed.metadata.create_all)
    compiled: dict[Any, Any] = {}
    for value in values:
        await db.execute(
            apply_filters(select(model), node(field, op, value), model),
            execution_options={"compiled_cache": compiled},
        )
    assert len(compiled) == 1


async def test_lists_of_objects(db: AsyncSession) -> None:
    for number, each in enumerate([[{"a": 1}, 2], [{"a": 2}]], 1):
        db.add(Thing(number=number, document=each, plain_json=each))
    await db.flush()
    for field in ("document", "plain_json"):
        assert await found(db, node(field, "overlaps", [{"a": 1}, 3])) == [1]


@pytest.mark.parametrize("op", ["contains", "overlaps"])
async def test_arrays_of_any_type_of_sqlalchemy(db: AsyncSession, op: str) -> None:
    """Its generic ARRAY has no such operators."""

    class Tagged(DeclarativeBase):
        """A base class of its own."""

    class Tag(Tagged):
        """A list of texts."""

        __tablename__ = "tags"

        id: Mapped[int] = mapped_column(primary_key=True)
        names: Mapped[list[str]] = mapped_column(ARRAY(Text))

    connection = await db.connection()
    await connection.run_sync(Tagged.metadata.create_all)
    db.add_all([Tag(id=1, names=["a", "b"]), Tag(id=2, names=["c"])])
    await db.flush()
    statement = apply_filters(select(Tag.id), node("names", op, ["b"]), Tag)
    assert [*await db.scalars(statement)] == [1]


@pytest.mark.parametrize(
    ("op", "value", "expected"),
    [
        ("contains", Range(2, 4), [1]),
        ("contains", Range(4, 12), []),
        ("overlaps", Range(4, 12), [1, 10]),
        ("overlaps", Range(5, 10), []),
    ],
)
async def test_ranges(
    db: AsyncSession, op: str, value: Range[int], expected: list[int]
) -> None:
    db.add_all([Specimen(seats=Range(1, 5)), Specimen(seats=Range(10, 20))])
    await db.flush()
    filtered = apply_filters(select(Specimen.seats), node("seats", op, value), Specimen)
    seats = await db.scalars(filtered.order_by(Specimen.seats))
    assert [each.lower for each in seats if each] == expected


async def test_combinations(three: AsyncSession) -> None:
    one, two = node("number", "eq", 1), node("number", "eq", 2)
    either = SimpleNamespace(or_=[one, two])
    assert await found(three, either) == [1, 2]
    both = SimpleNamespace(and_=[either, node("text", "is_null", False)])
    assert await found(three, both) == [2]
    assert await found(three, SimpleNamespace(and_=[one, two])) == []
    untitled = SimpleNamespace(and_=[one, node("text", "is_null", True)])
    assert await found(three, SimpleNamespace(or_=[untitled, two])) == [1, 2]
    # What is neither true nor false is in the complement.
    for each in (one, both, either, untitled, node("text", "eq", "a")):
        rest = await found(three, SimpleNamespace(not_=each))
        assert sorted([*rest, *await found(three, each)]) == [1, 2, 3]


@pytest.mark.parametrize(
    "shapeless",
    [
        None,
        "text",
        SimpleNamespace(),
        SimpleNamespace(field="number"),
        SimpleNamespace(and_=[]),
        SimpleNamespace(and_=1),
        SimpleNamespace(or_=[None]),
    ],
)
def test_a_node_of_any_other_shape_leaves_the_statement_unchanged(
    shapeless: object,
) -> None:
    statement = select(Thing)
    assert apply_filters(statement, shapeless, Thing) is statement


def test_only_json_is_compared_as_another_type() -> None:
    for field, is_cast in (("document", False), ("plain_json", True)):
        statement = apply_filters(select(Thing), node(field, "eq", {}), Thing)
        assert ("CAST" in str(statement)) == is_cast


def test_text_is_compared_as_it_is() -> None:
    # A cast would use no index, and compare a `citext` by its case.
    for op in TEXT_COMPARISONS:
        statement = apply_filters(select(Thing), node("text", op, "a"), Thing)
        assert "CAST" not in str(statement)


def test_unknown_field_and_operator_are_errors() -> None:
    with pytest.raises(ValueError, match="Thing has no column attribute 'nope'"):
        apply_filters(select(Thing), node("nope", "eq", 1), Thing)
    with pytest.raises(ValueError, match="no column attribute 'metadata'"):
        apply_filters(select(Thing), node("metadata", "eq", 1), Thing)
    with pytest.raises(ValueError, match="no filter operator 'like'; there are eq, "):
        apply_filters(select(Thing), node("number", "like", 1), Thing)
