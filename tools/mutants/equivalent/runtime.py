"""Mutants of the runtime that are excused by their syntax."""

import ast
from itertools import chain

from ..mutants import Mutant, call_of
from .syntax import arguments_changed


def remembers_results(mutant: Mutant) -> bool:
    """Whether a function of its arguments computes its result again each time."""
    return mutant.kind == "decorator dropped" and any(
        node.decorator_list[0].lineno == mutant.line and bool(node.args.args)
        for node in ast.walk(mutant.module.tree)
        if isinstance(node, ast.FunctionDef)
        and [*map(ast.unparse, node.decorator_list)] == ["cache"]
    )


def is_validator(mutant: Mutant) -> bool:
    """Whether it makes a validator of a field no class method."""
    if (mutant.kind, mutant.what) != ("decorator dropped", "classmethod"):
        return False
    return any(
        node.decorator_list[-1].lineno == mutant.line
        and any(call_of(each, "field_validator") for each in node.decorator_list)
        for node in ast.walk(mutant.module.tree)
        if isinstance(node, ast.FunctionDef) and node.decorator_list
    )


def is_of_mapped_row(mutant: Mutant) -> bool:
    """Whether it inspects a row without an error for what is none."""
    before = _keyword_at(mutant, "raiseerr")
    return mutant.kind in {"argument dropped", "constant changed"} and before == "True"


def _keyword_at(mutant: Mutant, name: str) -> str | None:
    """The value of a changed keyword argument of this name."""
    if name not in arguments_changed(mutant):
        return None
    values = (
        ast.unparse(keyword.value)
        for node in ast.walk(mutant.module.tree)
        if isinstance(node, ast.Call) and node.lineno == mutant.line
        for keyword in node.keywords
        if keyword.arg == name
    )
    return next(values, None)


def is_type_of_cast(mutant: Mutant) -> bool:
    """Whether it changes the type that `typing.cast` is told."""
    if mutant.kind not in {"text changed", "argument made None"}:
        return False
    casts = (call_of(node, "cast") for node in ast.walk(mutant.module.tree))
    return any(
        isinstance(call.args[0], ast.Constant)
        and call.args[0].lineno == mutant.line
        and repr(call.args[0].value) == mutant.what.partition(" in cast(")[0]
        for call in casts
        if call
    )


def is_name_of_type(mutant: Mutant) -> bool:
    """Whether it drops a type, such as `dict[str, Any]`, whose name annotations in functions alone use."""
    aliases = {
        node.targets[0].id
        for node in mutant.module.tree.body
        if isinstance(node, ast.Assign)
        and node.lineno == mutant.line
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Subscript)
        and ast.unparse(node.value.value) != "Annotated"
    }
    if mutant.kind != "assigned None" or not aliases:
        return False
    functions = [
        node
        for node in ast.walk(mutant.module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    annotations = chain(
        (function.returns for function in functions),
        (
            node.annotation
            for function in functions
            for node in ast.walk(function)
            if isinstance(node, ast.arg | ast.AnnAssign)
        ),
    )
    read = {each for found in annotations if found for each in ast.walk(found)}
    return all(
        node in read
        for node in ast.walk(mutant.module.tree)
        if isinstance(node, ast.Name) and node.id in aliases and isinstance(node.ctx, ast.Load)
    )


_FOR_DEVELOPERS = (
    "DatabaseTimeoutError",
    "HookError",
    "RuntimeError",
    "SettingError",
    "StampError",
    "TypeError",
    "warning",
)


def is_for_developers(mutant: Mutant) -> bool:
    """Whether it adds to a message of the log, or of an error that no response repeats."""
    return mutant.kind == "text changed" and any(
        isinstance(each, ast.Constant)
        and each.lineno == mutant.line
        and repr(each.value) == mutant.what
        for node in ast.walk(mutant.module.tree)
        if call_of(node, *_FOR_DEVELOPERS)
        or isinstance(node, ast.Assign)
        and ast.unparse(node.targets[0]) == "msg"
        for each in ast.walk(node)
    )
