"""Base classes and types of the generated schemas."""

import base64
import binascii
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    WithJsonSchema,
    field_validator,
)

from .storable import check_storable


class RequestModel(BaseModel):
    """A request body: refuses unknown fields, and values no database can store."""

    model_config = ConfigDict(extra="forbid")

    @field_validator("*")
    @classmethod
    def _check_storable(cls, value: Any) -> Any:  # noqa: ANN401
        return check_storable(value)


class ResponseModel(BaseModel):
    """A response body, read from the attributes of a mapped instance."""

    model_config = ConfigDict(from_attributes=True)


UNSET: Any = Field(default_factory=lambda: None)
"""The default of a field that may be left out and has no value then.

Unlike a default of None, it does not make the field accept null.
"""


def _decode_base64(value: object) -> object:
    if not isinstance(value, str):
        return value
    try:
        return base64.b64decode(value, validate=True)
    except (ValueError, binascii.Error):
        raise ValueError("Input should be base64") from None


Base64Bytes = Annotated[
    bytes,
    BeforeValidator(_decode_base64),
    PlainSerializer(lambda value: base64.b64encode(value).decode(), when_used="json"),
    WithJsonSchema({"type": "string", "contentEncoding": "base64"}),
]
"""Bytes that are base64 in JSON."""

IntKey = Annotated[int, AfterValidator(check_storable)]
"""An integer key in a path."""

StrKey = Annotated[str, AfterValidator(check_storable)]
"""A text key in a path."""
