"""Mutants of the orders, the pages and the cursors of rows."""

import ast
import re
from collections.abc import Iterator
from itertools import chain, permutations
from typing import Any

from ..mutants import Mutant, call_of, classes, sort_fields
from .models import columns_of, file_of, model_of
from .syntax import arguments_changed, is_inside


def orders_alike(mutant: Mutant) -> bool:
    """Whether every sort that a request can ask for gives the same ORDER BY."""
    if mutant.kind not in {"tie-breaker", "text changed"}:
        return False
    orders: list[list[list[str]]] = []
    for tree in (mutant.module.tree, ast.parse(mutant.source)):
        calls = [call for node in ast.walk(tree) if (call := call_of(node, "keyset_order"))]
        if len(calls) != 1:
            return False
        if tree is mutant.module.tree and not is_inside(mutant, calls[0]):
            return False
        orders.append([*_orders(mutant, calls[0])])
    return orders[0] == orders[1]


def _orders(mutant: Mutant, call: ast.Call) -> Iterator[list[str]]:
    names = _literals(call)
    fields = sort_fields(mutant.module)
    columns = {
        name: ast.unparse(column) for name, column in columns_of(mutant, model_of(mutant)).items()
    }
    key = [name for name, column in columns.items() if "primary_key=True" in column]
    unique = {
        name
        for name, column in columns.items()
        if [name] == key or ("unique=True" in column and "None" not in column)
    }
    sorts = chain.from_iterable(permutations(fields, count + 1) for count in range(len(fields)))
    for sort in ((names["default_field"],), *sorts):
        order = [*dict.fromkeys([*sort, names["cursor_field"], *names["key"]])]
        end = max(map(order.index, names["key"]))
        # No two rows are alike in a unique column: what follows it orders nothing.
        yield order[: next((at for at in range(end) if order[at] in unique), end) + 1]


def _literals(call: ast.Call) -> dict[str, Any]:
    """The arguments of `keyset_order` but for the sorts by related rows, which a function gives."""
    return {
        str(each.arg): ast.literal_eval(each.value)
        for each in call.keywords
        if each.arg != "related"
    }


def has_primary_key(mutant: Mutant) -> bool:
    """Whether the routes' key is the primary key of the model, but for what is the user's."""
    if "sole" not in arguments_changed(mutant):
        return False
    named = re.findall(r"(\w+)\.(\w+) == bindparam\(", ast.unparse(mutant.module.tree))
    columns = columns_of(mutant, model_of(mutant))
    keys = {name for name, column in columns.items() if "primary_key=True" in ast.unparse(column)}
    path = mutant.module.path
    tests = mutant.module.root / path.parent.parent / "tests" / f"test_{path.name}"
    own = re.search(r"user_key=(\[.*?\])", tests.read_text(), re.DOTALL)
    of_user = ast.literal_eval(own[1]) if own else []
    return bool(keys) and keys == {name for _, name in named} | {*of_user}


def has_nothing_to_hide(mutant: Mutant) -> bool:
    """Whether a cursor holds values alone that the items of the list show."""
    if "shown" not in arguments_changed(mutant):
        return False
    [named] = (
        _literals(call)
        for node in ast.walk(mutant.module.tree)
        if (call := call_of(node, "keyset_order"))
    )
    sorts = {*sort_fields(mutant.module), named["default_field"], named["cursor_field"]}
    # Of related rows, a cursor holds nothing.
    held = {each for each in sorts if "." not in each}
    return held | {*named["key"]} <= {*classes(mutant.module.sibling("schemas"), "ListItem")}


def has_no_order(mutant: Mutant) -> bool:
    """Whether it turns a list around that no statement orders."""
    if mutant.kind != "items of a list" or not mutant.what.endswith("[::-1]"):
        return False
    names = ("keyset_order", "apply_ordering", "order_by")
    return not any(call_of(node, *names) for node in ast.walk(mutant.module.tree))


def ties_look_alike(mutant: Mutant) -> bool:
    """Whether related rows that an order without one term ties are alike in all that is read of them."""
    if mutant.kind != "order of related rows":
        return False
    calls = (call_of(node, "order_by") for node in ast.walk(mutant.module.tree))
    call = next((each for each in calls if each and each.lineno == mutant.line), None)
    terms = {f"without {ast.unparse(each)}": each for each in call.args} if call else {}
    if call is None or mutant.what not in terms:
        return False
    start: ast.expr = call
    while isinstance(start, ast.Call) and isinstance(start.func, ast.Attribute):
        start = start.func.value
    read = call_of(start, "select")
    left = (ast.unparse(each) for what, each in terms.items() if what != mutant.what)
    ordered = {each.removesuffix(".desc()") for each in left}
    return read is not None and {ast.unparse(each) for each in read.args} <= ordered


def joins_nothing(mutant: Mutant) -> bool:
    """Whether it leaves the rows of a statement as they are, where no joined rows repeat them."""
    if mutant.kind != "method not called" or not mutant.what.endswith(".unique()"):
        return False
    path = file_of(mutant, model_of(mutant))
    return path is not None and not re.search(r"\blazy=|\bjoinedload\b", path.read_text())
