from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from blog.models import Article


def publish(article: Article, *, db: AsyncSession, current_user: dict[str, Any]) -> None:
    pass


def sessionless(article: Article) -> None:
    pass


def rowless(*, db: AsyncSession, current_user: dict[str, Any]) -> None:
    pass


def price(article: Article, cents: int, *, db: AsyncSession, **others: Any) -> None:
    pass


def everything(*arguments: Any, **named: Any) -> None:
    pass


def count(db: AsyncSession) -> int:
    return 0


def count_own(*, db: AsyncSession, current_user: dict[str, Any]) -> int:
    return 0


def import_all(*, db: AsyncSession, body: Any, current_user: dict[str, Any]) -> None:
    pass


def look(article: Article, /, db: AsyncSession, current_user: Any = None) -> None:
    pass
