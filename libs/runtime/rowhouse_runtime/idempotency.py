"""Requests that are sent again with the same key: they are done once."""

import json
from datetime import timedelta
from hashlib import sha256
from typing import Annotated, Any

from fastapi import Depends, Header, HTTPException, Request, Response, status
from pydantic_core import to_json
from sqlalchemy import delete, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from .errors import InvalidInputError, ReplayedError

_HEADER = "Idempotency-Key"
_REPLAYED = {"Idempotent-Replayed": "true"}
# Those of one connection, and of one user's browser.
_NOT_STORED = frozenset({"content-length", "set-cookie"})

IdempotencyKey = Annotated[
    str | None,
    Header(
        min_length=1,
        max_length=255,
        description=(
            "A random text, the same each time that this request is sent again: "
            "it is done once, and answered alike."
        ),
    ),
]


class IdempotentRequest:
    """A request, and whether it was sent before with the same key."""

    def __init__(
        self,
        request: Request,
        response: Response,
        idempotency_key: IdempotencyKey = None,
    ) -> None:
        """Takes what FastAPI gives to a dependency."""
        self._request = request
        self._response = response
        self._key = idempotency_key
        self._db: AsyncSession | None = None
        self._model: Any = None
        self._id = ""

    async def begin(
        self,
        db: AsyncSession,
        model: type,
        *,
        user: object = None,
        ttl: int,
        required: bool = False,
    ) -> None:
        """Makes sure that the request was not answered before.

        While another request has the same key, this one waits for the end of its
        transaction.

        Args:
            model: The mapped class of the answers.
            user: What tells users apart, a tuple of several values, or None without a
                user.
            ttl: How many seconds an answer is kept.
            required: Whether the request must have a key.

        Raises:
            HTTPException: 400, when it has none and must have one.
            InvalidInputError: 422, when a request with the key had another body.
            ReplayedError: The request was answered before.
        """
        if self._key is None:
            if required:
                detail = f"The header {_HEADER} is required: send a random text"
                raise HTTPException(status.HTTP_400_BAD_REQUEST, detail)
            return
        request = self._request
        path = request.scope["path"].rstrip("/")
        who = None if user is None else str(user)
        place = json.dumps([who, request.method, path, self._key])
        self._db, self._model, self._id = db, model, _hash(place.encode())
        fingerprint = _hash(await request.body())
        stored = None
        # An answer that is deleted meanwhile is in the way of neither statement.
        while stored is None:
            if await self._insert(db, fingerprint, timedelta(seconds=ttl)):
                return
            stored = await self._read(db)
        if stored.fingerprint != fingerprint:
            raise InvalidInputError(
                "idempotency_key_reused",
                "This key belongs to a request with another body: send a new key",
                ("header", _HEADER),
                "idempotency-key",
            )
        headers = {**stored.headers, **_REPLAYED}
        raise ReplayedError(Response(stored.body, stored.status, headers))

    async def store(self, answer: object) -> None:
        """Keeps the answer to the request, in its transaction.

        Args:
            answer: What the route returns.

        Raises:
            TypeError: It is a response that streams, so that it cannot be kept.
        """
        if self._db is None:
            return
        response = answer if isinstance(answer, Response) else self._response
        route = self._request.scope["route"]
        code = response.status_code or route.status_code or status.HTTP_200_OK
        mine = self._model.id == self._id
        if code >= status.HTTP_400_BAD_REQUEST:
            # A retry may succeed.
            await self._db.execute(delete(self._model).where(mine))
            return
        headers = {
            name: value
            for name, value in response.headers.items()
            if name not in _NOT_STORED
        }
        if response is not answer:
            body = to_json(answer)
            headers["content-type"] = "application/json"
        elif hasattr(response, "body"):
            body = bytes(response.body)
        else:
            msg = "A response that streams cannot be kept for a retry: return it whole"
            raise TypeError(msg)
        values = {"status": code, "headers": headers, "body": body}
        await self._db.execute(update(self._model).where(mine).values(values))

    async def _insert(self, db: AsyncSession, fingerprint: str, ttl: timedelta) -> bool:
        """Claims the key, also that of an answer that is too old."""
        model, now = self._model, func.now()
        values: dict[str, Any] = {
            "fingerprint": fingerprint,
            "status": 0,
            "headers": {},
            "body": b"",
            "created_at": now,
        }
        statement = (
            insert(model)
            .values(id=self._id, **values)
            .on_conflict_do_update(
                index_elements=[model.id],
                set_=values,
                where=model.created_at < now - ttl,
            )
            .returning(model.id)
        )
        return await db.scalar(statement) is not None

    async def _read(self, db: AsyncSession) -> Any:
        """The answer to the key; none if it is gone."""
        model = self._model
        columns = (model.fingerprint, model.status, model.headers, model.body)
        found = await db.execute(select(*columns).where(model.id == self._id))
        return found.one_or_none()


Idempotency = Annotated[IdempotentRequest, Depends()]
"""The parameter of a route that is done once for each key."""


def _hash(value: bytes) -> str:
    return sha256(value).hexdigest()
