"""Writes the JSON of columns."""

import base64
import json
from typing import Any, cast

from pydantic import BaseModel
from pydantic_core import to_jsonable_python


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
