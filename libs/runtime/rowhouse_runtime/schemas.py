"""Base classes and types of the generated schemas."""

import base64
import datetime
import re
import uuid
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, cast, get_args

from fastapi import Path
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    NaiveDatetime,
    PlainSerializer,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema
from sqlalchemy.dialects import postgresql

from .examples import body_example
from .storable import check_storable

T = TypeVar("T")


class RequestModel(BaseModel):
    """A request body: refuses unknown fields, and values no database can store."""

    # Pydantic would interpret a large number as milliseconds.
    model_config = ConfigDict(extra="forbid", val_temporal_unit="seconds")

    @field_validator("*")
    @classmethod
    def _check_storable(cls, value: Any, info: ValidationInfo) -> Any:
        if _is_local_time(value):
            annotation = cls.model_fields[info.field_name or ""].annotation
            if not _takes_local_time(annotation):
                raise PydanticCustomError(
                    "timezone_aware", "Input should have a time zone, such as a final Z"
                )
        return check_storable(value)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Adds an example, which documentation pages fill in."""
        reference = handler(core_schema)
        schema = handler.resolve_ref_schema(reference)
        example = body_example(cls, schema, handler.resolve_ref_schema)
        if example is not None:
            schema["examples"] = [example]
        return reference


def _is_local_time(value: Any) -> bool:
    """Whether it is a date and time without a time zone, or a list or range of some."""
    match value:
        case datetime.datetime():
            return value.tzinfo is None
        case list():
            return any(map(_is_local_time, cast("list[object]", value)))
        case postgresql.Range():
            ends = cast("Any", value)
            return _is_local_time(ends.lower) or _is_local_time(ends.upper)
        case _:
            return False


def _takes_local_time(annotation: Any) -> bool:
    """Whether the column has no time zone."""
    members = get_args(annotation)
    return annotation is NaiveDatetime or any(map(_takes_local_time, members))


class ResponseModel(BaseModel):
    """A response body, read from the attributes of a mapped instance.

    A column may hold NaN and infinity, though no request can bring them.
    """

    model_config = ConfigDict(
        from_attributes=True,
        allow_inf_nan=True,
        ser_json_inf_nan="strings",
    )


UNSET: Any = Field(default_factory=lambda: None)
"""The default of a field that may be left out and has no value then.

Unlike a default of None, it does not make the field accept null.
"""


def left_out(body: BaseModel) -> set[str]:
    """The fields of a request that have no value, as they were not sent."""
    fields = type(body).model_fields
    return {
        name
        for name in fields.keys() - body.model_fields_set
        if fields[name].default_factory is UNSET.default_factory
    }


def _decode_base64(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return base64.b64decode(value, validate=True)
    except ValueError:
        raise ValueError("Input should be base64") from None


def _encode_base64(value: bytes) -> str:
    return base64.b64encode(value).decode()


Base64Bytes = Annotated[
    bytes,
    BeforeValidator(_decode_base64),
    PlainSerializer(_encode_base64, when_used="json"),
    WithJsonSchema({"type": "string", "contentEncoding": "base64"}),
]
"""Bytes that are base64 in JSON."""


@dataclass(frozen=True, slots=True)
class AsStored:
    """Allows a response to contain a value that is not of the type of the column."""

    nullable: bool
    """Whether such a value can be null."""
    as_is: bool = False
    """Whether Pydantic converts no value to the type."""

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Accepts a value of the type, otherwise any value that can be sent."""
        other = core_schema.no_info_after_validator_function(
            self._check, core_schema.any_schema()
        )
        choices: list[Any] = [handler(source), other]
        if self.as_is:
            choices.reverse()
        return core_schema.union_schema(choices, mode="left_to_right")

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """Describes the type."""
        return handler(cast("Any", schema)["choices"][1 if self.as_is else 0])

    def _check(self, value: object) -> object:
        if value is None and not self.nullable:
            raise ValueError("Input should not be null")
        return value


Stored = Annotated[T, AsStored(nullable=False)]
"""A value in a response: a T, unless another program has written another value."""

StoredJson = Annotated[T, AsStored(nullable=True)]
"""The same for JSON, which has its own null."""

InJson = Annotated[T, AsStored(nullable=True, as_is=True)]
"""The same for a part of JSON, such as a number: it is not made of a text or true."""


def _once(keys: list[T]) -> list[T]:
    if len({*keys}) < len(keys):
        raise PydanticCustomError("repeated_key", "Input should have each key once")
    return keys


Keys = Annotated[
    list[T], AfterValidator(_once), Field(json_schema_extra={"uniqueItems": True})
]
"""The keys of the rows that a request links."""

_INTEGER = re.compile("0|-?[1-9][0-9]{0,30}")


def _bounded(value: str) -> str:
    """Refuses other ways to write an integer, which would be second paths to a row."""
    if _INTEGER.fullmatch(value) is None:
        raise PydanticCustomError(
            "int_parsing",
            "Input should be a valid integer, unable to parse string as an integer",
        )
    return value


def key_example(key: str | int) -> Any:
    """Sets the key that the documentation page fills in."""
    return Path(
        description="The key of the row.",
        openapi_examples={"example": {"value": key}},
    )


IntKey = Annotated[int, BeforeValidator(_bounded), key_example(1)]
"""An integer key in a path. If it is out of range, no row has it."""

StrKey = Annotated[str, AfterValidator(check_storable), key_example("text")]
"""A string key in a path."""

UuidKey = Annotated[uuid.UUID, key_example("00000000-0000-0000-0000-000000000000")]
"""A UUID key in a path."""

DateKey = Annotated[datetime.date, key_example("1999-12-31")]
"""A date key in a path."""

DateTimeKey = Annotated[datetime.datetime, key_example("1999-12-31T12:00:00Z")]
"""A datetime key in a path."""
