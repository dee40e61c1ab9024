"""The part of a module that a mutant changes: its call, its arguments, its route."""

import ast
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from ..mutants import Mutant, call_of, classes


def is_inside(mutant: Mutant, call: ast.Call) -> bool:
    """Whether a line is in a call."""
    return call.lineno <= mutant.line <= (call.end_lineno or 0)


@lru_cache(maxsize=1)
def arguments_changed(mutant: Mutant) -> set[str]:
    """The names of the arguments whose value is another or none."""
    before, after = (
        Counter(
            (keyword.arg, ast.dump(keyword.value))
            for node in ast.walk(tree)
            if isinstance(node, ast.Call)
            for keyword in node.keywords
        )
        for tree in (mutant.module.tree, ast.parse(mutant.source))
    )
    return {str(name) for name, _ in (before - after)}


def call_at(mutant: Mutant, name: str) -> ast.Call | None:
    """The call of a function in the line of a mutant of routes."""
    if mutant.module.kind != "routes":
        return None
    calls = (call_of(node, name) for node in ast.walk(mutant.module.tree))
    return next((each for each in calls if each and each.lineno == mutant.line), None)


def routes_at(mutant: Mutant) -> list[ast.AsyncFunctionDef]:
    """The route that a line is in, if it is in one."""
    routes = [each for each in mutant.module.tree.body if isinstance(each, ast.AsyncFunctionDef)]
    return [each for each in routes if each.lineno <= mutant.line <= (each.end_lineno or 0)]


def body_of(mutant: Mutant) -> Mapping[str, object] | None:
    """The fields of the request of the route that a line is in; None for an action's, which sets what it likes."""
    for node in mutant.module.tree.body if mutant.module.kind == "routes" else ():
        if not isinstance(node, ast.AsyncFunctionDef | ast.FunctionDef):
            continue
        if not node.lineno <= mutant.line <= (node.end_lineno or 0):
            continue
        if _acts(node):
            return None
        bodies = [each for each in node.args.args if each.arg == "body"]
        name = ast.unparse(bodies[0].annotation) if bodies and bodies[0].annotation else ""
        # The operations of a bulk have the fields of what they do.
        of_bulk = ["CreateRequest", "UpdateRequest"]
        names = of_bulk if name.endswith("BulkRequest") else [name] if name else []
        schemas = mutant.module.sibling("schemas")
        return {key: field for each in names for key, field in classes(schemas, each).items()}
    return None


def is_of_action(mutant: Mutant) -> bool:
    """Whether a line is in the route of an action."""
    return any(map(_acts, routes_at(mutant)))


def _acts(node: ast.AST) -> bool:
    return any(call_of(each, "run_action") for each in ast.walk(node))
