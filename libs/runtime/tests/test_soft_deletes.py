"""Soft deletes do to other rows what their foreign keys say, and are taken back."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import Column, DateTime, ForeignKey, ForeignKeyConstraint, Table, select
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession
from sqlalchemy.orm import Mapped, mapped_column, relationship

from rowhouse_runtime.errors import ConflictError
from rowhouse_runtime.soft_deletes import (
    DeletedAt,
    restore_row,
    soft_delete,
    soft_delete_rows,
)

from .models import Base, Owner
from .statements import statements_of

pytestmark = pytest.mark.anyio


class Shelf(Base):
    """It may stand on another one, which cannot be deleted then."""

    __tablename__ = "soft_shelves"

    id: Mapped[int] = mapped_column(primary_key=True)
    below_id: Mapped[int | None] = mapped_column(ForeignKey("soft_shelves.id"))
    gone: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))

    above: Mapped[list["Shelf"]] = relationship()
    books: Mapped[list["Book"]] = relationship(secondary="soft_loans", viewonly=True)


LOANS = Table(
    "soft_loans",
    Base.metadata,
    Column[int]("book_id", ForeignKey("soft_books.id"), primary_key=True),
    Column[int]("shelf_id", ForeignKey(Shelf.id), primary_key=True),
)


class Book(Base):
    """It is deleted with its shelf, and its sheets with it: by its relationship."""

    __tablename__ = "soft_books"

    id: Mapped[int] = mapped_column(primary_key=True)
    shelf_id: Mapped[int | None] = mapped_column(
        ForeignKey(Shelf.id, ondelete="cascade")
    )
    owner_id: Mapped[int | None] = mapped_column(ForeignKey(Owner.id))
    lost: Mapped[datetime | None] = mapped_column("lost_at", DateTime(timezone=True))

    sheets: Mapped[list["Sheet"]] = relationship(cascade="all, delete-orphan")
    lent_to: Mapped[list[Shelf]] = relationship(secondary=LOANS)


class Sheet(Base):
    """Its key has two columns."""

    __tablename__ = "soft_sheets"

    book_id: Mapped[int] = mapped_column(ForeignKey(Book.id), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    torn: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class Note(Base):
    """It forgets its book, keeps its sheet, and stays. It is never deleted softly."""

    __tablename__ = "soft_notes"
    __table_args__ = (
        ForeignKeyConstraint(
            ["of_book", "of_number"], ["soft_sheets.book_id", "soft_sheets.number"]
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    book_id: Mapped[int | None] = mapped_column(
        ForeignKey(Book.id, ondelete="SET NULL")
    )
    shelf_id: Mapped[int | None] = mapped_column(
        ForeignKey(Shelf.id, ondelete="CASCADE")
    )
    of_book: Mapped[int | None]
    of_number: Mapped[int | None]


LONG_AGO = datetime(2024, 1, 1, tzinfo=UTC)
DELETED_AT: DeletedAt = {Shelf: "gone", Book: "lost", Sheet: "torn"}


@pytest.fixture
async def library(db: AsyncSession) -> AsyncSession:
    """A session with shelves, one on another one, two books, and three sheets."""
    db.add_all([Shelf(id=1), Shelf(id=3, below_id=1), Shelf(id=4)])
    # They have been deleted before, and are in nobody's way.
    db.add_all([Shelf(id=5, gone=LONG_AGO), Shelf(id=6, gone=LONG_AGO)])
    await db.flush()
    db.add_all([Book(id=1, shelf_id=3), Book(id=2, shelf_id=4)])
    db.add(Book(id=3, shelf_id=5, lost=LONG_AGO))
    await db.flush()
    db.add_all([Sheet(book_id=book, number=1) for book in (1, 2)])
    db.add_all([Sheet(book_id=1, number=2), Note(id=1, book_id=1, shelf_id=3)])
    db.add(Note(id=2, book_id=2))
    await db.execute(LOANS.insert().values(book_id=1, shelf_id=4))
    await db.flush()
    return db


async def there(db: AsyncSession) -> list[str]:
    """What is not deleted."""
    found: list[str] = []
    for model, name in DELETED_AT.items():
        is_kept = getattr(model, name).is_(None)
        key = [*model.__table__.primary_key]
        for row in await db.execute(select(*key).where(is_kept).order_by(*key)):
            found.append(f"{model.__name__} {'.'.join(map(str, row))}")
    return found


EVERYTHING = [
    *("Shelf 1", "Shelf 3", "Shelf 4", "Book 1", "Book 2"),
    *("Sheet 1.1", "Sheet 1.2", "Sheet 2.1"),
]


async def test_what_cascades_is_deleted_and_restored_with_it(
    library: AsyncSession,
) -> None:
    db = library
    # In the same transaction: it has a time of its own.
    await soft_delete(db, await db.get_one(Sheet, (1, 2)), DELETED_AT)
    shelf = await db.get_one(Shelf, 3)
    await soft_delete(db, shelf, DELETED_AT)
    assert await there(db) == ["Shelf 1", "Shelf 4", "Book 2", "Sheet 2.1"]
    found = [
        await db.scalars(select(time).where(time > LONG_AGO))
        for time in (Shelf.gone, Book.lost, Sheet.torn)
    ]
    times = [time for each in found for time in each]
    assert (len(times), len({*times})) == (4, 2)
    notes = select(Note.book_id, Note.shelf_id).order_by(Note.id)
    assert [*map(tuple, await db.execute(notes))] == [(None, 3), (2, None)]
    assert list(await db.scalars(select(LOANS.c.book_id))) == [1]
    await restore_row(db, shelf, DELETED_AT)
    assert await there(db) == [each for each in EVERYTHING if each != "Sheet 1.2"]


async def test_rows_that_refer_to_it_keep_it(library: AsyncSession) -> None:
    db = library
    # Shelf 3 refers to one of them, and a loan to the other one.
    for number in (1, 4):
        with pytest.raises(ConflictError) as refused:
            await soft_delete(db, await db.get_one(Shelf, number), DELETED_AT)
        assert refused.value.code == "referenced"
        assert refused.value.detail == "Other rows still refer to this one"


async def test_rows_that_are_deleted_keep_no_others(library: AsyncSession) -> None:
    db = library
    both = [await db.get_one(Shelf, number) for number in (1, 3)]
    await soft_delete_rows(db, both, DELETED_AT)
    assert await there(db) == ["Shelf 4", "Book 2", "Sheet 2.1"]
    with pytest.raises(ConflictError) as refused:
        await restore_row(db, both[1], DELETED_AT)
    assert (refused.value.code, refused.value.columns) == ("reference", ("below_id",))


async def test_what_does_not_cascade_is_not_restored(library: AsyncSession) -> None:
    db = library
    both = [await db.get_one(Shelf, number) for number in (1, 3)]
    await soft_delete_rows(db, both, DELETED_AT)
    await restore_row(db, both[0], DELETED_AT)
    assert await there(db) == ["Shelf 1", "Shelf 4", "Book 2", "Sheet 2.1"]


async def test_a_row_without_a_soft_delete_keeps_what_would_cascade(
    library: AsyncSession,
) -> None:
    db = library
    db.add(Note(id=3, of_book=1, of_number=1))
    await db.flush()
    with pytest.raises(ConflictError) as refused:
        await soft_delete(db, await db.get_one(Shelf, 3), DELETED_AT)
    assert refused.value.code == "referenced"


async def test_rows_are_locked(
    library: AsyncSession, connection: AsyncConnection
) -> None:
    db = library
    book = await db.get_one(Book, 1)
    with statements_of(connection) as sent:
        await soft_delete(db, book, DELETED_AT)
    assert [each for each in sent if each.endswith("FOR UPDATE")]
    with statements_of(connection) as sent:
        await restore_row(db, book, DELETED_AT)
    # Its shelf is not deleted before the transaction ends.
    assert [each for each in sent if each.endswith("FOR KEY SHARE")]
