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


with (nullcontext() as first, nullcontext() as second):
    pass


class Section(Page):
    heading: Mapped[str | None]


RATIO = 2.
first_of = lambda found, /: found[0]
print = transaction


def halves(counts):
    return [half := counts[0] / 2., half * 2], [last for _, *last in counts]


with (
    nullcontext() as third,  # in parentheses, over lines
    nullcontext() as halves.last,
):
    pass


@(lambda function: function)
def decorated(*, page: int): ...


def described(page: object) -> str:
    match page, 1:
        case Page(id=1) | None, *_ if RATIO:
            return "first"
        case {"title": str(), **others}:
            return others
    return ""


class Appendix(Page):
    number: Mapped[int | None]
