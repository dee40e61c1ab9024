"""Mutants of the rules of access themselves."""

import ast
import re

from ..mutants import Mutant, call_of, expression
from ..truth import agree
from .conditions import rules_of
from .models import columns_of

_ROLE = re.compile(r"rows_if\(has_role\([^()]*\)\)")


def is_refused_twice(mutant: Mutant) -> bool:
    """Whether it takes a role from one of two that ask for it before a row is made."""
    functions = {each.name for each in mutant.module.tree.body if isinstance(each, ast.FunctionDef)}
    both = {"allows_create", "creatable"}
    return (
        mutant.module.kind == "access"
        and both <= functions
        and mutant.module.definition_at(mutant.line) in both
        and (
            mutant.what in {"any", "allows_create: True"}
            or mutant.what.startswith("without rows_if(has_role")
        )
    )


def has_role_before(mutant: Mutant) -> bool:
    """Whether it takes a role from what a row may become, where nobody writes without it."""
    function = mutant.module.definition_at(mutant.line)
    role = mutant.what.removeprefix("without ")
    if mutant.what == "any":
        calls = (call_of(node, "rows_if") for node in ast.walk(mutant.module.tree))
        role = next(
            (ast.unparse(each) for each in calls if each and each.lineno == mutant.line),
            "",
        )
    source = {
        each.name: ast.unparse(each.body[-1])
        for each in mutant.module.tree.body
        if isinstance(each, ast.FunctionDef)
    }
    verb = function.removeprefix("after_")
    before = source.get("changeable" if verb == "update" else f"may_{verb}")
    if verb == function or before is None or not _ROLE.fullmatch(role):
        return False
    rule = expression(before.removeprefix("return "))
    parts = rule.args[-1].args if call_of(rule.args[-1], "or_") else [rule.args[-1]]
    roles = [_ROLE.search(ast.unparse(each)) for each in parts]
    others = {each[0] for each in roles if each and each[0] != role}
    return all(roles) and all(
        re.search(rf"(?:or_\(|, ){re.escape(each)}[,)]", source[function])
        and f"and_({each}" not in source[function]
        for each in others
    )


def is_decided_anyway(mutant: Mutant) -> bool:
    """Whether a rule changes for no row and user that it is asked about.

    A stored row is visible; what a row has become may be anything.
    """
    if mutant.module.kind != "access":
        return False
    before, after = map(rules_of, (mutant.module.tree, ast.parse(mutant.source)))
    name = mutant.module.definition_at(mutant.line)
    verb = name.removeprefix("may_").replace("changeable", "update")
    # Who may make or list none has been refused before.
    refusals = {
        "creatable": "allows_create",
        "listable": "allows_list",
        "may_upsert": "allows_upsert",
    }
    if name in refusals:
        given = [before[refusals[name]]] if refusals[name] in before else []
    elif name == "may_restore":
        given = [before["restorable"]]
    elif name in {"gettable", "deletable"} or f"after_{verb}" in before:
        given = [before["readable"]]
    else:
        return False
    return name in after and agree(before[name], after[name], given)


def is_of_tenant_anyway(mutant: Mutant) -> bool:
    """Whether an upsert asks for no tenant: who makes a row stamps it, and other rows are not read."""
    module = mutant.module
    is_upsert = module.kind == "access" and module.definition_at(mutant.line) == "may_upsert"
    return is_upsert and mutant.what == "without in_tenant(user)"


def is_never_null(mutant: Mutant) -> bool:
    """Whether a rule looks for NULL in a column that holds none."""
    if mutant.kind != "comparison of a rule" or mutant.what != "None is NULL":
        return False
    before, after = ast.unparse(mutant.module.tree), mutant.source
    if before.count("differs(") != ast.unparse(ast.parse(after)).count("differs("):
        return False
    compared = {*re.findall(r"(\w+)\.(\w+) == user\.", after)}
    return any(
        name in columns and "None" not in ast.unparse(columns[name].annotation)
        for model, name in compared - {*re.findall(r"(\w+)\.(\w+) == user\.", before)}
        if (columns := columns_of(mutant, model))
    )
