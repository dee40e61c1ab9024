"""Whether two rules say the same of all rows that they are asked about."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from .mutants import call_of

_MOST = 12
"""Of more conditions, nothing is said: there would be too many cases."""


def agree(one: ast.expr, other: ast.expr, given: Sequence[ast.expr]) -> bool:
    """Whether two rules have one answer wherever what is given holds.

    Conditions are taken to be independent of each other, though some never hold together.
    """
    names = sorted({name for each in (one, other, *given) for name in _conditions(each)})
    if len(names) > _MOST:
        return False
    cases = (
        dict(zip(names, case, strict=True)) for case in product((True, False), repeat=len(names))
    )
    return all(
        _holds(one, case) == _holds(other, case)
        for case in cases
        if all(_holds(each, case) for each in given)
    )


def _conditions(node: ast.expr) -> Iterator[str]:
    parts = _parts(node)
    if parts is None:
        yield ast.unparse(node)
    for each in parts or ():
        yield from _conditions(each)


def _parts(node: ast.expr) -> Sequence[ast.expr] | None:
    """What a rule is joined of; None, if it is one condition."""
    if call := call_of(node, "and_", "or_", "rows_if", "true", "false"):
        return call.args
    if isinstance(node, ast.UnaryOp):
        return [node.operand]
    return (
        node.values
        if isinstance(node, ast.BoolOp)
        else ()
        if isinstance(node, ast.Constant)
        else None
    )


def _holds(node: ast.expr, case: Mapping[str, bool]) -> bool:
    parts = _parts(node)
    if parts is None:
        return case[ast.unparse(node)]
    if isinstance(node, ast.Constant):
        return bool(node.value)
    holding = [_holds(each, case) for each in parts]
    if isinstance(node, ast.UnaryOp):
        return not holding[0]
    is_any = call_of(node, "or_", "false") or (
        isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or)
    )
    return any(holding) if is_any else all(holding)
