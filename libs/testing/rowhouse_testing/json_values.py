"""Values in requests and responses."""

import base64
from typing import Any, cast

from pydantic_core import to_jsonable_python


def in_json(value: object) -> Any:
    """A value in JSON."""
    match value:
        case bytes():
            return base64.b64encode(value).decode()
        case list():
            return [in_json(item) for item in cast("list[object]", value)]
        case dict():
            content = cast("dict[str, object]", value)
            return {name: in_json(item) for name, item in content.items()}
        case _:
            return to_jsonable_python(value)
