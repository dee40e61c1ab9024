"""Prints, as JSON, how many requests a CPU second serves: generated and by hand.

The demo's articles are served by the generated routes and by handwritten.py, each in
an application that is the same otherwise. Both run in this process, in turns, and are
called as a server calls them, so that the CPU time is theirs (with the database
driver's) and no client's.
"""

import asyncio
import itertools
import json
import statistics
import sys
import uuid
from typing import Any

from _generated.auth.dependencies import tokens
from _generated.auth.router import router as auth_router
from _generated.blog.routes.article import router as generated_router
from _generated.blog.routes.author import router as author_router
from _generated.blog.routes.comment import router as comment_router
from _generated.blog.routes.tag import router as tag_router
from _generated.db.session import database
from blog.models import Author, Base
from fastapi import APIRouter, FastAPI

from calls import Body, Caller, Cost, MakeRequest
from handwritten import engine
from handwritten import router as handwritten_router


def host(articles: APIRouter) -> FastAPI:
    """The demo's application, with its articles served by a router."""
    blog, api, app = APIRouter(), APIRouter(), FastAPI()
    for router in (articles, author_router, tag_router, comment_router):
        blog.include_router(router)
    api.include_router(auth_router)
    api.include_router(blog)
    app.include_router(api)
    return app


AUTHOR = uuid.uuid4()
caller = Caller(tokens.encode({"sub": str(AUTHOR), "role": "author"}))
generated, handwritten = host(generated_router), host(handwritten_router)
numbers = itertools.count()


def new_article() -> dict[str, Any]:
    """A new article's body."""
    number = next(numbers)
    return {
        "slug": f"article-{number}",
        "title": f"Article {number}",
        "body": "A paragraph of text. " * 20,
        "price": f"{number % 50}.50",
        "metadata": {"words": 80, "topics": ["a", "b"]},
    }


async def create_tables() -> None:
    """Creates the models' tables, and the author who sends the requests."""
    async with database.engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    async with database.session() as db:
        db.add(Author(id=AUTHOR, name="Ada", email="ada@example.org"))
        await db.commit()


async def measure(rounds: int, count: int) -> dict[str, dict[str, float]]:
    """Measures each request on both applications, in turns."""
    await create_tables()
    for _ in range(300):
        _, article = await caller.call(generated, "POST", "/articles/", new_article())
    path = f"/articles/{article['id']}"
    conditions = [
        {"field": "status", "op": "eq", "value": "draft"},
        {"field": "price", "op": "gte", "value": "3"},
    ]
    search = {
        "filter": {"and": conditions},
        "sort": [{"field": "price", "dir": "desc"}],
    }
    by_hand = dict(search)
    _, page = await caller.call(generated, "POST", "/articles/search", search)
    _, other = await caller.call(handwritten, "POST", "/articles/search", by_hand)
    if page["items"] != other["items"]:
        sys.exit("The applications disagree about the first page")
    draft = {**new_article(), "price": "4"}
    _, created = await caller.call(generated, "POST", "/articles/", draft)
    draft["slug"] += "-again"
    _, copy = await caller.call(handwritten, "POST", "/articles/", draft)
    if created["price"] != copy["price"] or created.keys() != copy.keys():
        sys.exit("The applications disagree about a new article")
    search["cursor"], by_hand["cursor"] = page["next_cursor"], other["next_cursor"]

    async def deletable(count: int) -> list[str]:
        """The paths of new articles, made outside of what is measured."""
        paths: list[str] = []
        for _ in range(count):
            _, made = await caller.call(generated, "POST", "/articles/", new_article())
            paths.append(f"/articles/{made['id']}")
        return paths

    def change() -> tuple[str, str, Body]:
        number = next(numbers)
        return (
            "PATCH",
            path,
            {"title": f"Article {number}", "price": f"{number % 50}.25"},
        )

    doomed = await deletable(2 * (rounds + 1) * count)
    requests: dict[str, tuple[MakeRequest, MakeRequest]] = {
        "get": (lambda: ("GET", path, None), lambda: ("GET", path, None)),
        "search": (
            lambda: ("POST", "/articles/search", search),
            lambda: ("POST", "/articles/search", by_hand),
        ),
        "create": (
            lambda: ("POST", "/articles/", new_article()),
            lambda: ("POST", "/articles/", new_article()),
        ),
        "update": (change, change),
        "delete": (
            lambda: ("DELETE", doomed.pop(), None),
            lambda: ("DELETE", doomed.pop(), None),
        ),
    }
    results: dict[str, dict[str, float]] = {}
    for name, (make_ours, make_theirs) in requests.items():
        pairs: list[tuple[Cost, Cost]] = []
        for turn in range(rounds + 1):
            if turn % 2:
                first = await caller.cost(generated, make_ours, count)
                second = await caller.cost(handwritten, make_theirs, count)
            else:
                second = await caller.cost(handwritten, make_theirs, count)
                first = await caller.cost(generated, make_ours, count)
            pairs.append((first, second))
        warm = pairs[1:]
        results[name] = {
            "generated": statistics.median(1 / ours.cpu for ours, _ in warm),
            "handwritten": statistics.median(1 / theirs.cpu for _, theirs in warm),
            "ratio": statistics.median(theirs.cpu / ours.cpu for ours, theirs in warm),
        }
    await database.dispose()
    await engine.dispose()
    return results


if __name__ == "__main__":
    print(json.dumps(asyncio.run(measure(int(sys.argv[1]), int(sys.argv[2])))))
