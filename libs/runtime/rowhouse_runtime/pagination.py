"""Pages with a limit, and the total number of rows."""

from typing import Any, TypeVar

from sqlalchemy import Select, func, select

from .columns import column

StatementT = TypeVar("StatementT", bound=Select[*tuple[Any, ...]])


def apply_keyset_pagination(
    statement: StatementT,
    model: type,
    cursor: object,
    cursor_field: str,
    page_size: int,
    max_page_size: int,
) -> tuple[StatementT, int]:
    """Takes the page after a cursor, in the order of the cursor field alone.

    Args:
        statement: A SELECT from the model, sorted by the cursor field.
        cursor: The cursor field's value in the row before the page, or none.
        cursor_field: The name of a unique column attribute.
        page_size: How many rows are asked for.
        max_page_size: The most rows that a page may have.

    Returns:
        The statement, which fetches one row more than the page has so that the caller
        can tell whether there are more, and the page's size.
    """
    size = min(page_size, max_page_size)
    if cursor is not None:
        statement = statement.where(column(model, cursor_field) > cursor)
    return statement.limit(size + 1), size


def apply_offset_pagination(
    statement: StatementT,
    offset: int,
    limit: int,
    max_page_size: int,
) -> tuple[StatementT, Select[int], int]:
    """Takes a page by its position.

    Args:
        statement: A sorted SELECT.
        offset: How many rows to leave out.
        limit: How many rows are asked for.
        max_page_size: The most rows that a page may have.

    Returns:
        The page's statement, the statement that counts the rows of all pages, and the
        page's size.
    """
    size = min(limit, max_page_size)
    count = select(func.count()).select_from(statement.order_by(None).subquery())
    return statement.offset(offset).limit(size), count, size
