"""Adds the rows that the examples in the API documentation use.

Run it once per database: `python -m blog.examples EMAIL`. The articles get that author.
"""

import asyncio
import datetime
import sys
from decimal import Decimal
from uuid import UUID

from sqlalchemy import select

from _generated.db.session import database
from blog.models import Article, ArticleStatus, ArticleTag, Author, Comment, Tag


async def add_examples(email: str) -> None:
    """Adds the rows.

    Args:
        email: The email address of an author, who can change the articles.
    """
    async with database.session() as db:
        author = await db.scalar(select(Author).where(Author.email == email))
        if author is None:
            sys.exit(f"There is no author {email}: add one by blog.seed.")
        engines, obsolete = tags()
        published, *others = articles(author)
        published.article_tags = [ArticleTag(tag=engines)]
        db.add_all([*authors(), published, *others, *comments(), engines, obsolete])
        await db.commit()
    await database.dispose()


def row(number: int) -> UUID:
    """The key of a row that an example names."""
    return UUID(f"00000000-0000-4000-8000-{number:012}")


def authors() -> list[Author]:
    """An author to read and change, and one to delete."""
    return [
        Author(id=row(1), name="Charles", email="charles@example.org"),
        Author(id=row(2), name="Dionysius", email="dionysius@example.org"),
    ]


def articles(author: Author) -> list[Article]:
    """An article to read and change, one to publish and one to delete."""
    published, draft, discarded = (
        Article(
            id=row(number),
            slug=title.lower().replace(" ", "-"),
            title=title,
            body="They calculate.",
            price=Decimal("4.50"),
            author=author,
        )
        for number, title in [(11, "On engines"), (12, "On cards"), (13, "On gears")]
    )
    published.status = ArticleStatus.PUBLISHED
    published.published_at = datetime.datetime(2030, 1, 31, 12, tzinfo=datetime.UTC)
    return [published, draft, discarded]


def comments() -> list[Comment]:
    """A comment to read, and one to delete."""
    return [
        Comment(id=row(21), article_id=row(11), author_name="Mary", body="Well done."),
        Comment(id=row(22), article_id=row(11), author_name="Bot", body="Buy now."),
    ]


def tags() -> list[Tag]:
    """In an empty table, they get the keys 1 and 2: one to read and one to delete."""
    return [Tag(name="engines"), Tag(name="obsolete")]


if __name__ == "__main__":
    asyncio.run(add_examples(sys.argv[1]))
