"""Defects of the modules that read related rows: all that keeps the wrong ones away."""

import ast

from .mutants import Found, call_of, kind
from .tree import Module


@kind("condition of related rows", "relations")
def condition(node: ast.AST, _: Module) -> Found:
    call = call_of(node, "where")
    for at, each in enumerate(call.args if call else []):
        what = f"without {ast.unparse(each).splitlines()[0]}"
        yield what, lambda found, at=at: found.args.pop(at)


@kind("order of related rows", "relations")
def order(node: ast.AST, _: Module) -> Found:
    call = call_of(node, "order_by")
    for at, each in enumerate(call.args if call else []):
        what = f"without {ast.unparse(each)}"
        yield what, lambda found, at=at: found.args.pop(at)
    if call is not None:
        yield "without any order", lambda found: found.args.clear()


@kind("limit of related rows", "relations")
def limit(node: ast.AST, _: Module) -> Found:
    if call_of(node, "limit"):
        yield "without one", lambda found: setattr(found.args[0], "value", None)
        yield "one more", lambda found: setattr(found.args[0], "value", found.args[0].value + 1)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        yield "no slice", lambda found: setattr(found.slice, "upper", None)
