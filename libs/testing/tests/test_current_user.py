"""Users of any type, for generated tests."""

import dataclasses
import enum
from typing import Annotated, Any, Literal, NamedTuple
from uuid import UUID

import pytest
from pydantic import BaseModel, EmailStr, Field
from rowhouse_runtime.database import ApiSession
from rowhouse_runtime.examples import example_of
from sqlalchemy.ext.asyncio import AsyncSession
from tests.models import Owner
from typing_extensions import TypedDict

from rowhouse_testing import Rows, Sessions
from rowhouse_testing.current_user import call_for_user, make_user

pytestmark = pytest.mark.anyio


class Role(enum.Enum):
    """What one may do."""

    READER = "reader"


class Account(BaseModel):
    """A Pydantic model."""

    key: UUID
    mail: EmailStr = Field(alias="e-mail")
    roles: list[Role]
    kind: Literal["person", "robot"]
    name: str | None = "x"


@dataclasses.dataclass(frozen=True)
class Person:
    """A dataclass."""

    number: int
    account: Account | None
    tags: tuple[str, ...] = ()


class Pair(NamedTuple):
    """A named tuple."""

    left: int
    right: str


class Entry(TypedDict):
    """A dict of certain keys."""

    sub: str


async def test_user_is_of_the_type(sessions: Sessions) -> None:
    rows = Rows(sessions)
    account = await make_user(Account, rows, example_of)
    assert (account.key, account.kind) == (UUID(int=1), "person")
    person = await make_user(Person | None, rows, example_of)
    assert person == Person(1, account)
    assert await make_user(Annotated[Pair, "x"], rows, example_of) == Pair(1, "text-1")
    assert await make_user(Entry, rows, example_of) == {"sub": "text-1"}
    assert await make_user(dict[str, Any], rows, example_of) == {"sub": "test"}


async def test_user_is_a_row(sessions: Sessions) -> None:
    rows = Rows(sessions)
    owner = await make_user(Owner, rows, example_of)
    assert [each.id for each in await rows.all(Owner)] == [owner.id]


async def test_rows_of_one_test_differ(sessions: Sessions) -> None:
    owner = await make_user(Owner, Rows(sessions), example_of)
    other = await Rows(sessions).create(Owner)
    assert other.name != owner.name


async def test_unknown_type_names_the_way_out(sessions: Sessions) -> None:
    class Odd:
        """Says nothing of what it is made of."""

    for annotation in (Odd, Odd | None, list[Odd]):
        with pytest.raises(TypeError, match="test_user_fn"):
            await make_user(annotation, Rows(sessions), example_of)


async def test_own_function(sessions: Sessions) -> None:
    async def user(session: AsyncSession) -> Owner:
        owner = Owner(name="Ada")
        session.add(owner)
        await session.flush()
        return owner

    rows = Rows(sessions)
    assert (await call_for_user(user, rows)).name == "Ada"
    assert len(await rows.all(Owner)) == 1

    def plain(session: AsyncSession) -> object:
        return type(session)

    assert await call_for_user(plain, rows) is ApiSession
