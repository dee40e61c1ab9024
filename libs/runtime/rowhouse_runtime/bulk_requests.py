"""The body of a bulk request, and the place of an error in it."""

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, TypeVar

from fastapi import HTTPException
from fastapi.exceptions import RequestValidationError
from pydantic import (
    BaseModel,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    field_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from .database_errors import may_succeed_again
from .errors import BODY, ConflictError, InvalidOperationError, OperationError
from .routing import DATABASE_ERRORS, answer_to
from .schemas import RequestModel

T = TypeVar("T")

Operation = Annotated[T, Field(discriminator="op")]
"""An operation of one of several kinds."""

_KINDS = frozenset({"create", "update", "delete"})


class BulkRequest(RequestModel):
    """A request with several operations."""

    @field_validator("operations", mode="wrap", check_fields=False)
    @classmethod
    def _place_errors(cls, value: Any, validate: ValidatorFunctionWrapHandler) -> Any:
        """Removes the kind from the places of errors, where Pydantic adds it."""
        try:
            return validate(value)
        except ValidationError as error:
            errors = [_placed(each) for each in error.errors()]
            raise ValidationError.from_exception_data(error.title, errors) from None


def _placed(error: Any) -> InitErrorDetails:
    place = [*error["loc"]]
    if len(place) > 1 and place[1] in _KINDS:
        del place[1]
    return InitErrorDetails(
        type=PydanticCustomError(error["type"], "{said}", {"said": error["msg"]}),
        loc=tuple(place),
        input=error["input"],
    )


def check_keys(operations: Sequence[Any]) -> None:
    """Makes sure that no two operations are about one row.

    Raises:
        RequestValidationError: 422, with the place of each key that is there again.
    """
    seen: set[Any] = set()
    errors: list[dict[str, Any]] = []
    for index, operation in enumerate(operations):
        if operation.op == "create":
            continue
        if operation.pk in seen:
            place = (*BODY, "operations", index, "pk")
            message = "Input should have each key once"
            errors.append({"type": "repeated_key", "loc": place, "msg": message})
        seen.add(operation.pk)
    if errors:
        raise RequestValidationError(errors)


@contextmanager
def naming(index: int, operation: Any) -> Generator[None]:
    """Makes an error name the operation that it is about.

    Args:
        index: Its position.

    Raises:
        OperationError: A 4xx.
        InvalidOperationError: A 422.
    """
    try:
        yield
    except (HTTPException, RequestValidationError) as error:
        named = _named(error, index, operation)
        if named is None:
            raise
        raise named from error
    except DATABASE_ERRORS as error:
        named = None
        if not may_succeed_again(error):
            named = _named(answer_to(error, BODY), index, operation)
        if named is None:
            raise
        raise named from error


def _named(error: Exception | None, index: int, operation: Any) -> Exception | None:
    """The same error with its operation; None if it is about no operation."""
    values = getattr(operation, "values", None)
    place = ("operations", index, *(() if values is None else ("values",)))
    if isinstance(error, RequestValidationError):
        errors = [
            {**each, "loc": (*BODY, *place, *each["loc"][1:])}
            for each in error.errors()
        ]
        return InvalidOperationError(error, errors)
    # Of other classes, the app may have handlers of its own.
    if not isinstance(error, HTTPException) or type(error) not in _OURS:
        return None
    if error.status_code >= 500:
        return None
    keys: dict[str, str] = {}
    if isinstance(values, BaseModel):
        fields = type(values).model_fields
        keys = {name: field.alias or name for name, field in fields.items()}
    columns: Sequence[str] = getattr(error, "columns", ())
    path = ".".join(map(str, place))
    named = [f"{path}.{keys[name]}" for name in columns if name in keys]
    return OperationError(error, index, named or [f"operations.{index}"])


_OURS = (HTTPException, ConflictError)
