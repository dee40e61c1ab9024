"""How values go to PostgreSQL and come from there."""

from typing import Any

from sqlalchemy import CHAR, NCHAR, URL, Enum, String
from sqlalchemy.dialects.postgresql.asyncpg import PGCompiler_asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from .documents import write_document


def create_exact_engine(url: URL, **options: Any) -> AsyncEngine:
    """Creates an engine that writes JSON as responses do, and cuts no texts.

    Args:
        url: The database.
        **options: Those of `create_async_engine`.
    """
    engine = create_async_engine(url, json_serializer=write_document, **options)
    if engine.dialect.driver == "asyncpg":
        engine.dialect.statement_compiler = _Compiler
    return engine


class _Compiler(PGCompiler_asyncpg):
    """Sends lists of texts without a length, as SQLAlchemy does single texts.

    PostgreSQL would cut what is cast to `VARCHAR(5)[]`; a column refuses it.
    """

    def render_bind_cast(self, type_: Any, dbapi_type: Any, sqltext: str) -> str:
        """Returns the SQL type of a parameter."""
        match getattr(dbapi_type, "item_type", None):
            case CHAR() | NCHAR():
                return f"{sqltext}::BPCHAR[]"
            case String() as item if item.length and not isinstance(item, Enum):
                return f"{sqltext}::VARCHAR[]"
            case _:
                cast: str = super().render_bind_cast(type_, dbapi_type, sqltext)  # type: ignore[no-untyped-call]
                return cast
