"""PostgreSQL's ranges in requests and responses."""

from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, get_args

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema
from sqlalchemy.dialects import postgresql

from .examples import example_of

T = TypeVar("T")

AnyRange = postgresql.Range[Any]


@dataclass(frozen=True, slots=True)
class _AsObject:
    """Reads and writes a range as an object with both ends, bounds and empty."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Accepts the object of a request, or the range of a row."""
        end = core_schema.nullable_schema(handler.generate_schema(get_args(source)[0]))
        return core_schema.chain_schema(
            [
                _object_schema(end),
                core_schema.no_info_plain_validator_function(_as_range),
            ],
            serialization=core_schema.plain_serializer_function_ser_schema(
                _as_object, return_schema=_complete_schema(end)
            ),
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Describes the object, with an example that has no end."""
        described = handler(schema)
        if handler.mode == "serialization":
            return described
        end, *_ = described["properties"]["lower"]["anyOf"]
        first = example_of(end, handler.resolve_ref_schema)
        described["additionalProperties"] = False
        described["examples"] = [{"lower": first}]
        return described


Range = Annotated[postgresql.Range[T], _AsObject()]
"""A range of a type. An end that is null is infinite."""


_BOUNDS = core_schema.literal_schema(["[)", "[]", "(]", "()"])


def _object_schema(end: CoreSchema) -> CoreSchema:
    """The value in a request or a row."""

    def field(schema: CoreSchema, default: object) -> core_schema.ModelField:
        return core_schema.model_field(
            core_schema.with_default_schema(schema, default=default)
        )

    # Unlike a dict, this one knows whether the model of the field takes NaN.
    return core_schema.model_fields_schema(
        {
            "lower": field(end, None),
            "upper": field(end, None),
            "bounds": field(_BOUNDS, "[)"),
            "empty": field(core_schema.bool_schema(), default=False),
        },
        extra_behavior="forbid",
        from_attributes=True,
    )


def _complete_schema(end: CoreSchema) -> CoreSchema:
    """The value in a response."""
    return core_schema.typed_dict_schema(
        {
            "lower": core_schema.typed_dict_field(end),
            "upper": core_schema.typed_dict_field(end),
            "bounds": core_schema.typed_dict_field(_BOUNDS),
            "empty": core_schema.typed_dict_field(core_schema.bool_schema()),
        }
    )


def _as_object(value: AnyRange) -> dict[str, Any]:
    return {
        "lower": value.lower,
        "upper": value.upper,
        "bounds": value.bounds,
        "empty": value.empty,
    }


def _as_range(fields: tuple[dict[str, Any], object, object]) -> AnyRange:
    """The range in PostgreSQL's form, in which infinite ends are not included."""
    given, *_ = fields
    lower, upper, (left, right) = given["lower"], given["upper"], given["bounds"]
    if given["empty"]:
        if lower is not None or upper is not None:
            raise PydanticCustomError(
                "range_empty", "An empty range should have no lower and no upper end"
            )
        return postgresql.Range(bounds="()", empty=True)
    if lower is not None and upper is not None and lower > upper:
        raise PydanticCustomError(
            "range_order", "The lower end of a range should not be above the upper one"
        )
    if lower is not None and lower == upper and (left, right) != ("[", "]"):
        return postgresql.Range(bounds="()", empty=True)
    bounds: Any = ("(" if lower is None else left) + (")" if upper is None else right)
    return postgresql.Range(lower, upper, bounds=bounds)
