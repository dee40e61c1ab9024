"""Turns a filter into the WHERE of a statement."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Select, and_, or_, true

from .comparisons import comparable
from .operators import OPERATORS

StatementT = TypeVar("StatementT", bound=Select[*tuple[Any, ...]])


Compare = Callable[[ColumnElement[Any]], ColumnElement[bool]]
"""Compares a value with that of a condition."""

Related = Mapping[str, Callable[[Compare], ColumnElement[bool]]]
"""By path, what compares values of the rows that belong to a row."""


def apply_filters(
    statement: StatementT, node: object, model: type, related: Related | None = None
) -> StatementT:
    """Adds a filter node to the WHERE of a statement.

    Args:
        statement: A SELECT from the model.
        node: A condition with `field`, `op` and `value`, or a combination with a list
            `and_` or `or_` of nodes, or with a node `not_`. Anything else leaves the
            statement unchanged.
        model: The mapped class whose attributes the fields name.
        related: What fields name of related rows.

    Raises:
        ValueError: The model has no such field, or there is no such operator.
    """
    # Building an AND takes longer than handing its parts to the statement, which joins
    # them itself.
    nodes = _operands(node, "and_")
    clauses = _clauses([node] if nodes is None else nodes, model, related or {})
    return statement.where(*clauses) if clauses else statement


def _clause(node: Any, model: type, related: Related) -> ColumnElement[bool] | None:
    for name, join in (("and_", and_), ("or_", or_)):
        nodes = _operands(node, name)
        if nodes is not None:
            clauses = _clauses(nodes, model, related)
            return join(*clauses) if clauses else None
    negated = getattr(node, "not_", None)
    if negated is not None:
        clause = _clause(negated, model, related)
        # The exact complement: a comparison with NULL is not true.
        return None if clause is None else clause.is_not(true())
    try:
        field, op, value = node.field, node.op, node.value
    except AttributeError:
        return None
    operator = OPERATORS.get(op)
    if operator is None:
        msg = f"There is no filter operator {op!r}; there are {', '.join(OPERATORS)}"
        raise ValueError(msg)
    if field in related:
        return related[field](lambda compared: operator.clause(compared, value))
    return operator.clause(comparable(model, field), value)


def _operands(node: object, name: str) -> Sequence[object] | None:
    """The nodes of a combination, or None if the node is not one."""
    nodes: Sequence[object] | None = getattr(node, name, None)
    return nodes if isinstance(nodes, list | tuple) else None


def _clauses(
    nodes: Sequence[object], model: type, related: Related
) -> list[ColumnElement[bool]]:
    clauses = (_clause(node, model, related) for node in nodes)
    return [clause for clause in clauses if clause is not None]
