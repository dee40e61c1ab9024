"""Mutants of arguments that a function takes in any order, or has by default."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise

from ..mutants import Mutant, call_of


def is_default(mutant: Mutant) -> bool:
    """Whether it drops an argument that says what the runtime takes without it."""
    name, _, value = mutant.what.partition("=")
    calls = [
        call
        for node in ast.walk(mutant.module.tree)
        if isinstance(call := node, ast.Call) and call.lineno == mutant.line
    ]
    if mutant.kind != "argument dropped" or len(calls) != 1:
        return False
    called = ast.unparse(calls[0].func)
    for path in sorted(mutant.module.root.glob("**/runtime/*.py")):
        for node in ast.parse(path.read_text()).body:
            if getattr(node, "name", None) == called:
                return (name, value) in _defaults(node)
    return False


def _defaults(node: ast.AST) -> Iterator[tuple[str, str]]:
    """What the parameters of a function, or of a class's constructor, are by default."""
    for each in node.body if isinstance(node, ast.ClassDef) else []:
        if isinstance(each, ast.AnnAssign) and each.value is not None:
            yield ast.unparse(each.target), ast.unparse(each.value)
        if isinstance(each, ast.FunctionDef) and each.name == "__init__":
            yield from _defaults(each)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        named = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
        last = zip(reversed(node.args.args), reversed(node.args.defaults), strict=False)
        for argument, default in (*named, *last):
            if default is not None:
                yield argument.arg, ast.unparse(default)


def is_in_any_order(mutant: Mutant) -> bool:
    """Whether it exchanges what is a set: conditions that all hold, or statuses of a route."""
    if mutant.kind != "arguments exchanged":
        return False
    return any(
        ", ".join(map(ast.unparse, pair)) == mutant.what and pair[0].lineno == mutant.line
        for node in ast.walk(mutant.module.tree)
        if (call := call_of(node, "and_", "or_", "where", "error_responses", "etag_responses"))
        for pair in pairwise(call.args)
    )


def is_least_of_both(mutant: Mutant) -> bool:
    """Whether it exchanges what is asked for and the bound, of which a page has the lesser."""
    is_exchanged = mutant.kind == "arguments exchanged"
    return is_exchanged and re.fullmatch(r"body\.limit, \d+", mutant.what) is not None
