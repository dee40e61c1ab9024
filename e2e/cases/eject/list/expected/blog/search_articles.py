"""What POST /v1/articles/search does."""

from sqlalchemy import Select
from sqlalchemy.ext.asyncio import AsyncSession

from _generated.blog.schemas.article import ArticlePage, ArticleSearchRequest
from _generated.blog.serializers.article import to_list_item
from _generated.runtime.filters import apply_filters
from _generated.runtime.pagination import apply_offset_pagination
from blog.models import Article


async def search_articles(
    statement: Select[Article],
    *,
    body: ArticleSearchRequest,
    db: AsyncSession,
) -> ArticlePage:
    """Lists the articles that match, a page at a time."""
    statement = apply_filters(statement, body.filter, Article)
    page, count, limit = apply_offset_pagination(
        statement.order_by(Article.id),
        body.offset,
        body.limit,
        100,
    )
    rows = (await db.scalars(page)).unique()
    return ArticlePage(
        items=[to_list_item(row) for row in rows],
        total=await db.scalar(count) or 0,
        offset=body.offset,
        limit=limit,
    )
