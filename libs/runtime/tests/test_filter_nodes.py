"""Filters of a request are what they should be, or a validation error says why not."""

import datetime
import json
import uuid
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field, TypeAdapter, ValidationError
from sqlalchemy import select
from sqlalchemy.dialects.postgresql import Range as PgRange

from rowhouse_runtime.cursors import search_digest
from rowhouse_runtime.filter_nodes import (
    MAX_FILTER_DEPTH,
    MAX_FILTER_NODES,
    Filter,
    FilterCondition,
)
from rowhouse_runtime.filters import apply_filters
from rowhouse_runtime.operators import OPERATORS, operators_of
from rowhouse_runtime.ranges import Range
from rowhouse_runtime.schemas import (
    UNSET,
    Base64Bytes,
    RequestModel,
    ResponseModel,
)

from .models import Thing


class ThingListItem(ResponseModel):
    """A thing in a list."""

    id: uuid.UUID
    number: int
    text: str | None
    real: float
    price: Decimal
    flag: bool
    level: Literal["low", "middle", "high"]
    moment: datetime.datetime | None
    day: datetime.date
    span: datetime.timedelta
    data: Base64Bytes | None
    document: dict[str, Any]


Field_ = Literal[
    "id",
    "number",
    "text",
    "real",
    "price",
    "flag",
    "level",
    "moment",
    "day",
    "span",
    "data",
    "document",
]


class ThingFilterCondition(FilterCondition):
    """A filter as the generator writes it."""

    item = ThingListItem

    and_: Annotated[
        list["ThingFilterCondition"],
        Field(alias="and", min_length=1),
    ] = UNSET
    or_: Annotated[
        list["ThingFilterCondition"],
        Field(alias="or", min_length=1),
    ] = UNSET
    not_: Annotated["ThingFilterCondition", Field(alias="not")] = UNSET
    field: Field_ = UNSET


class ThingSearchRequest(RequestModel):
    """A search as the generator writes it."""

    filter: Filter[ThingFilterCondition] | None = None


def parse(node: object) -> ThingFilterCondition:
    found = ThingSearchRequest.model_validate({"filter": node}).filter
    assert found is not None
    return found


def condition(field: str, op: object, value: object) -> dict[str, object]:
    return {"field": field, "op": op, "value": value}


def refusals(node: object) -> list[Any]:
    with pytest.raises(ValidationError) as refusal:
        parse(node)
    return list(refusal.value.errors())


def errors(node: object) -> list[tuple[tuple[int | str, ...], str]]:
    return [(error["loc"], error["type"]) for error in refusals(node)]


class OtherListItem(ResponseModel):
    """Fields of types that things do not have."""

    stay: Range[datetime.date]
    leave: Range[datetime.date] | None
    raw: bytes
    code: Annotated[str, Field(max_length=3)] | None
    only: Literal["one"]


class OtherFilterCondition(FilterCondition):
    """A filter of these."""

    item = OtherListItem

    field: Literal["stay", "leave", "raw", "code", "only"] = UNSET


DAY = datetime.date(2024, 1, 1)
STAY = PgRange(DAY, None, bounds="[)")
MOMENT = datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)
KEY = uuid.UUID(int=7)
EXACT = Decimal("12345678901234567890.10")


@pytest.mark.parametrize(
    ("field", "op", "value", "typed"),
    [
        ("id", "eq", str(KEY), KEY),
        ("id", "in", [str(KEY)], [KEY]),
        ("number", "gt", 2**63 - 1, 2**63 - 1),
        ("text", "contains", "%", "%"),
        ("real", "lt", 1, 1.0),
        ("real", "lt", 10**30, 1e30),
        ("real", "in", [10**30, 1.5], [1e30, 1.5]),
        ("price", "eq", "1.20", Decimal("1.20")),
        ("price", "eq", 1.5, Decimal("1.5")),
        ("price", "in", ["12345678901234567890.10", 1], [EXACT, 1]),
        ("price", "between", [1, "2.5"], [Decimal(1), Decimal("2.5")]),
        ("span", "gt", "P1DT1S", datetime.timedelta(1, 1)),
        ("data", "eq", "/w==", b"\xff"),
        ("data", "in", ["/w==", ""], [b"\xff", b""]),
        ("flag", "eq", True, True),
        ("level", "in", ["low"], ["low"]),
        ("level", "gte", "low", "low"),
        ("moment", "eq", "2024-01-01T00:00:00Z", MOMENT),
        ("moment", "is_null", True, True),
        (
            "day",
            "between",
            ["2024-01-01", "2024-02-29"],
            [MOMENT.date(), datetime.date(2024, 2, 29)],
        ),
        ("document", "eq", {"a": [1, None]}, {"a": [1, None]}),
    ],
)
def test_values_get_their_fields_type(
    field: str, op: str, value: object, typed: object
) -> None:
    node = parse(condition(field, op, value))
    assert (node.field, node.op, node.value) == (field, op, typed)


@pytest.mark.parametrize(
    ("field", "op", "value"),
    [
        ("id", "eq", "7"),
        ("number", "eq", "1"),
        ("number", "eq", True),
        ("number", "eq", 1.5),
        ("number", "eq", None),
        ("number", "eq", [1]),
        ("number", "in", 1),
        ("number", "in", [None]),
        ("number", "in", "12"),
        ("number", "between", [1]),
        ("number", "between", [1, 2, 3]),
        ("text", "eq", 1),
        ("text", "eq", "a\x00"),
        ("text", "eq", "\ud800"),
        ("text", "eq", {"a": 1}),
        ("real", "eq", "1"),
        ("real", "eq", True),
        ("real", "eq", float("nan")),
        ("real", "eq", float("inf")),
        ("real", "in", [float("inf")]),
        ("price", "eq", "NaN"),
        ("price", "eq", "1e5000"),
        ("flag", "eq", 1),
        ("flag", "eq", "true"),
        ("level", "eq", "none"),
        ("moment", "eq", 0),
        ("moment", "eq", "infinity"),
        ("span", "eq", "infinity"),
        ("data", "eq", "?"),
        ("moment", "is_null", "yes"),
        ("day", "eq", "2024-02-30"),
        ("document", "eq", "{}"),
    ],
)
def test_values_of_another_type_are_refused(field: str, op: str, value: object) -> None:
    (found, *_) = errors(condition(field, op, value))
    assert found[0][:2] == ("filter", "value")


@pytest.mark.parametrize(
    ("field", "op", "value", "typed"),
    [
        ("stay", "contains", {"lower": "2024-01-01"}, STAY),
        ("leave", "overlaps", {"lower": "2024-01-01"}, STAY),
        ("raw", "eq", "/w==", b"\xff"),
        ("code", "eq", "abc", "abc"),
        ("only", "eq", "one", "one"),
    ],
)
def test_values_get_rarer_types(
    field: str, op: str, value: object, typed: object
) -> None:
    node = OtherFilterCondition.model_validate(condition(field, op, value))
    assert node.value == typed


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("stay", {"lower": "infinity"}),
        ("leave", {"lower": "infinity"}),
        ("raw", "?"),
        ("code", "abcd"),
        ("only", "two"),
    ],
)
def test_values_of_other_rarer_types_are_refused(field: str, value: object) -> None:
    with pytest.raises(ValidationError, match="1 validation error"):
        OtherFilterCondition.model_validate(condition(field, "eq", value))


@pytest.mark.parametrize(
    ("field", "op"),
    [
        ("id", "gt"),
        ("flag", "gt"),
        ("document", "between"),
        ("number", "contains"),
        ("level", "icontains"),
        ("day", "starts_with"),
    ],
)
def test_operators_apply_to_their_types(field: str, op: str) -> None:
    assert errors(condition(field, op, "x")) == [(("filter", "op"), "filter_op")]


def test_refused_operator_is_shown_beside_those_that_apply() -> None:
    with pytest.raises(ValidationError) as refusal:
        parse(condition("flag", "contains", "x"))
    (error,) = refusal.value.errors()
    assert error["input"] == "contains"
    assert error["msg"] == (
        "Operator 'contains' does not apply to field 'flag'; "
        "these do: eq, neq, in, not_in, is_null"
    )


def test_unknown_names_are_refused() -> None:
    assert errors(condition("nope", "eq", 1)) == [
        (("filter", "field"), "literal_error")
    ]
    assert errors(condition("text", "like", "a")) == [(("filter", "op"), "filter_op")]
    assert errors(condition("text", ["eq"], "a")) == [(("filter", "op"), "string_type")]
    assert errors(condition("text", "\ud800", "a")) == [
        (("filter", "op"), "text_surrogate")
    ]
    assert errors({**condition("text", "eq", "a"), "x": 1}) == [
        (("filter", "x"), "extra_forbidden"),
    ]


@pytest.mark.parametrize("value", ["text", 1, [], [[]]])
def test_a_node_is_an_object(value: object) -> None:
    for node, place in ((value, ()), ({"or": [value]}, ("or", 0))):
        ((loc, _),) = errors(node)
        assert loc == ("filter", *place)


@pytest.mark.parametrize(
    "node",
    [
        {},
        {"field": "text"},
        {"field": "text", "op": "eq"},
        {"field": "text", "value": "a"},
        {"and": [condition("text", "eq", "a")], "or": [condition("text", "eq", "a")]},
        {"and": [condition("text", "eq", "a")], **condition("text", "eq", "a")},
    ],
)
def test_a_node_is_one_thing(node: object) -> None:
    (found,) = refusals(node)
    assert (found["loc"], found["type"]) == (("filter",), "filter_node")
    assert found["msg"] == (
        "A filter node should have either field, op and value, or one of and, or, not"
    )


def test_combinations_nest_under_both_names() -> None:
    leaf = condition("text", "eq", "a")
    node = parse({"and": [{"or_": [leaf, leaf]}, {"and_": [leaf]}, {"or": [leaf]}]})
    assert node.and_[0].or_[1].value == "a"
    assert errors({"and": []}) == [(("filter", "and"), "too_short")]
    assert errors({"and": [{"or": [condition("number", "eq", "a")]}]}) == [
        (("filter", "and", 0, "or", 0, "value"), "int_type"),
    ]


def nested(depth: int, name: str = "and") -> dict[str, object]:
    node: dict[str, object] = condition("text", "eq", "a")
    for _ in range(depth - 1):
        node = {name: [node]}
    return node


@pytest.mark.parametrize(
    ("node", "kind", "message"),
    [
        (
            nested(MAX_FILTER_DEPTH + 1),
            "filter_too_deep",
            "Filter should nest at most 5 levels deep",
        ),
        (
            {"or": [condition("number", "eq", 1)] * MAX_FILTER_NODES},
            "filter_too_large",
            "Filter should have at most 100 nodes",
        ),
        (
            {"or": [condition("number", "in", [1] * 1000)] * 33},
            "filter_too_many_values",
            "Filter should have at most 32000 values in all, as a statement of the "
            "database takes 32767 parameters",
        ),
    ],
)
def test_refusals_say_the_limit(node: object, kind: str, message: str) -> None:
    (found,) = refusals(node)
    assert (found["type"], found["msg"]) == (kind, message)


def test_a_complement_has_one_node() -> None:
    leaf = condition("text", "eq", "a")
    assert parse({"not": {"not_": leaf}}).not_.not_.value == "a"
    assert errors({"not": [leaf]}) == [(("filter", "not"), "model_type")]
    node: dict[str, object] = leaf
    for _ in range(MAX_FILTER_DEPTH - 1):
        node = {"not": node}
    parse(node)
    assert errors({"not": node}) == [(("filter",), "filter_too_deep")]


@pytest.mark.parametrize("name", ["and", "or", "and_", "or_"])
def test_limits_of_combinations(name: str) -> None:
    parse(nested(MAX_FILTER_DEPTH, name))
    for depth in (MAX_FILTER_DEPTH + 1, 2000):
        found = errors(nested(depth, name))
        assert found == [(("filter",), "filter_too_deep")]
    leaf = condition("text", "eq", "a")
    parse({name: [leaf] * (MAX_FILTER_NODES - 1)})
    for count in (MAX_FILTER_NODES, 100_000):
        found = errors({name: [leaf] * count})
        assert found == [(("filter",), "filter_too_large")]


def test_limits_of_all_nodes_and_of_a_list() -> None:
    leaf = condition("text", "eq", "a")
    wide = {"and": [{"or": [leaf] * 60}, {"or": [leaf] * 60}]}
    assert errors(wide) == [(("filter",), "filter_too_large")]
    parse(condition("number", "in", list(range(1000))))
    (found,) = errors(condition("number", "in", list(range(1001))))
    assert found == (("filter", "value"), "too_long")


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.just("\ud800"),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
    ),
    max_leaves=6,
)
conditions = st.fixed_dictionaries(
    {
        "field": st.sampled_from(list(ThingListItem.model_fields)) | json_values,
        "op": st.sampled_from(list(OPERATORS)) | json_values,
        "value": json_values,
    },
)
nodes = st.recursive(
    conditions | json_values,
    lambda inner: st.dictionaries(
        st.sampled_from(["and", "or", "and_", "or_"]),
        st.lists(inner, max_size=4) | inner,
        min_size=1,
        max_size=2,
    ),
    max_leaves=12,
)


@settings(max_examples=400, deadline=None)
@given(nodes)
def test_any_json_is_a_filter_or_a_validation_error(node: object) -> None:
    try:
        found = ThingSearchRequest.model_validate({"filter": node}).filter
    except ValidationError as refusal:
        assert refusal.errors(include_url=False)
        return
    apply_filters(select(Thing), found, Thing)


def test_values_of_all_conditions_are_counted() -> None:
    many = condition("number", "in", list(range(1000)))
    almost = condition("number", "in", list(range(999)))
    one = condition("number", "eq", 1)
    parse({"or": [many] * 32})
    parse({"or": [{"and": [many] * 31}, almost, one]})
    (found,) = refusals({"or": [{"and": [many] * 31}, many, one]})
    assert (found["loc"], found["type"]) == (("filter",), "filter_too_many_values")


def schema() -> dict[str, Any]:
    schemas: dict[str, Any] = TypeAdapter(ThingSearchRequest).json_schema()["$defs"]
    return schemas


def test_schema_is_a_union_of_what_each_type_can_be_compared_with() -> None:
    node = schema()["ThingFilterCondition"]
    assert set(node) == {"title", "description", "anyOf"}
    for branch in node["anyOf"]:
        assert (branch["type"], branch["additionalProperties"]) == ("object", False)
        assert branch["required"] == list(branch["properties"])
    branches = [branch["properties"] for branch in node["anyOf"]]
    reference = {"$ref": "#/$defs/ThingFilterCondition"}
    assert branches[-1] == {"not": reference}
    assert branches[-3:-1] == [
        {name: {"items": reference, "minItems": 1, "title": title, "type": "array"}}
        for name, title in (("and", "And"), ("or", "Or"))
    ]
    for branch in branches[:-3]:
        assert branch["field"]["type"] == branch["op"]["type"] == "string"
    described = {
        (field, op): branch["value"]
        for branch in branches[:-3]
        for field in branch["field"]["enum"]
        for op in branch["op"]["enum"]
    }
    assert described["text", "contains"] == {"type": "string"}
    assert described["flag", "is_null"] == {"type": "boolean"}
    assert described["level", "eq"]["enum"] == ["low", "middle", "high"]
    assert described["moment", "gt"] == {"type": "string", "format": "date-time"}
    assert described["number", "in"] == {
        "type": "array",
        "items": {"type": "integer"},
        "maxItems": 1000,
    }
    assert ("flag", "gt") not in described
    assert ("number", "contains") not in described
    assert {field for field, _ in described} == set(ThingListItem.model_fields)


def test_schema_names_the_limits() -> None:
    described = TypeAdapter(ThingSearchRequest).json_schema()["properties"]["filter"]
    limits = "At most 5 levels deep, of 100 nodes and 32000 values in all."
    assert limits in json.dumps(described)


def test_bytes_of_a_filter_can_be_a_cursors_scope() -> None:
    one, other = (parse(condition("data", "eq", value)) for value in ("/w==", "/g=="))
    assert search_digest(one) != search_digest(other)


class Mood(StrEnum):
    """An enum whose members are texts, but not in the database."""

    CALM = "calm"
    WILD = "wild"


def test_members_of_an_enum_are_compared_as_a_whole() -> None:
    names = {operator.name for operator in operators_of(Mood)}
    assert names >= {"eq", "in", "is_null"}
    assert names.isdisjoint({"contains", "icontains", "starts_with", "ends_with"})
