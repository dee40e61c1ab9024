"""What DELETE /v1/articles/{pk} does."""

from sqlalchemy.ext.asyncio import AsyncSession

from _generated.runtime.rows import delete_row
from blog.models import Article


async def delete_article(
    article: Article,
    *,
    db: AsyncSession,
) -> None:
    """Deletes an article."""
    await delete_row(db, article)
