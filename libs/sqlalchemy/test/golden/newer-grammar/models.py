"""Syntax that the parser does not know is no reason to call a file broken."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from sqlalchemy import String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


@contextmanager
def transaction() -> Iterator[None]:
    with (
        nullcontext() as one,
        nullcontext(),
    ):
        yield


def coroutine():
    sent = yield
    return lambda: (yield)


class Page(Base):
    __tablename__ = "pages"

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(String(80))

    @contextmanager
    def locked(self):
        yield


class Section(Page):
    heading: Mapped[str | None]


def halves(counts: list[float], *rest: *tuple[float]):
    first_of = lambda found, /: found[0]
    print = transaction
    return [half := counts[0] / 2., half * 2], [last for _, *last in rest]


def described(page: object) -> str:
    match page, 1:
        case Page(id=1) | None, *_ if page:
            return "first"
        case {"title": str(), **others}:
            return others
    return ""


class Appendix(Page):
    number: Mapped[int | None]
