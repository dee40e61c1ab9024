"""Defects of any Python: what anyone would try who does not know what it is for."""

import ast
from functools import cache
from itertools import pairwise

from .mutants import Found, call_of, expression, kind
from .tree import Module

TREE = ("auth", "routers", "routes", "schemas", "serializers")
ALL = (*TREE, "runtime")

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


@kind("comparison changed", *ALL)
def comparison(node: ast.AST, _: Module) -> Found:
    for at, each in enumerate(node.ops if isinstance(node, ast.Compare) else []):
        if other := _OTHER.get(type(each)):
            yield (
                ast.unparse(node),
                lambda found, at=at, other=other: found.ops.__setitem__(at, other()),
            )


@kind("operator changed", *ALL)
def operator(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.BoolOp | ast.BinOp) and (other := _OTHER.get(type(node.op))):
        yield ast.unparse(node), lambda found: setattr(found, "op", other())


@kind("condition made constant", *ALL)
def condition(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        for value in (True, False):
            if not (value and isinstance(node, ast.While)):
                what = f"{ast.unparse(node.test)} is {value}"
                yield what, lambda found, value=value: setattr(found, "test", ast.Constant(value))
    for at, each in enumerate(getattr(node, "ifs", [])):
        yield f"without if {ast.unparse(each)}", lambda found, at=at: found.ifs.pop(at), each


_EFFECTS = ast.Expr | ast.Raise | ast.AugAssign | ast.For | ast.AsyncFor | ast.Delete


def _sets_part(node: ast.AST) -> bool:
    """Whether a statement changes what was there: `row.name = name`, `headers[name] = value`."""
    targets = node.targets if isinstance(node, ast.Assign) else []
    return any(isinstance(each, ast.Attribute | ast.Subscript) for each in targets)


@kind("statement removed", *ALL)
def statement(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.ClassDef):
        return
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        for at, each in enumerate(block if isinstance(block, list) else []):
            is_text = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
            if isinstance(each, _EFFECTS) and not is_text or _sets_part(each):
                yield (
                    ast.unparse(each),
                    lambda found, at=at, name=name: getattr(found, name).__setitem__(
                        at, ast.Pass()
                    ),
                    each,
                )


# That None is no False, only types say; True in its place is among the constants.
_NOTHING = {"None", "False"}


@kind("result dropped", *ALL)
def result(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.Return) and node.value and ast.unparse(node.value) not in _NOTHING:
        yield ast.unparse(node), lambda found: setattr(found, "value", ast.Constant(None))


# Of these, type checkers notice the arguments, or nobody does: they say what is so anyway.
_PASSIVE = ("TypeVar", "dataclass", "lru_cache", "zip")


@kind("constant changed", *ALL)
def constant(node: ast.AST, module: Module) -> Found:
    if not isinstance(node, ast.Constant) or (node.lineno, node.col_offset) in _passive(module):
        return
    place = module.line(node.lineno)
    match node.value:
        case bool(value):
            yield f"not {value} in {place}", lambda found: setattr(found, "value", not value)
        case int(value) | float(value):
            yield f"{value} + 1 in {place}", lambda found: setattr(found, "value", value + 1)


@cache
def _passive(module: Module) -> set[tuple[int, int]]:
    """Where the constants are that say what is so anyway."""
    calls = filter(None, (call_of(node, *_PASSIVE) for node in ast.walk(module.tree)))
    return {(each.value.lineno, each.value.col_offset) for call in calls for each in call.keywords}


@kind("argument dropped", *ALL)
def argument(node: ast.AST, _: Module) -> Found:
    if call_of(node, *_PASSIVE):
        return
    for at, each in enumerate(node.keywords if isinstance(node, ast.Call) else []):
        if each.arg is not None:
            yield ast.unparse(each), lambda found, at=at: found.keywords.pop(at)


@kind("negation dropped", *ALL)
def negation(node: ast.AST, _: Module) -> Found:
    for name, child in ast.iter_fields(node):
        if isinstance(child, ast.UnaryOp):
            yield (
                ast.unparse(child),
                lambda found, name=name: setattr(found, name, getattr(found, name).operand),
                child,
            )


@kind("exception not caught", *ALL)
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


@kind("case dropped", *ALL)
def case(node: ast.AST, _: Module) -> Found:
    for at, each in enumerate(node.cases if isinstance(node, ast.Match) else []):
        if len(node.cases) > 1:
            what = f"case {ast.unparse(each.pattern)}"
            yield what, lambda found, at=at: found.cases.pop(at), each.pattern


@kind("assigned None", *ALL)
def assigned(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.Assign) and ast.unparse(node.value) not in _NOTHING:
        # What only type checkers read.
        if call_of(node.value, "TypeVar"):
            return
        yield ast.unparse(node), lambda found: setattr(found, "value", ast.Constant(None))


@kind("text changed", *ALL)
def text(node: ast.AST, module: Module) -> Found:
    value = getattr(node, "value", None) if isinstance(node, ast.Constant) else None
    if isinstance(value, str) and (node.lineno, node.col_offset) not in _comments(module):
        yield repr(value), lambda found: setattr(found, "value", f"XX{value}XX")


@cache
def _comments(module: Module) -> set[tuple[int, int]]:
    """Where texts are that nothing reads: docstrings, and, of the runtime, types of arguments."""
    found = {node.value for node in ast.walk(module.tree) if isinstance(node, ast.Expr)}
    if module.kind == "runtime":
        for node in ast.walk(module.tree):
            if isinstance(node, ast.arg) and node.annotation:
                found |= {*ast.walk(node.annotation)}
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns:
                found |= {*ast.walk(node.returns)}
    found |= {
        each for node in ast.walk(module.tree) if call_of(node, "TypeVar") for each in node.args
    }
    texts = {each for each in found if isinstance(each, ast.Constant)}
    return {(each.lineno, each.col_offset) for each in texts}


@cache
def _types(module: Module) -> set[tuple[int, int]]:
    """Where the parameters of types are, which only type checkers read: of `dict[str, Any]`."""
    return {
        (node.slice.lineno, node.slice.col_offset)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Subscript)
        and ast.unparse(node.value) not in {"Annotated", "Literal"}
    }


@kind("argument made None", *ALL)
def made_none(node: ast.AST, _: Module) -> Found:
    if call_of(node, *_PASSIVE):
        return
    for at, each in enumerate(node.args if isinstance(node, ast.Call) else []):
        if ast.unparse(each) not in _NOTHING and not isinstance(each, ast.Starred):
            yield (
                f"{ast.unparse(each)} in {ast.unparse(node)}",
                lambda found, at=at: found.args.__setitem__(at, ast.Constant(None)),
                each,
            )


@kind("arguments exchanged", *ALL)
def exchanged(node: ast.AST, _: Module) -> Found:
    if call_of(node, *_PASSIVE):
        return
    for at, (one, other) in enumerate(pairwise(node.args if isinstance(node, ast.Call) else [])):

        def edit(found: ast.AST, at: int = at) -> None:
            found.args[at : at + 2] = reversed(found.args[at : at + 2])

        yield f"{ast.unparse(one)}, {ast.unparse(other)}", edit, one


@kind("decorator dropped", *ALL)
def decorator(node: ast.AST, _: Module) -> Found:
    for at, each in enumerate(getattr(node, "decorator_list", [])):
        if not call_of(each, *_PASSIVE):
            yield ast.unparse(each), lambda found, at=at: found.decorator_list.pop(at), each


@kind("element dropped", *ALL)
def element(node: ast.AST, module: Module) -> Found:
    is_read = isinstance(getattr(node, "ctx", None), ast.Load | None)
    if isinstance(node, ast.List | ast.Tuple | ast.Set) and is_read:
        if (node.lineno, node.col_offset) in _types(module):
            return
        for at, each in enumerate(node.elts):
            yield ast.unparse(each), lambda found, at=at: found.elts.pop(at), each
    if isinstance(node, ast.Dict):
        for at, each in enumerate(node.values):

            def edit(found: ast.AST, at: int = at) -> None:
                del found.keys[at], found.values[at]

            key = node.keys[at]
            yield ast.unparse(key) if key else f"**{ast.unparse(each)}", edit, each


@kind("method not called", *ALL)
def uncalled(node: ast.AST, _: Module) -> Found:
    """What is left of `statement.where(condition)` is `statement`."""
    for name, value in ast.iter_fields(node):
        for at, each in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute):

                def edit(found: ast.AST, name: str = name, at: int = at) -> None:
                    part = getattr(found, name)
                    if isinstance(part, list):
                        part[at] = part[at].func.value
                    else:
                        setattr(found, name, part.func.value)

                yield ast.unparse(each), edit, each
