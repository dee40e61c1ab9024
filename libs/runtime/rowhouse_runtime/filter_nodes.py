"""The filter language of a search request.

A node is a condition, `{"field": …, "op": …, "value": …}`, or a combination of
nodes, `{"and": […]}` or `{"or": […]}`.
"""

import datetime
import inspect
from collections.abc import Callable
from decimal import Decimal
from enum import StrEnum
from functools import cache, partial
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    Self,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
)

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError, to_json

from .schemas import UNSET
from .storable import check_storable

MAX_FILTER_DEPTH = 5
"""How deep nodes may nest; a condition alone is one deep."""

MAX_FILTER_NODES = 100
"""How many nodes a filter may have in all."""

MAX_FILTER_VALUES = 1000
"""How many values one `in` or `not_in` may list."""


class FilterOp(StrEnum):
    """What a condition compares with."""

    EQ = "eq"
    NEQ = "neq"
    IN = "in"
    NOT_IN = "not_in"
    IS_NULL = "is_null"
    GT = "gt"
    GTE = "gte"
    LT = "lt"
    LTE = "lte"
    BETWEEN = "between"
    CONTAINS = "contains"
    ICONTAINS = "icontains"
    STARTS_WITH = "starts_with"
    ENDS_WITH = "ends_with"


_LIST_OPS = frozenset({FilterOp.IN, FilterOp.NOT_IN})
_ANY_TYPE = frozenset({FilterOp.EQ, FilterOp.NEQ, FilterOp.IS_NULL}) | _LIST_OPS
_ORDERED = frozenset(
    {FilterOp.GT, FilterOp.GTE, FilterOp.LT, FilterOp.LTE, FilterOp.BETWEEN},
)
_TEXT = frozenset(
    {
        FilterOp.CONTAINS,
        FilterOp.ICONTAINS,
        FilterOp.STARTS_WITH,
        FilterOp.ENDS_WITH,
    },
)
_ORDERED_TYPES = (
    int,
    float,
    str,
    Decimal,
    datetime.date,
    datetime.datetime,
    datetime.time,
    datetime.timedelta,
)


_COMBINERS = ("and", "or", "and_", "or_")
# What these are in JSON, they are in Python.
_ALIKE = frozenset({str, int, float, bool})
_SHAPES = ({"field", "op", "value"}, {"and_"}, {"or_"})


class FilterCondition(BaseModel):
    """A comparison of one field with a value, or several nodes that are combined.

    A subclass names in `item` the schema that holds its fields' types, narrows `field`
    to them, and the items of `and_` and `or_` to itself.
    """

    model_config = ConfigDict(
        extra="forbid",
        validate_by_alias=True,
        validate_by_name=True,
        json_schema_extra={
            "oneOf": [
                {"required": ["field", "op", "value"]},
                {"required": ["and"]},
                {"required": ["or"]},
            ],
        },
    )

    item: ClassVar[type[BaseModel]]

    and_: Any = UNSET
    or_: Any = UNSET
    field: Any = UNSET
    op: FilterOp = UNSET
    value: Any = UNSET

    @field_validator("op")
    @classmethod
    def _check_op(cls, op: FilterOp, info: ValidationInfo) -> FilterOp:
        field = info.data.get("field")
        if field is None:
            return op  # Another validator reports it.
        applicable = _operators(_kind(cls, field))
        if op not in applicable:
            raise PydanticCustomError(
                "filter_op",
                "Operator '{op}' does not apply to field '{field}'; these do: {ops}",
                {
                    "op": op.value,
                    "field": field,
                    "ops": ", ".join(each for each in FilterOp if each in applicable),
                },
            )
        return op

    @field_validator("value")
    @classmethod
    def _check_value(cls, value: Any, info: ValidationInfo) -> Any:  # noqa: ANN401
        field, op = info.data.get("field"), info.data.get("op")
        if field is None or op is None:
            return value  # Another validator reports it.
        return check_storable(_reader(cls, field, op)(value))

    @model_validator(mode="after")
    def _check_shape(self) -> Self:
        if self.model_fields_set not in _SHAPES:
            raise PydanticCustomError(
                "filter_node",
                "A filter node should have either field, op and value, or and, or or",
            )
        return self


@cache
def _reader(
    condition: type[FilterCondition],
    field: str,
    op: FilterOp,
) -> Callable[[object], object]:
    """Reads a value as the field's type, or as the list that the operator takes."""
    kind = _kind(condition, field)
    if op is FilterOp.IS_NULL:
        kind = bool
    elif op in _LIST_OPS:
        kind = _list_of(kind, Field(max_length=MAX_FILTER_VALUES))
    elif op is FilterOp.BETWEEN:
        kind = _list_of(kind, Field(min_length=2, max_length=2))
    adapter: TypeAdapter[object] = TypeAdapter(kind)
    if kind in _ALIKE:
        return partial(adapter.validate_python, strict=True)
    # A JSON round trip makes `strict` mean: what JSON has for this type, and nothing
    # that could be turned into it.
    return lambda value: adapter.validate_json(to_json(value), strict=True)


def _list_of(kind: Any, limits: Any) -> Any:  # noqa: ANN401
    return Annotated[list.__class_getitem__(kind), limits]


def _kind(condition: type[FilterCondition], field: str) -> Any:  # noqa: ANN401
    """The type of a field; what else the item's schema says is for answers."""
    return _without_none(condition.item.model_fields[field].annotation)


def _without_none(annotation: Any) -> Any:  # noqa: ANN401
    if get_origin(annotation) in {Union, UnionType}:
        others = [kind for kind in get_args(annotation) if kind is not NoneType]
        return others[0] if len(others) == 1 else Union[tuple(others)]  # noqa: UP007
    return annotation


def _operators(kind: Any) -> frozenset[FilterOp]:  # noqa: ANN401
    base = _class_of(kind)
    operators = _ANY_TYPE
    if issubclass(base, _ORDERED_TYPES) and base is not bool:
        operators |= _ORDERED
    if base is kind and issubclass(base, str):
        operators |= _TEXT
    return operators


def _class_of(kind: Any) -> type[Any]:  # noqa: ANN401
    if get_origin(kind) is Literal:
        first: object = get_args(kind)[0]
        return type(first)
    return cast("type[Any]", kind if inspect.isclass(kind) else object)


def _check_size(node: object) -> object:
    """Refuses a filter that is too deep or too large, before it is looked into."""
    pending = [(node, 1)]
    nodes = 0
    while pending:
        current, depth = pending.pop()
        nodes += 1
        if depth > MAX_FILTER_DEPTH:
            raise PydanticCustomError(
                "filter_too_deep",
                "Filter should nest at most {limit} levels deep",
                {"limit": MAX_FILTER_DEPTH},
            )
        if not isinstance(current, dict):
            continue
        content = cast("dict[object, object]", current)
        for key in _COMBINERS:
            children = content.get(key)
            if isinstance(children, list):
                nodes_below = cast("list[object]", children)
                pending.extend([(child, depth + 1) for child in nodes_below])
        if nodes + len(pending) > MAX_FILTER_NODES:
            raise PydanticCustomError(
                "filter_too_large",
                "Filter should have at most {limit} nodes",
                {"limit": MAX_FILTER_NODES},
            )
    return node


ConditionT = TypeVar("ConditionT", bound=FilterCondition)

Filter = Annotated[ConditionT, BeforeValidator(_check_size)]
"""A whole filter, as a search request takes it."""
