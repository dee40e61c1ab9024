"""What mutants call, where a defect is more than a line."""

from dataclasses import fields
from typing import Any

import jwt
from fastapi import HTTPException
from sqlalchemy import Select, false
from sqlalchemy.sql import operators


def decode(tokens: Any, token: str | None, options: dict[str, Any], algorithms: Any = None) -> Any:
    """Reads a token as the runtime does, but for what the options leave out."""
    if token is None:
        tokens.decode(token)
    checked = {"require": ["exp"], "verify_aud": False} | options
    try:
        return jwt.decode(
            token, tokens.secret, algorithms=algorithms or [tokens.algorithm], options=checked
        )
    except jwt.InvalidTokenError:
        return tokens.decode("")


def without_401(tokens: Any, token: str | None) -> Any:
    """Reads a token; one that is not valid is nobody's."""
    try:
        return tokens.decode(token)
    except HTTPException:
        return {"sub": "nobody"}


def same(column: Any, value: object) -> Any:
    """The rows whose column has a value; what a user lacks is that of none."""
    return false() if value is None else column == value


def differs(column: Any, value: object) -> Any:
    """The rows whose column has another value; what a user lacks is that of none."""
    return false() if value is None else column.is_distinct_from(value)


def nulls_elsewhere(order: Any) -> Any:
    """The same order, but for where NULLs are: of a keyset search, or of a statement."""
    if isinstance(order, Select):
        clauses = [_flipped(each) for each in order._order_by_clauses]
        return order.order_by(None).order_by(*clauses)

    class Elsewhere(type(order)):
        def order_by(self) -> list[Any]:
            return [_flipped(each) for each in order.order_by()]

    return Elsewhere(*(getattr(order, each.name) for each in fields(order)))


def _flipped(term: Any) -> Any:
    if term.modifier is operators.nulls_last_op:
        return term.element.nulls_first()
    if term.modifier is operators.nulls_first_op:
        return term.element.nulls_last()
    return term
