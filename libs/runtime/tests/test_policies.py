"""What policies of the database are told, and what they answer with."""

from collections.abc import AsyncGenerator
from uuid import UUID, uuid4

import pytest
from fastapi import HTTPException
from rowhouse_testing import Sessions
from sqlalchemy import ForeignKey, delete, func, insert, select, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import (
    AsyncConnection,
    AsyncSession,
    async_sessionmaker,
    create_async_engine,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from rowhouse_runtime.database import database_url
from rowhouse_runtime.database_errors import http_error
from rowhouse_runtime.handlers import former_values
from rowhouse_runtime.policies import USER_SETTING, tell_user
from rowhouse_runtime.queries import get_object_from_query_or_404, lock_for_update
from rowhouse_runtime.references import check_references

pytestmark = pytest.mark.anyio


class Base(DeclarativeBase):
    """The base of this model alone."""


class Letter(Base):
    """A row that its author may change until it is sent."""

    __tablename__ = "letters"

    id: Mapped[int] = mapped_column(primary_key=True)
    author: Mapped[str]
    sent: Mapped[bool]
    reply_to: Mapped[int | None] = mapped_column(ForeignKey("letters.id"))


# The setting's name stands in the policies that the generator writes.
POLICIES = """
ALTER TABLE letters ENABLE ROW LEVEL SECURITY;
CREATE POLICY readable ON letters FOR SELECT
  USING (author = current_setting('rowhouse.user', true)::jsonb ->> 'name');
CREATE POLICY changeable ON letters FOR UPDATE
  USING (NOT sent) WITH CHECK (NOT sent);
"""


@pytest.fixture
async def letters(connection: AsyncConnection) -> AsyncGenerator[Sessions]:
    """Sessions of a role that has no rights but those on the table."""
    role = f"reader_{uuid4().hex}"
    transaction = await connection.begin_nested()
    await connection.run_sync(Base.metadata.create_all)
    for statement in (
        *POLICIES.strip().split(";\n"),
        f"CREATE ROLE {role}",
        f"GRANT SELECT, UPDATE, INSERT ON letters TO {role}",
    ):
        await connection.execute(text(statement.rstrip(";").replace(":", r"\:")))
    values = [(1, "ada", False), (2, "ada", True), (3, "bob", False)]
    rows = [{"id": key, "author": name, "sent": sent} for key, name, sent in values]
    await connection.execute(insert(Letter), rows)
    schema = (await connection.execute(select(func.current_schema()))).scalar_one()
    await connection.execute(text(f"GRANT USAGE ON SCHEMA {schema} TO {role}"))
    await connection.execute(text(f"SET LOCAL ROLE {role}"))
    yield async_sessionmaker(connection, join_transaction_mode="create_savepoint")
    await transaction.rollback()


async def setting(db: AsyncSession) -> str | None:
    """Who asks, as the database knows it."""
    found: str | None = await db.scalar(
        select(func.current_setting(USER_SETTING, True))
    )
    return found or None


async def test_each_transaction_knows_the_user(sessions: Sessions) -> None:
    async with sessions() as session:
        db = await tell_user(session, {"sub": UUID(int=1), "team": None})
        for _ in range(3):
            told = '{"sub":"00000000-0000-0000-0000-000000000001","team":null}'
            assert await setting(db) == told
            await db.rollback()


async def test_a_transaction_that_has_begun_knows_the_user(sessions: Sessions) -> None:
    async with sessions() as session:
        assert await setting(session) is None
        await tell_user(session, {"sub": 'O"Neil'})
        assert await setting(session) == '{"sub":"O\\"Neil"}'
        await session.rollback()


async def test_another_session_knows_no_user(sessions: Sessions) -> None:
    async with sessions() as session:
        await tell_user(session, {"sub": 1})
        assert await setting(session) == '{"sub":1}'
        await session.rollback()
    async with sessions() as session:
        assert await setting(session) is None


async def test_a_connection_that_goes_back_to_the_pool_knows_no_user() -> None:
    engine = create_async_engine(database_url("TEST_DATABASE_URL"), pool_size=1)
    async with AsyncSession(engine) as session:
        await tell_user(session, {"sub": 1})
        assert not session.in_transaction()
        assert await setting(session) == '{"sub":1}'
        await session.commit()
    async with AsyncSession(engine) as session:
        assert await setting(session) is None
    await engine.dispose()


async def test_what_may_not_be_locked_is_visible_all_the_same(
    letters: Sessions,
) -> None:
    async def find(key: int) -> str:
        async with letters() as session:
            db = await tell_user(session, {"name": "ada"})
            found = select(Letter).where(Letter.id == key)
            try:
                letter = await get_object_from_query_or_404(
                    db, lock_for_update(found), may=~Letter.sent, unlocked=found
                )
            except HTTPException as error:
                return str(error.status_code)
            return letter.author

    assert [await find(key) for key in (1, 2, 3, 4)] == ["ada", "403", "404", "404"]


async def test_what_a_policy_refuses_is_a_403(letters: Sessions) -> None:
    async with letters() as session:
        db = await tell_user(session, {"name": "ada"})
        with pytest.raises(DBAPIError) as refused:
            await db.execute(update(Letter).where(Letter.id == 1).values(sent=True))
        answer = http_error(refused.value)
        assert isinstance(answer, HTTPException)
        assert (answer.status_code, answer.detail) == (403, "Not allowed")


@pytest.mark.parametrize("has_policies", [True, False])
async def test_a_flushed_reference_to_a_hidden_row_is_one_to_a_missing_row(
    letters: Sessions, *, has_policies: bool
) -> None:
    async def refusal(key: int) -> object:
        async with letters() as session:
            db = await tell_user(session, {"name": "ada"})
            if not has_policies:
                await db.execute(text("RESET ROLE"))
            letter = await db.get_one(Letter, 1)
            former = await former_values(db, letter)
            letter.reply_to = key
            try:
                await db.flush()
                own = {Letter: lambda: Letter.author == "ada"}
                await check_references(db, letter, own, former=former)
            except IntegrityError as error:
                return str(http_error(error))
            except HTTPException as error:
                return str(error)
        return None

    hidden, missing, seen = [await refusal(key) for key in (3, 4, 2)]
    assert hidden == missing
    assert str(hidden).startswith("409: ")
    assert seen is None


async def test_a_grant_that_is_missing_is_no_refusal(letters: Sessions) -> None:
    async with letters() as session:
        with pytest.raises(DBAPIError) as refused:
            await session.execute(delete(Letter))
        answer = http_error(refused.value)
    assert isinstance(answer, HTTPException)
    assert answer.status_code == 503
    assert answer.detail == "The database is not set up for this API"
