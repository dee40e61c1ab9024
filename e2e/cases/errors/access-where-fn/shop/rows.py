from typing import Any

from sqlalchemy import ColumnElement

from shop.models import Order


class Visible:
    pass


def visible(user: Any) -> ColumnElement[bool]:
    return Order.number > 0


def with_default(user: Any, least: int = 0) -> "ColumnElement[bool]":
    return Order.number > least


async def fetched(user: Any) -> ColumnElement[bool]:
    return Order.number > 0


def of_number(user: Any, number: int) -> ColumnElement[bool]:
    return Order.number == number


def of_nobody() -> ColumnElement[bool]:
    return Order.number > 0


def by_keyword(*, user: Any) -> ColumnElement[bool]:
    return Order.number > 0


def decided(user: Any) -> bool:
    return True
