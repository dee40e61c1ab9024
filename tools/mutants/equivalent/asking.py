"""Mutants of routes that ask less of the rules of access."""

import ast
import re
from collections.abc import Mapping

from ..mutants import Mutant, call_of, expression
from ..truth import agree
from .conditions import Whole, rules_of
from .models import file_of, model_of
from .references import hidden_references
from .syntax import arguments_changed, body_of, call_at, is_inside, routes_at

_UNASKED = {"rule made true", "rule not asked"}
"""The kinds of mutants that ask less of a row."""


def is_met_anyway(mutant: Mutant) -> bool:
    """Whether an upsert changes the same rows without a condition, which the others and its key imply."""
    calls = (call_of(node, "upsert_row") for node in ast.walk(mutant.module.tree))
    call = next((each for each in calls if each and is_inside(mutant, each)), None)
    if call is None or "changeable" not in arguments_changed(mutant):
        return False
    calls = (call_of(node, "upsert_row") for node in ast.walk(ast.parse(mutant.source)))
    after = next((each for each in calls if each), None)
    if after is None:
        return False
    rules = rules_of(mutant.module.sibling("access"))
    path = file_of(mutant, model_of(mutant))
    is_partial = path is not None and "postgresql_where" in path.read_text()
    # Of a unique index without deleted rows, none is in the way.
    given = [rules["not_deleted"]] if is_partial and "kept=" in ast.unparse(call) else []
    key = next(ast.literal_eval(each.value) for each in call.keywords if each.arg == "key")
    model = model_of(mutant)
    given += [
        node
        for rule in rules.values()
        for node in ast.walk(rule)
        if call_of(node, "same") and ast.unparse(node.args[0]) in {f"{model}.{n}" for n in key}
    ]
    one, other = (_changeable(each, rules) for each in (call, after))
    return agree(one, other, given)


def _changeable(call: ast.Call, rules: Mapping[str, ast.expr]) -> ast.expr:
    """What the conditions of an upsert say, with what the functions of the module say in them."""
    found = [each.value.elts for each in call.keywords if each.arg == "changeable"]
    named = [
        ast.unparse(each.func) for each in (found[0] if found else []) if isinstance(each, ast.Call)
    ]
    return Whole(rules).visit(
        ast.Call(expression("and_"), [expression(f"{n}(user)") for n in named], [])
    )


def is_asked_again(mutant: Mutant) -> bool:
    """Whether it asks no rule of a stored row, where the same is asked of what no request can change in it."""
    call = call_at(mutant, "get_object_from_query_or_404")
    if mutant.kind not in _UNASKED or call is None:
        return False
    own = routes_at(mutant)
    named = {
        ast.unparse(each.targets[0]): each.value
        for route in own
        for each in route.body
        if isinstance(each, ast.Assign)
    }
    asked = sum(ast.unparse(each).count("may=may") for each in own)
    schema, model = body_of(mutant), model_of(mutant)
    rule = named.get("may")
    if not isinstance(rule, ast.Call) or not schema:
        return False
    rules = rules_of(mutant.module.sibling("access"))
    source = ast.unparse(rules[ast.unparse(rule.func)])
    source += "".join(ast.unparse(rules[name]) for name in rules if f"{name}(user)" in source)
    asks = {*re.findall(rf"\b{model}\.(\w+)", source)}
    is_refused_otherwise = bool(hidden_references(mutant, model, {*schema}))
    return asks.isdisjoint(schema) and not is_refused_otherwise and asked == 2


def is_locked_for_nobody_else(mutant: Mutant) -> bool:
    """Whether it asks no rule of a row that it locks, where policies of the database keep the lock from others."""
    call = call_at(mutant, "get_object_from_query_or_404")
    if mutant.kind not in _UNASKED or call is None:
        return False
    return any(each.arg == "unlocked" for each in call.keywords)


def is_stamped_anyway(mutant: Mutant) -> bool:
    """Whether it asks no rule of an upserted row, where the rule asks only for what an upsert stamps and no request has."""
    if mutant.kind not in _UNASKED:
        return False
    call, schema, model = call_at(mutant, "refresh_row"), body_of(mutant), model_of(mutant)
    rule = next((each.value for each in call.keywords if each.arg == "may"), None) if call else None
    nodes = (node for route in routes_at(mutant) for node in ast.walk(route))
    upserts = any(call_of(node, "upsert_row") for node in nodes)
    if not isinstance(rule, ast.Call) or not schema or not upserts:
        return False
    rules = rules_of(mutant.module.sibling("access"))
    stamped = ast.unparse(rules["stamp"]) if "stamp" in rules else ""
    asks = re.findall(rf"\b{model}\.(\w+)", ast.unparse(rules[ast.unparse(rule.func)]))
    return bool(asks) and all(f"'{each}':" in stamped and each not in schema for each in asks)
