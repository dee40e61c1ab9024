"""Reads JSON from the database, and writes it.

PostgreSQL's JSON is wider than what Python and a response can hold: half a surrogate
pair, numbers of any length and precision, thousands of levels. A document with any of
these is left the text that it is.
"""

import base64
import json
import re
from typing import Any, cast

from pydantic import BaseModel
from pydantic_core import to_jsonable_python

from .numbers import is_exact

_MAX_NESTING = 200
"""The maximum depth of a document. Pydantic writes 255 levels in all."""

_OPENING = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]')


def read_document(text: str) -> Any:
    """Parses the JSON of a column. What a response cannot contain stays a string."""
    try:
        document = _DECODER.decode(text)
        if r"\u" in text:
            json.dumps(document, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return text
    return text if _nesting(text) > _MAX_NESTING else document


def write_document(document: object) -> str:
    """Writes JSON for a column, with dates and UUIDs in the form of responses."""
    return json.dumps(document, default=_as_json)


def _as_json(value: object) -> object:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return to_jsonable_python(value)


def taken_apart(value: Any) -> Any:
    """The JSON of an instance of a project's class, or of several in a list.

    It has the names that a request sends. Any other value stays as it is.
    """
    match value:
        case BaseModel():
            return value.model_dump(mode="json", by_alias=True)
        case [BaseModel(), *_]:
            return [taken_apart(each) for each in cast("list[object]", value)]
        case _:
            return value


def _read_float(text: str) -> float:
    number = float(text)
    if not is_exact(number, text):
        raise ValueError("not a number of Python's")
    return number


# Created once: json.loads() would create one for each call, so for each row.
_DECODER = json.JSONDecoder(parse_float=_read_float)


def _nesting(text: str) -> int:
    """The depth of its nesting, or a larger number."""
    brackets = text.count("[") + text.count("{")
    if brackets <= _MAX_NESTING:
        return brackets
    depth = deepest = 0
    for token in _OPENING.finditer(text):
        if token[0] in {"[", "{"}:
            depth += 1
            deepest = max(deepest, depth)
        elif token[0] in {"]", "}"}:
            depth -= 1
    return deepest
