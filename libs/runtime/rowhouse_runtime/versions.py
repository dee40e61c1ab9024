"""Versions of rows: entity tags, and requests that are about one version."""

from typing import Annotated, Any, cast
from urllib.parse import quote

from fastapi import Header, HTTPException, Response, status
from sqlalchemy import Connection, Table, event, inspect
from sqlalchemy.orm import Mapper, object_session

IfMatch = Annotated[
    str | None,
    Header(description="The `ETag` of the version that this request is about."),
]

IfNoneMatch = Annotated[
    str | None,
    Header(description="The `ETag` of the version that the client has already."),
]


_DESCRIPTIONS = {304: "The client has this version already."}


def etag_responses(*status_codes: int) -> dict[int | str, dict[str, Any]]:
    """Describes the header `ETag` of responses for OpenAPI.

    Args:
        status_codes: Their statuses.
    """
    etag = {"description": "The version of the row.", "schema": {"type": "string"}}
    return {
        code: {
            "description": _DESCRIPTIONS.get(code, "Successful Response"),
            "headers": {"ETag": etag},
        }
        for code in status_codes
    }


def count_versions(model: type, name: str) -> None:
    """Makes each write of a row count its versions, from 1.

    It does nothing if the model has a `version_id_col`, which SQLAlchemy counts.

    Args:
        name: The attribute with the number of the version.
    """
    mapper: Mapper[Any] = inspect(model)
    if mapper.version_id_col is not None:
        return
    # Several packages of one application may be about the same model.
    info = cast("Table", mapper.local_table).info
    counts = f"rowhouse counts {name}"
    if counts in info:
        return
    info[counts] = True

    def begin(_: Mapper[Any], __: Connection, row: Any) -> None:
        setattr(row, name, 1)

    def count(_: Mapper[Any], __: Connection, row: Any) -> None:
        session = object_session(row)
        if session is not None and session.is_modified(row, include_collections=False):
            setattr(row, name, getattr(row, name) + 1)

    event.listen(model, "before_insert", begin, propagate=True)
    event.listen(model, "before_update", count, propagate=True)


def set_etag(response: Response, row: object, name: str) -> None:
    """Tells the client which version of a row a response is about.

    Args:
        row: A mapped instance. Nothing is told if it is deleted.
        name: The attribute with its version.
    """
    state = inspect(row, raiseerr=True)
    if not state.was_deleted and name in state.dict:
        response.headers["ETag"] = _etag(state.dict[name])


def check_version(
    version: object, if_match: str | None, *, required: bool = False
) -> None:
    """Makes sure that a request is about the version that a row has.

    The row is locked: no other request changes it until the transaction ends.

    Args:
        version: The version of the row.
        if_match: The header `If-Match`: `*`, or a list of tags.
        required: Whether requests must have the header.

    Raises:
        HTTPException: 412, when the row has another version; 428, when the header is
            required and missing.
    """
    if if_match is None:
        if required:
            detail = "The header If-Match is required: send the ETag of the row"
            raise HTTPException(status.HTTP_428_PRECONDITION_REQUIRED, detail)
    elif if_match.strip() != "*" and _etag(version) not in _tags(if_match):
        detail = "The row has another version: read it again"
        raise HTTPException(status.HTTP_412_PRECONDITION_FAILED, detail)


def check_modified(version: object, if_none_match: str | None) -> None:
    """Responds with 304 if the client has the version of a row already.

    Args:
        version: The version of the row.
        if_none_match: The header `If-None-Match`: `*`, or a list of tags.

    Raises:
        HTTPException: 304.
    """
    if if_none_match is None:
        return
    etag = _etag(version)
    # Here, tags that are weak are as good as strong ones.
    tags = {tag.removeprefix("W/") for tag in _tags(if_none_match)}
    if if_none_match.strip() == "*" or etag in tags:
        raise HTTPException(status.HTTP_304_NOT_MODIFIED, headers={"ETag": etag})


def _etag(version: object) -> str:
    return f'"{quote(str(version))}"'


def _tags(header: str) -> list[str]:
    """The tags of a list; a malformed one is equal to no row's."""
    return [tag.strip() for tag in header.split(",")]
