"""A listener of SQLAlchemy's events can refuse what a request writes."""

from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import contextmanager
from typing import Any

import pytest
from fastapi import HTTPException
from httpx2 import AsyncClient
from rowhouse_testing import Sessions, temporary_tables
from sqlalchemy import bindparam, event, select
from sqlalchemy.exc import SADeprecationWarning
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

from rowhouse_runtime.actions import run_action
from rowhouse_runtime.queries import (
    get_object_from_query_or_404,
    lock_for_update,
    select_for,
)
from rowhouse_runtime.schemas import UNSET, IntKey, RequestModel, ResponseModel

from .api import RUNTIME, Db, app_of, client_of
from .plain_api import routes_of

pytestmark = pytest.mark.anyio


class Base(DeclarativeBase):
    """The base of this model."""


class Letter(Base):
    """A row that listeners refuse."""

    __tablename__ = "letters"

    id: Mapped[int] = mapped_column(primary_key=True)
    text: Mapped[str]


class LetterShown(ResponseModel):
    """A letter."""

    id: int
    text: str


class LetterCreated(RequestModel):
    """A new letter."""

    text: str


class LetterUpdated(RequestModel):
    """A change of a letter."""

    text: str = UNSET


router = routes_of(
    Letter, shown=LetterShown, created=LetterCreated, updated=LetterUpdated
)
_UPDATE = lock_for_update(
    select_for(Letter, LetterShown).where(Letter.id == bindparam("pk"))
)


async def seal(letter: Letter, *, db: AsyncSession) -> None:
    """Changes a letter, and leaves it to the route to write it."""
    letter.text = "sealed"


@router.post("/{pk}/seal")
async def seal_letter(pk: IntKey, db: Db) -> object:
    """Runs an action."""
    letter = await get_object_from_query_or_404(db, _UPDATE, parameters={"pk": pk})
    return await run_action(db, seal(letter, db=db), row=letter)


@pytest.fixture(scope="module")
async def connection(anyio_backend: str) -> AsyncGenerator[AsyncConnection]:
    """A connection that sees the table of this model."""
    async with temporary_tables(RUNTIME, "TEST_DATABASE_URL", Base) as connection:
        yield connection


@pytest.fixture
async def client(sessions: Sessions) -> AsyncGenerator[AsyncClient]:
    """A client of the letters, of which there is one."""
    async with sessions() as db:
        db.add(Letter(id=1000, text="open"))
        await db.commit()
    app = app_of(router, sessions=sessions)
    async with client_of(app, raises=False) as client:
        yield client


@contextmanager
def listening(target: Any, name: str, listener: Callable[..., None]) -> Generator[None]:
    event.listen(target, name, listener)
    try:
        yield
    finally:
        event.remove(target, name, listener)


WRITES = {
    "insert": ("POST", "/Letter/", {"text": "new"}),
    "update": ("PATCH", "/Letter/1000", {"text": "changed"}),
    "delete": ("DELETE", "/Letter/1000", None),
    "action": ("POST", "/Letter/1000/seal", None),
}
EVENTS: list[tuple[str, Any, str]] = [
    ("insert", Letter, "before_insert"),
    ("insert", Letter, "after_insert"),
    ("update", Letter, "before_update"),
    ("update", Letter, "after_update"),
    ("delete", Letter, "before_delete"),
    ("delete", Letter, "after_delete"),
    ("action", Letter, "before_update"),
    *((write, Session, "before_flush") for write in WRITES),
    *((write, Session, "after_flush") for write in WRITES),
]


@pytest.mark.parametrize(("write", "target", "name"), EVENTS)
@pytest.mark.parametrize(
    "error", [ValueError("No such letter"), HTTPException(451, "No such letter")]
)
async def test_listener_refuses(
    client: AsyncClient,
    sessions: Sessions,
    write: str,
    target: Any,
    name: str,
    error: Exception,
) -> None:
    def refuse(*_: object) -> None:
        raise error

    method, path, body = WRITES[write]
    with listening(target, name, refuse):
        response = await client.request(method, path, json=body)
    if isinstance(error, HTTPException):
        expected: Any = (451, "No such letter")
    else:
        place = "path" if method == "DELETE" else "body"
        said = {"type": "value_error", "loc": [place], "msg": "No such letter"}
        expected = (422, [said])
    assert (response.status_code, response.json()["detail"]) == expected
    async with sessions() as db:
        found = (await db.execute(select(Letter.id, Letter.text))).all()
    assert [(row.id, row.text) for row in found] == [(1000, "open")]


async def test_message_is_sent_as_far_as_json_allows(client: AsyncClient) -> None:
    def refuse(*_: object) -> None:
        raise ValueError("\ud800" * 1000)

    with listening(Letter, "before_insert", refuse):
        response = await client.post("/Letter/", json={"text": "new"})
    assert response.status_code == 422
    assert response.json()["detail"][0]["msg"] == "?" * 500


async def test_defect_of_a_listener_is_500(client: AsyncClient) -> None:
    def fail(*_: object) -> None:
        raise TypeError

    with listening(Letter, "before_insert", fail):
        response = await client.post("/Letter/", json={"text": "new"})
    assert response.status_code == 500


async def test_work_can_go_on_after_a_refusal(sessions: Sessions) -> None:
    """A function of the project sees the ValueError that its listener has raised."""

    def refuse(*_: object) -> None:
        raise ValueError("No such letter")

    async with sessions() as db:
        db.add(Letter(text="new"))
        with (
            listening(Letter, "before_insert", refuse),
            pytest.raises(ValueError, match="No such letter"),
        ):
            await db.flush()


async def test_flush_of_some_rows_leaves_the_others(sessions: Sessions) -> None:
    one, other = Letter(text="one"), Letter(text="other")
    async with sessions() as db:
        db.add_all([one, other])
        with pytest.warns(SADeprecationWarning, match="objects"):
            await db.flush([one])
        assert [*db.new] == [other]
