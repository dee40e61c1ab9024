from blog.models import Article


async def publish(article: Article) -> Article:
    return article
