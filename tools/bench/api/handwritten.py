"""The demo's articles as a careful person would write their routes by hand.

It has the same paths, as FastAPI goes through all routes of a router for each request.
For the requests that are measured it does what the generated routes do, and no more: a
search by conditions that must all hold, in the order of one field, page by page.
"""

import base64
import datetime
import json
import operator
import os
import uuid
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any, Literal

import jwt
from blog.models import Article, ArticleStatus
from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi.security import OAuth2PasswordBearer
from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
)
from sqlalchemy import ColumnElement, Row, func, or_, select, true, tuple_
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine

engine = create_async_engine(os.environ["DATABASE_URL"], pool_pre_ping=True)
sessions = async_sessionmaker(engine, expire_on_commit=False)
scheme = OAuth2PasswordBearer(tokenUrl="auth/token")


def storable(value: Any) -> Any:  # noqa: ANN401
    """Refuses text that PostgreSQL does not store, wherever it is in a value."""
    match value:
        case str():
            if "\x00" in value:
                raise ValueError("Text should not contain the character U+0000")
            value.encode()  # Half a surrogate pair is a ValueError as well.
        case dict():
            for key, item in value.items():
                storable(key)
                storable(item)
        case list():
            for item in value:
                storable(item)
        case _:
            pass
    return value


Text = Annotated[str, AfterValidator(storable)]
Json = Annotated[dict[str, Any], AfterValidator(storable)]
Price = Annotated[Decimal, Field(ge=0, max_digits=10, decimal_places=2)]


async def get_db() -> AsyncGenerator[AsyncSession]:
    """Gives a request its session."""
    async with sessions() as session:
        yield session


@dataclass(frozen=True)
class User:
    """Who sends a request."""

    id: uuid.UUID
    role: str


async def get_current_user(token: Annotated[str, Depends(scheme)]) -> User:
    """Checks the token."""
    try:
        payload = jwt.decode(
            token,
            os.environ["JWT_SECRET"],
            algorithms=["HS256"],
            options={"require": ["exp", "sub", "role"]},
        )
        return User(uuid.UUID(payload["sub"]), payload["role"])
    except (jwt.InvalidTokenError, ValueError):
        raise HTTPException(401, "Invalid token") from None


def changeable(user: User) -> ColumnElement[bool]:
    """The articles that a user may change."""
    return true() if user.role == "editor" else Article.author_id == user.id


def readable(user: User) -> ColumnElement[bool]:
    """The articles that a user may see."""
    return or_(changeable(user), Article.status == "published")


Db = Annotated[AsyncSession, Depends(get_db)]
CurrentUser = Annotated[User, Depends(get_current_user)]


class ArticleItem(BaseModel):
    """An article in a list."""

    model_config = ConfigDict(from_attributes=True)

    id: uuid.UUID
    slug: str
    title: str
    subtitle: str | None
    status: ArticleStatus
    price: Decimal
    author_id: uuid.UUID
    published_at: datetime.datetime | None


class ArticleOut(ArticleItem):
    """An article."""

    body: str
    metadata_: Annotated[dict[str, Any], Field(serialization_alias="metadata")]
    created_at: datetime.datetime
    updated_at: datetime.datetime


class ArticleIn(BaseModel):
    """A new article."""

    model_config = ConfigDict(extra="forbid")

    slug: Text = Field(
        min_length=1, max_length=100, pattern="^[a-z0-9]+(?:-[a-z0-9]+)*$"
    )
    title: Text = Field(min_length=1, max_length=200)
    subtitle: Text | None = Field(default=None, max_length=200)
    body: Text
    status: ArticleStatus = ArticleStatus.DRAFT
    price: Price
    metadata_: Json = Field(alias="metadata", default_factory=dict)


class ArticleChanges(BaseModel):
    """What to change of an article."""

    model_config = ConfigDict(extra="forbid")

    slug: Text = Field(
        default="", min_length=1, max_length=100, pattern="^[a-z0-9]+(?:-[a-z0-9]+)*$"
    )
    title: Text = Field(default="", min_length=1, max_length=200)
    subtitle: Text | None = Field(default=None, max_length=200)
    body: Text = ""
    price: Price = Decimal(0)
    metadata_: Json = Field(alias="metadata", default_factory=dict)
    published_at: AwareDatetime | None = None


class Publication(BaseModel):
    """When to publish an article."""

    model_config = ConfigDict(extra="forbid")

    publish_at: AwareDatetime | None = None


class Condition(BaseModel):
    """One comparison."""

    model_config = ConfigDict(extra="forbid")

    field: Literal["slug", "title", "status", "price", "published_at"]
    op: Literal["eq", "gt", "gte", "lt", "lte"]
    value: Any


class Conditions(BaseModel):
    """Comparisons that must all hold."""

    model_config = ConfigDict(extra="forbid")

    all: list[Condition] = Field(alias="and", max_length=100)


class Sort(BaseModel):
    """What to sort by."""

    model_config = ConfigDict(extra="forbid")

    field: Literal["title", "price", "published_at"]
    dir: Literal["asc", "desc"] = "asc"


class Search(BaseModel):
    """Articles that meet all conditions, in the order of one field."""

    model_config = ConfigDict(extra="forbid")

    filter: Conditions | None = None
    sort: list[Sort] = Field(default=[Sort(field="price")], min_length=1, max_length=1)
    cursor: str | None = None
    page_size: int = Field(default=20, ge=1)


COMPARISONS = {
    "eq": operator.eq,
    "gt": operator.gt,
    "gte": operator.ge,
    "lt": operator.lt,
    "lte": operator.le,
}
VALUES: dict[str, TypeAdapter[Any]] = {
    "slug": TypeAdapter(Text),
    "title": TypeAdapter(Text),
    "status": TypeAdapter(ArticleStatus),
    "price": TypeAdapter(Decimal),
    "published_at": TypeAdapter(AwareDatetime),
}


class Page(BaseModel):
    """A page of articles."""

    items: list[ArticleItem]
    next_cursor: str | None


def allowed(found: Row[tuple[Article, bool]] | None) -> Article:
    """An article that the user may change."""
    if found is None:
        raise HTTPException(404, "Not found")
    article, may = found
    if not may:
        raise HTTPException(403, "Not allowed")
    return article


async def read_back(db: AsyncSession, article: Article, user: User) -> None:
    """Reads what was stored, which the answer says, and checks that it may be so.

    A price of 4 is 4.00 from now on, and a trigger may have changed the author.
    """
    stored = select(Article, changeable(user)).where(Article.id == article.id)
    fresh = stored.execution_options(populate_existing=True)
    allowed((await db.execute(fresh)).one_or_none())


router = APIRouter(prefix="/articles", tags=["articles"])


@router.get("/{pk}")
async def get_article(pk: uuid.UUID, db: Db, current_user: CurrentUser) -> ArticleOut:
    """Returns an article."""
    found = select(Article).where(Article.id == pk, readable(current_user))
    article = await db.scalar(found)
    if article is None:
        raise HTTPException(404, "Not found")
    return ArticleOut.model_validate(article)


@router.post("/search")
async def search_articles(body: Search, db: Db, current_user: CurrentUser) -> Page:
    """Lists articles, a page at a time."""
    statement = select(Article).where(readable(current_user))
    for condition in body.filter.all if body.filter else []:
        try:
            value = VALUES[condition.field].validate_python(condition.value)
        except ValidationError:
            raise HTTPException(422, "Invalid value") from None
        column = getattr(Article, condition.field)
        statement = statement.where(COMPARISONS[condition.op](column, value))
    sort = body.sort[0]
    columns = (getattr(Article, sort.field), Article.id)
    if body.cursor is not None:
        try:
            value, key = json.loads(base64.urlsafe_b64decode(body.cursor))
            last = (VALUES[sort.field].validate_python(value), uuid.UUID(key))
        except ValueError:
            raise HTTPException(422, "Invalid cursor") from None
        row = tuple_(*columns)
        statement = statement.where(row > last if sort.dir == "asc" else row < last)
    size = min(body.page_size, 100)
    order = [each.asc() if sort.dir == "asc" else each.desc() for each in columns]
    statement = statement.order_by(*order)
    articles = (await db.scalars(statement.limit(size + 1))).all()
    cursor = None
    if len(articles) > size:
        last_article = articles[size - 1]
        values = [str(getattr(last_article, sort.field)), str(last_article.id)]
        cursor = base64.urlsafe_b64encode(json.dumps(values).encode()).decode()
    return Page(
        items=[ArticleItem.model_validate(article) for article in articles[:size]],
        next_cursor=cursor,
    )


@router.post("", include_in_schema=False, status_code=201)
@router.post("/", status_code=201)
async def create_article(
    body: ArticleIn,
    request: Request,
    response: Response,
    db: Db,
    current_user: CurrentUser,
) -> ArticleOut:
    """Creates an article."""
    article = Article(**body.model_dump(), author_id=current_user.id)
    db.add(article)
    try:
        await db.flush()
    except IntegrityError:
        raise HTTPException(409, "Conflict") from None
    await read_back(db, article, current_user)
    answer = ArticleOut.model_validate(article)
    response.headers["Location"] = f"{request.url.path}{article.id}"
    await db.commit()
    return answer


@router.patch("/{pk}")
async def update_article(
    pk: uuid.UUID,
    body: ArticleChanges,
    db: Db,
    current_user: CurrentUser,
) -> ArticleOut:
    """Changes the given fields of an article."""
    found = (
        select(Article, changeable(current_user))
        .where(Article.id == pk, readable(current_user))
        .with_for_update(of=Article, key_share=True)
    )
    article = allowed((await db.execute(found)).one_or_none())
    for name, value in body.model_dump(exclude_unset=True).items():
        setattr(article, name, value)
    try:
        await db.flush()
    except IntegrityError:
        raise HTTPException(409, "Conflict") from None
    await read_back(db, article, current_user)
    answer = ArticleOut.model_validate(article)
    await db.commit()
    return answer


@router.delete("/{pk}", status_code=204)
async def delete_article(pk: uuid.UUID, db: Db, current_user: CurrentUser) -> None:
    """Deletes an article."""
    found = (
        select(Article, changeable(current_user))
        .where(Article.id == pk, readable(current_user))
        .with_for_update(of=Article)
    )
    article = allowed((await db.execute(found)).one_or_none())
    await db.delete(article)
    try:
        await db.flush()
    except IntegrityError:
        raise HTTPException(409, "Conflict") from None
    await db.commit()


@router.post("/{pk}/publish")
async def publish_article(
    pk: uuid.UUID,
    body: Publication,
    db: Db,
    current_user: CurrentUser,
) -> ArticleOut:
    """Publishes a draft."""
    found = (
        select(Article, changeable(current_user))
        .where(Article.id == pk, readable(current_user))
        .with_for_update(of=Article, key_share=True)
    )
    article = allowed((await db.execute(found)).one_or_none())
    if article.status is not ArticleStatus.DRAFT:
        raise HTTPException(409, "Only a draft can be published")
    article.status = ArticleStatus.PUBLISHED
    article.published_at = body.publish_at or datetime.datetime.now(datetime.UTC)
    await db.flush()
    await read_back(db, article, current_user)
    answer = ArticleOut.model_validate(article)
    await db.commit()
    return answer


@router.post("/count_by_status")
async def count_by_status(db: Db, current_user: CurrentUser) -> dict[str, int]:
    """Counts the articles that the user may see."""
    seen = select(Article.status, func.count()).where(readable(current_user))
    rows = (await db.execute(seen.group_by(Article.status))).tuples()
    return {status.value: count for status, count in rows}
