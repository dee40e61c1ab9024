"""The description of a field."""

from collections.abc import Sequence
from functools import cached_property
from typing import Annotated, Any, get_args

from pydantic import Field as Constraint
from pydantic import TypeAdapter, ValidationError
from pydantic_core import to_json
from sqlalchemy.orm import InstrumentedAttribute

from .values import class_of


class Field:
    """One field of a resource, as its config describes it."""

    def __init__(
        self,
        type: Any,  # noqa: A002
        *,
        texts: str | None = None,
        document: Any = None,
        attribute: str | None = None,
        refers_to: InstrumentedAttribute[Any] | None = None,
        nullable: bool = False,
        enum: Sequence[str | int] = (),
        **limits: Any,
    ) -> None:
        """Describes a field.

        Args:
            type: What a request may send: a class, or what Pydantic takes for one.
            texts: A pattern of valid texts, where the class alone does not tell them.
            document: The class of its values, where they are JSON documents of one.
            attribute: The attribute of the model, where it is not the key in JSON.
            refers_to: The attribute of the row whose key it is.
            nullable: Whether null is a value.
            enum: The fixed values, if there are some.
            **limits: The constraints, by their names in Pydantic's `Field`.
        """
        self.type: Any = type
        self.texts = texts
        self.document: Any = document
        self.attribute = attribute
        self.refers_to = refers_to
        self.nullable = nullable
        self.enum = enum
        self.limits = limits
        self.base = class_of(type)
        """The class of its values."""

    @property
    def item(self) -> "Field | None":
        """The type of the items of a list."""
        is_list = self.base is list
        return Field(get_args(self.type)[0], texts=self.texts) if is_list else None

    @property
    def is_comparable(self) -> bool:
        """Whether rows can be found by its values."""
        return self.base not in {dict, list}

    def parse(self, value: Any) -> Any:
        """Converts a value from JSON to Python."""
        return None if value is None else self._stored.validate_python(value)

    def dump(self, value: Any) -> Any:
        """Converts a value from Python to JSON."""
        return self._stored.dump_python(value, mode="json", by_alias=True)

    def error(self, value: Any) -> str | None:
        """The type of the error for a value in a request, if any."""
        try:
            self._request.validate_json(to_json(value))
        except ValidationError as error:
            return error.errors()[0]["type"]
        return None

    @cached_property
    def _request(self) -> TypeAdapter[Any]:
        kind: Any = self.type if self.document is None else self.document
        values: Any = kind | None if self.nullable else kind
        limited: Any = Annotated[values, Constraint(**self.limits)]
        return TypeAdapter(limited)

    @cached_property
    def _stored(self) -> TypeAdapter[Any]:
        # Another program may have stored a value that no request can contain.
        kind: Any = self.type if self.document is None else self.document
        choices: Any = kind | Any
        stored: Any = Annotated[choices, Constraint(union_mode="left_to_right")]
        return TypeAdapter(stored)
