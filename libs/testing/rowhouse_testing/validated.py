"""Values that the `@validates` of a model accepts."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, cast

from sqlalchemy import Column, inspect
from sqlalchemy.orm import DeclarativeBase, Mapper

from .fields import Field
from .samples import in_column, sample

_LONGEST = 20
# Numbers below these are hours, months, days of the week and the like.
_SIZES = (100, 24, 12, 7, 5, 2)
_LETTERS = str.maketrans("0123456789", "abcdefghij")


def is_validated(model: type[DeclarativeBase], attribute: str) -> bool:
    """Whether a model has a `@validates` for an attribute."""
    mapper: Mapper[Any] = inspect(model)
    return attribute in mapper.validators


def is_kept(model: type[DeclarativeBase], attribute: str, value: Any) -> bool:
    """Whether a model takes a value, and leaves it as it is."""
    mapper: Mapper[Any] = inspect(model)
    # Its type says that they are texts.
    validators = cast("Mapping[str, Any]", mapper.validators)
    if attribute not in validators:
        return True
    validate, options = validators[attribute]
    row = mapper.class_manager.new_instance()
    rest = (False,) if options["include_removes"] else ()
    try:
        return bool(validate(row, attribute, value, *rest) == value)
    except ValueError:
        return False
    except (AttributeError, LookupError, TypeError):
        # It looks at more than the value: the row of a request has more.
        return True


def kept_sample(
    model: type[DeclarativeBase],
    field: Field,
    name: str,
    number: int,
    column: Column[Any],
) -> Any:
    """A valid value of a field, in JSON, that the model takes as it is.

    Raises:
        ValueError: None was found.
    """
    attribute = field.attribute or name
    for value in _samples(field, name, number, column):
        if is_kept(model, attribute, in_column(field, value, column)):
            return value
    msg = (
        f"No value was found for {name} that the @validates of {model.__name__} keeps. "
        "Set limits of the field in the config, such as a pattern."
    )
    raise ValueError(msg)


def _samples(
    field: Field, name: str, number: int, column: Column[Any]
) -> Iterator[Any]:
    """Valid values, those that differ from others first."""
    small = (number % size for size in _SIZES)
    for each in chain([number], small, range(max(_SIZES))):
        value = sample(field, name, each, column)
        yield value
        if isinstance(value, str):
            forms = (value.upper(), value.lower(), value.capitalize())
            yield from (form for form in forms if field.error(form) is None)
    if field.base is str and not field.enum:
        longest = getattr(column.type, "length", None) or _LONGEST
        longest = min(longest, field.limits.get("max_length", longest))
        texts = _texts(number, min(longest, _LONGEST))
        yield from (each for each in texts if field.error(each) is None)


def _texts(number: int, longest: int) -> Iterator[str]:
    """Letters or digits alone, in both cases; addresses."""
    digits = str(number)
    for text in (digits.translate(_LETTERS), digits):
        for width in (len(text), longest):
            filled = text.rjust(width, text[0])[-longest:]
            yield from (filled, filled.upper())
    addresses = (f"a{number}@example.com", f"https://example.com/{number}")
    yield from (each for each in (*addresses, f"+{number:011}") if len(each) <= longest)
