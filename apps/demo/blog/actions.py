"""Actions on articles."""

import datetime

from fastapi import HTTPException, status
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from _generated.auth.user import CurrentUser
from _generated.blog.access.article import readable
from _generated.blog.schemas.article import ArticlePublishRequest
from blog.models import Article, ArticleStatus


def publish(article: Article, *, body: ArticlePublishRequest) -> Article:
    """Publishes a draft, now or at the requested time."""
    # The route has locked the row: of two requests at once, only one finds a draft.
    if article.status is not ArticleStatus.DRAFT:
        raise HTTPException(status.HTTP_409_CONFLICT, "Only a draft can be published")
    article.status = ArticleStatus.PUBLISHED
    article.published_at = body.publish_at or datetime.datetime.now(datetime.UTC)
    return article


async def count_by_status(
    *,
    db: AsyncSession,
    current_user: CurrentUser,
) -> dict[str, int]:
    """Counts the articles that the user may see, by status."""
    seen = select(Article.status, func.count()).where(readable(current_user))
    rows = await db.execute(seen.group_by(Article.status))
    counts = {row[0].value: row[1] for row in rows}
    return {member.value: counts.get(member.value, 0) for member in ArticleStatus}
