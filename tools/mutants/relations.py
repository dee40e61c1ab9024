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


@kind("write of related rows", "relations")
def write(node: ast.AST, _: Module) -> Found:
    """What is stamped on them, which are linked, and which rules are asked."""
    call = call_of(node, "add_rows", "replace_links")
    for at, each in enumerate(call.args if call else []):
        for key in range(len(each.keys) if isinstance(each, ast.Dict) else 0):
            yield (
                f"without {ast.unparse(each.keys[key])}",
                lambda found, at=at, key=key: (
                    found.args[at].keys.pop(key),
                    found.args[at].values.pop(key),
                ),
            )
    for at, each in enumerate(call.keywords if call else []):
        if each.arg in {"visible", "may"}:
            yield f"without {each.arg}", lambda found, at=at: found.keywords.pop(at)
        if each.arg == "linked":
            for key, condition in enumerate(each.value.elts):
                yield (
                    f"without {ast.unparse(condition)}",
                    lambda found, at=at, key=key: found.keywords[at].value.elts.pop(key),
                )
