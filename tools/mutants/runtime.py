"""Defects of any Python, put into the runtime."""

import ast
from functools import cache

from .mutants import Found, call_of, expression, kind
from .tree import Module

_OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
}


@kind("comparison changed", "runtime")
def comparison(node: ast.AST, _: Module) -> Found:
    for at, each in enumerate(node.ops if isinstance(node, ast.Compare) else []):
        if other := _OTHER.get(type(each)):
            yield (
                ast.unparse(node),
                lambda found, at=at, other=other: found.ops.__setitem__(at, other()),
            )


@kind("operator changed", "runtime")
def operator(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.BoolOp | ast.BinOp) and (other := _OTHER.get(type(node.op))):
        yield ast.unparse(node), lambda found: setattr(found, "op", other())


@kind("condition made constant", "runtime")
def condition(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        for value in (True, False):
            if not (value and isinstance(node, ast.While)):
                what = f"{ast.unparse(node.test)} is {value}"
                yield what, lambda found, value=value: setattr(found, "test", ast.Constant(value))
    for at, each in enumerate(getattr(node, "ifs", [])):
        yield f"without if {ast.unparse(each)}", lambda found, at=at: found.ifs.pop(at), each


@kind("statement removed", "runtime")
def statement(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.ClassDef | ast.Module):
        return
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        for at, each in enumerate(block if isinstance(block, list) else []):
            is_text = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
            if isinstance(each, ast.Expr | ast.Raise | ast.AugAssign) and not is_text:
                yield (
                    ast.unparse(each),
                    lambda found, at=at, name=name: getattr(found, name).__setitem__(
                        at, ast.Pass()
                    ),
                    each,
                )


@kind("result dropped", "runtime")
def result(node: ast.AST, _: Module) -> Found:
    # That None is no False, only types say; True in its place is among the constants.
    nothing = {"None", "False"}
    if isinstance(node, ast.Return) and node.value and ast.unparse(node.value) not in nothing:
        yield ast.unparse(node), lambda found: setattr(found, "value", ast.Constant(None))


# Of these, type checkers notice the arguments, or nobody does: they say what is so anyway.
_PASSIVE = ("TypeVar", "dataclass", "lru_cache", "zip")


@kind("constant changed", "runtime")
def constant(node: ast.AST, module: Module) -> Found:
    if not isinstance(node, ast.Constant) or (node.lineno, node.col_offset) in _passive(module):
        return
    match node.value:
        case bool(value):
            yield f"not {value}", lambda found: setattr(found, "value", not value)
        case int(value) | float(value):
            yield f"{value} + 1", lambda found: setattr(found, "value", value + 1)


@cache
def _passive(module: Module) -> set[tuple[int, int]]:
    """Where the constants are that say what is so anyway."""
    calls = filter(None, (call_of(node, *_PASSIVE) for node in ast.walk(module.tree)))
    return {(each.value.lineno, each.value.col_offset) for call in calls for each in call.keywords}


@kind("argument dropped", "runtime")
def argument(node: ast.AST, _: Module) -> Found:
    if call_of(node, *_PASSIVE):
        return
    for at, each in enumerate(node.keywords if isinstance(node, ast.Call) else []):
        if each.arg is not None:
            yield ast.unparse(each), lambda found, at=at: found.keywords.pop(at)


@kind("negation dropped", "runtime")
def negation(node: ast.AST, _: Module) -> Found:
    for name, child in ast.iter_fields(node):
        if isinstance(child, ast.UnaryOp):
            yield (
                ast.unparse(child),
                lambda found, name=name: setattr(found, name, getattr(found, name).operand),
                child,
            )


@kind("exception not caught", "runtime")
def handler(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.ExceptHandler) and node.type is not None:
        parts = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
        for at, each in enumerate(parts):
            rest = [ast.unparse(other) for place, other in enumerate(parts) if place != at]
            source = f"({', '.join([*rest, ''])})" if rest else "()"
            yield (
                ast.unparse(each),
                lambda found, source=source: setattr(found, "type", expression(source)),
            )


@kind("case dropped", "runtime")
def case(node: ast.AST, _: Module) -> Found:
    for at, each in enumerate(node.cases if isinstance(node, ast.Match) else []):
        if len(node.cases) > 1:
            what = f"case {ast.unparse(each.pattern)}"
            yield what, lambda found, at=at: found.cases.pop(at), each.pattern
