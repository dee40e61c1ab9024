"""Checks the documented bodies of an API, from which clients are generated."""

import re
from collections.abc import Sequence
from typing import Any, cast

from .resource import Resource

Schema = dict[str, Any]
_VARIABLE = re.compile(r"\{[^}]*\}")


def required_fields(resource: Resource, method: str, path: str) -> set[str]:
    """The fields that a request needs."""
    document = resource.api.app.openapi()
    body = document["paths"][path][method]["requestBody"]
    return {*_body_schema(document, body).get("required", [])}


def check_documented_enums(
    resource: Resource, method: str, path: str, names: Sequence[str], status: int = 200
) -> None:
    """Compares the fixed values of an answer's fields, or of each item's in a list.

    Args:
        path: Its path; whatever its variables are called.
    """
    enums = {name: resource.fields[name].enum for name in names}
    if not any(enums.values()):
        return
    document = resource.api.app.openapi()
    paths = {_VARIABLE.sub("{}", each): each for each in document["paths"]}
    route = document["paths"][paths[path]][method]
    answer = route["responses"][str(status)]
    schema = _body_schema(document, answer)
    listed = schema.get("properties", {}).get("items", schema)
    item = _resolved(document, listed.get("items", listed))
    for name, enum in enums.items():
        if enum:
            described = _resolved(document, item["properties"][name])
            choices = described.get("anyOf", [described])
            kinds = [_resolved(document, each) for each in choices]
            # Pydantic lists a member's value once more for each of its other names.
            values = [
                list(dict.fromkeys(each.get("enum", [each.get("const")])))
                for each in kinds
            ]
            assert [*enum] in values, f"{name}: {values}"


def _body_schema(document: Schema, body: Schema) -> Schema:
    return _resolved(document, body["content"]["application/json"]["schema"])


def _resolved(document: Schema, schema: Schema) -> Schema:
    reference: str | None = schema.get("$ref")
    if reference is None:
        return schema
    found = document["components"]["schemas"][reference.rpartition("/")[2]]
    return cast("Schema", found)
