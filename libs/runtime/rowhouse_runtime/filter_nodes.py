"""The filter language of a search request.

A node is a condition, `{"field": …, "op": …, "value": …}`, a combination of nodes,
`{"and": […]}` or `{"or": […]}`, or the complement of one, `{"not": …}`.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import (
    Annotated,
    Any,
    ClassVar,
    Self,
    TypeVar,
    cast,
    get_args,
)

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    TypeAdapter,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, to_json

from .documents import taken_apart
from .operators import OPERATORS, Operator, Shape, operators_of, plain_kind
from .schemas import UNSET
from .storable import check_storable

MAX_FILTER_DEPTH = 5
"""How deep nodes can be nested. A single condition has the depth 1."""

MAX_FILTER_NODES = 100
"""How many nodes a filter can have in total."""

MAX_FILTER_PARAMETERS = 32_000
"""How many values all conditions may have together.

A statement takes 32,767 parameters; some are left for the page and its cursor.
"""

_COMBINERS = ("and", "or", "and_", "or_")
_NEGATIONS = ("not", "not_")
_SHAPES = ({"field", "op", "value"}, {"and_"}, {"or_"}, {"not_"})


class FilterCondition(BaseModel):
    """Compares one field with a value, or combines several nodes.

    A subclass names in `item` the schema that holds its fields' types, narrows `field`
    to them, and the items of `and_` and `or_`, and `not_`, to itself. In `related`, it
    has the types of what it compares of related rows, by their paths.
    """

    model_config = ConfigDict(
        extra="forbid",
        validate_by_name=True,
        ser_json_bytes="base64",
    )

    item: ClassVar[type[BaseModel]]
    related: ClassVar[Mapping[str, Any]] = {}

    and_: Any = UNSET
    or_: Any = UNSET
    not_: Any = UNSET
    field: Any = UNSET
    op: str = UNSET
    value: Any = UNSET

    @field_validator("op")
    @classmethod
    def _check_op(cls, op: str, info: ValidationInfo) -> str:
        field = info.data.get("field")
        if field is None:
            return op  # Another validator reports this.
        check_storable(op)  # Half a surrogate pair has no place in a message.
        applicable = _operators_of(cls, field)
        if op not in applicable:
            raise PydanticCustomError(
                "filter_op",
                "Operator '{op}' does not apply to field '{field}'; these do: {ops}",
                {"op": op, "field": field, "ops": ", ".join(applicable)},
            )
        return op

    @field_validator("value")
    @classmethod
    def _check_value(cls, value: Any, info: ValidationInfo) -> Any:
        field, op = info.data.get("field"), info.data.get("op")
        if field is None or op is None:
            return value  # Another validator reports this.
        return taken_apart(
            check_storable(_reader(cls, field, op)(check_storable(value)))
        )

    @model_validator(mode="after")
    def _check_shape(self) -> Self:
        if self.model_fields_set not in _SHAPES:
            raise PydanticCustomError(
                "filter_node",
                "A filter node should have either field, op and value, or one of and, "
                "or, not",
            )
        return self

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Describes a node as one of its forms, each with its own types."""
        reference = handler(core_schema)
        schema = handler.resolve_ref_schema(reference)
        properties = schema.pop("properties")
        for key in ("additionalProperties", "type"):
            del schema[key]
        combiners = [_object({name: properties[name]}) for name in ("and", "or", "not")]
        schema["anyOf"] = [*_condition_schemas(cls, handler), *combiners]
        return reference


def _condition_schemas(
    condition: type[FilterCondition], handler: GetJsonSchemaHandler
) -> list[JsonSchemaValue]:
    """A schema for all fields of one type, with the operators of one type of value."""
    fields_of: dict[Any, list[str]] = {}
    for name in get_args(condition.model_fields["field"].annotation):
        fields_of.setdefault(_kind(condition, name), []).append(name)
    schemas: list[JsonSchemaValue] = []
    for kind, fields in fields_of.items():
        names_of: dict[Shape, list[str]] = {}
        for operator in operators_of(kind):
            names_of.setdefault(operator.value, []).append(operator.name)
        for shape, operators in names_of.items():
            adapter: TypeAdapter[Any] = TypeAdapter(shape.of(kind))
            schemas.append(
                _object(
                    {
                        "field": {"type": "string", "enum": fields},
                        "op": {"type": "string", "enum": operators},
                        "value": handler(adapter.core_schema),
                    }
                )
            )
    return schemas


def _object(properties: dict[str, Any]) -> JsonSchemaValue:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


@cache
def _operators_of(condition: type[FilterCondition], field: str) -> list[str]:
    """The operators that apply to the field."""
    return [each.name for each in operators_of(_kind(condition, field))]


@cache
def _reader(
    condition: type[FilterCondition],
    field: str,
    op: str,
) -> Callable[[object], object]:
    """Reads a value as the type that the operator expects for the field."""
    kind = _kind(condition, field)
    adapter: TypeAdapter[object] = TypeAdapter(OPERATORS[op].value.of(kind))
    # A JSON round trip makes `strict` mean: what JSON has for this type, and nothing
    # that could be turned into it.
    return lambda value: adapter.validate_json(to_json(value), strict=True)


def _kind(condition: type[FilterCondition], field: str) -> Any:
    """The type of a field; what else the item's schema says is for responses."""
    if field in condition.related:
        return plain_kind(condition.related[field])
    return plain_kind(condition.item.model_fields[field].annotation)


def _check_size(node: object) -> object:
    """Rejects a filter that is too deep or too large, before reading it."""
    pending = [(node, 1)]
    nodes = parameters = 0
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
        pending.extend(
            (content[key], depth + 1) for key in _NEGATIONS if key in content
        )
        if nodes + len(pending) > MAX_FILTER_NODES:
            raise PydanticCustomError(
                "filter_too_large",
                "Filter should have at most {limit} nodes",
                {"limit": MAX_FILTER_NODES},
            )
        parameters += _parameters(content)
        if parameters > MAX_FILTER_PARAMETERS:
            raise PydanticCustomError(
                "filter_too_many_values",
                "Filter should have at most {limit} values in all, as a statement of "
                "the database takes 32767 parameters",
                {"limit": MAX_FILTER_PARAMETERS},
            )
    return node


def _parameters(condition: dict[object, object]) -> int:
    op, value = condition.get("op"), condition.get("value")
    operator: Operator | None = OPERATORS.get(op) if isinstance(op, str) else None
    if operator is not None and operator.value.is_list and isinstance(value, list):
        return len(cast("list[object]", value))
    return 1 if "op" in condition else 0


ConditionT = TypeVar("ConditionT", bound=FilterCondition)

Filter = Annotated[
    ConditionT,
    BeforeValidator(_check_size),
    Field(
        description=(
            f"At most {MAX_FILTER_DEPTH} levels deep, of {MAX_FILTER_NODES} nodes and "
            f"{MAX_FILTER_PARAMETERS} values in all."
        ),
    ),
]
"""The filter of a search request."""
