"""What PATCH /articles/{pk} does."""

from sqlalchemy.ext.asyncio import AsyncSession

from _generated.api.schemas.article import ArticleUpdateRequest
from _generated.runtime.rows import change_row
from blog.models import Article


async def update_article(
    article: Article,
    *,
    body: ArticleUpdateRequest,
    db: AsyncSession,
) -> None:
    """Changes the given fields of an article."""
    change_row(article, body)
