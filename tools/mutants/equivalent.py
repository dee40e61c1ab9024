"""Mutants that no test of a tree can tell from the tree: which, and why.

Each rule looks at the syntax of the one mutant, and excuses it alone.
"""

import ast
import copy
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise, permutations
from pathlib import Path
from typing import Any

from .equivalent_runtime import LEAST, RUNTIME
from .mutants import Mutant, call_of, classes, expression, sort_fields
from .truth import agree

LONGEST_EMAIL = 254
"""What the library that checks e-mail addresses takes at most (RFC 5321)."""

_UNASKED = {"rule made true", "rule not asked"}
"""The kinds of mutants that ask less of a row."""

Rules = Sequence[tuple[Callable[[Mutant], bool], str]]


def reason(mutant: Mutant) -> str | None:
    """Why a mutant is equivalent, if it is."""
    if mutant.module.kind == "runtime":
        place = (mutant.module.path.name, mutant.kind, mutant.what)
        return RUNTIME.get(place) or _excuse(mutant, RUNTIME_RULES)
    return _excuse(mutant, RULES)


def _excuse(mutant: Mutant, rules: Rules) -> str | None:
    return next((why for rule, why in rules if rule(mutant)), None)


def orders_alike(mutant: Mutant) -> bool:
    """Whether every sort that a request can ask for gives the same ORDER BY."""
    if mutant.kind not in {"tie-breaker", "text changed"}:
        return False
    orders: list[list[list[str]]] = []
    for tree in (mutant.module.tree, ast.parse(mutant.source)):
        calls = [call for node in ast.walk(tree) if (call := call_of(node, "keyset_order"))]
        if len(calls) != 1:
            return False
        if tree is mutant.module.tree and not _is_inside(mutant, calls[0]):
            return False
        orders.append([*_orders(mutant, calls[0])])
    return orders[0] == orders[1]


def _is_inside(mutant: Mutant, call: ast.Call) -> bool:
    return call.lineno <= mutant.line <= (call.end_lineno or 0)


def _orders(mutant: Mutant, call: ast.Call) -> Iterator[list[str]]:
    names = _literals(call)
    fields = sort_fields(mutant.module)
    columns = {
        name: ast.unparse(column) for name, column in _columns(mutant, _model_of(mutant)).items()
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
    if "sole" not in _arguments_changed(mutant):
        return False
    named = re.findall(r"(\w+)\.(\w+) == bindparam\(", ast.unparse(mutant.module.tree))
    columns = _columns(mutant, _model_of(mutant))
    keys = {name for name, column in columns.items() if "primary_key=True" in ast.unparse(column)}
    path = mutant.module.path
    tests = mutant.module.root / path.parent.parent / "tests" / f"test_{path.name}"
    own = re.search(r"user_key=(\[.*?\])", tests.read_text(), re.DOTALL)
    of_user = ast.literal_eval(own[1]) if own else []
    return bool(keys) and keys == {name for _, name in named} | {*of_user}


@lru_cache(maxsize=1)
def _arguments_changed(mutant: Mutant) -> set[str]:
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


def is_private_name(mutant: Mutant) -> bool:
    """Whether it changes the name of the login route, which the tree alone uses."""
    source = (mutant.module.root / mutant.module.path).read_text().splitlines()
    return mutant.kind == "text changed" and source[mutant.line - 1].startswith("LOGIN_ROUTE = ")


def is_description(mutant: Mutant) -> bool:
    """Whether it changes words of the documentation: of a field, a key, a route or a tag."""
    kind, changed = mutant.module.kind, _arguments_changed(mutant)
    if kind == "schemas":
        return changed in ({"description"}, {"examples"})
    if kind == "routes":
        says = mutant.module.line(mutant.line).startswith(('"description": ', '"schema": '))
        return (
            says
            or changed == {"summary"}
            or _key_examples(mutant.module.tree) != _key_examples(ast.parse(mutant.source))
        )
    tags = [
        node
        for node in mutant.module.tree.body
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "tags_metadata"
    ]
    return any(node.lineno <= mutant.line <= (node.end_lineno or 0) for node in tags)


def _key_examples(tree: ast.AST) -> list[str]:
    return [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "key_example"
    ]


def has_no_tests(mutant: Mutant) -> bool:
    """Whether it leaves out the router of a resource that the config wants no tests of."""
    found = re.search(r"(\w+)_router\b", mutant.what)
    if mutant.module.kind != "routers" or found is None:
        return False
    app = mutant.module.root / mutant.module.path.parent.parent
    is_resource = (app / "routes" / f"{found[1]}.py").exists()
    return is_resource and not (app / "tests" / f"test_{found[1]}.py").exists()


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


def has_nothing_to_hide(mutant: Mutant) -> bool:
    """Whether a cursor holds values alone that the items of the list show."""
    if "shown" not in _arguments_changed(mutant):
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


def is_beyond_emails(mutant: Mutant) -> bool:
    """Whether a field of e-mail addresses is limited to more than any has, before and after."""
    if not mutant.kind.startswith("constraint"):
        return False
    for node in ast.walk(mutant.module.tree):
        if isinstance(node, ast.AnnAssign) and node.lineno <= mutant.line <= (node.end_lineno or 0):
            annotation = ast.unparse(node.annotation)
            bound = re.search(r"max_length=(\d+)", annotation)
            changed = re.fullmatch(r"max_length=(\d+)", mutant.what)
            return (
                "EmailStr" in annotation
                and bound is not None
                and changed is not None
                and min(int(bound[1]), int(changed[1])) > LONGEST_EMAIL
            )
    return False


def has_no_order(mutant: Mutant) -> bool:
    """Whether it turns a list around that no statement orders."""
    if mutant.kind != "items of a list" or not mutant.what.endswith("[::-1]"):
        return False
    names = ("keyset_order", "apply_ordering", "order_by")
    return not any(call_of(node, *names) for node in ast.walk(mutant.module.tree))


def is_beyond_bounds(mutant: Mutant) -> bool:
    """Whether a number may have more digits than it can between its bounds, before and after."""
    changed = re.fullmatch(r"max_digits=(\d+)", mutant.what)
    if not mutant.kind.startswith("constraint") or changed is None:
        return False
    for node in ast.walk(mutant.module.tree):
        if isinstance(node, ast.AnnAssign) and node.lineno <= mutant.line <= (node.end_lineno or 0):
            annotation = ast.unparse(node.annotation)
            named = dict(re.findall(r"(\w+)=(-?[\d.]+)", annotation))
            if not ({"ge", "gt"} & named.keys() and {"le", "lt"} & named.keys()):
                return False
            bounds = [abs(float(named[each])) for each in ("ge", "gt", "le", "lt") if each in named]
            digits = len(str(int(max(bounds)))) + int(named.get("decimal_places", "0"))
            return digits < min(int(named["max_digits"]), int(changed[1]))
    return False


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
    before, after = map(_rules_of, (mutant.module.tree, ast.parse(mutant.source)))
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
        if (columns := _columns(mutant, model))
    )


def _rules_of(tree: ast.Module) -> dict[str, ast.expr]:
    """What the functions of a module return, by their names."""
    return {
        each.name: each.body[-1].value
        for each in tree.body
        if isinstance(each, ast.FunctionDef)
        and isinstance(each.body[-1], ast.Return)
        and each.body[-1].value is not None
    }


def is_met_anyway(mutant: Mutant) -> bool:
    """Whether an upsert changes the same rows without a condition, which the others and its key imply."""
    calls = (call_of(node, "upsert_row") for node in ast.walk(mutant.module.tree))
    call = next((each for each in calls if each and _is_inside(mutant, each)), None)
    if call is None or "changeable" not in _arguments_changed(mutant):
        return False
    calls = (call_of(node, "upsert_row") for node in ast.walk(ast.parse(mutant.source)))
    after = next((each for each in calls if each), None)
    if after is None:
        return False
    rules = _rules_of(mutant.module.sibling("access"))
    path = _file_of(mutant, _model_of(mutant))
    is_partial = path is not None and "postgresql_where" in path.read_text()
    # Of a unique index without deleted rows, none is in the way.
    given = [rules["not_deleted"]] if is_partial and "kept=" in ast.unparse(call) else []
    key = next(ast.literal_eval(each.value) for each in call.keywords if each.arg == "key")
    model = _model_of(mutant)
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
    return _Whole(rules).visit(
        ast.Call(expression("and_"), [expression(f"{n}(user)") for n in named], [])
    )


class _Whole(ast.NodeTransformer):
    def __init__(self, rules: Mapping[str, ast.expr]) -> None:
        self._rules = rules

    def visit_Call(self, node: ast.Call) -> ast.AST:
        rule = self._rules.get(ast.unparse(node.func))
        return self.generic_visit(node) if rule is None else self.visit(copy.deepcopy(rule))


def is_asked_again(mutant: Mutant) -> bool:
    """Whether it asks no rule of a stored row, where the same is asked of what no request can change in it."""
    call = _call_at(mutant, "get_object_from_query_or_404")
    if mutant.kind not in _UNASKED or call is None:
        return False
    own = _routes_at(mutant)
    named = {
        ast.unparse(each.targets[0]): each.value
        for route in own
        for each in route.body
        if isinstance(each, ast.Assign)
    }
    asked = sum(ast.unparse(each).count("may=may") for each in own)
    schema, model = _body_of(mutant), _model_of(mutant)
    rule = named.get("may")
    if not isinstance(rule, ast.Call) or not schema:
        return False
    rules = _rules_of(mutant.module.sibling("access"))
    source = ast.unparse(rules[ast.unparse(rule.func)])
    source += "".join(ast.unparse(rules[name]) for name in rules if f"{name}(user)" in source)
    asks = {*re.findall(rf"\b{model}\.(\w+)", source)}
    is_refused_otherwise = bool(_hidden_references(mutant, model, {*schema}))
    return asks.isdisjoint(schema) and not is_refused_otherwise and asked == 2


def is_locked_for_nobody_else(mutant: Mutant) -> bool:
    """Whether it asks no rule of a row that it locks, where policies of the database keep the lock from others."""
    call = _call_at(mutant, "get_object_from_query_or_404")
    if mutant.kind not in _UNASKED or call is None:
        return False
    return any(each.arg == "unlocked" for each in call.keywords)


def is_stamped_anyway(mutant: Mutant) -> bool:
    """Whether it asks no rule of an upserted row, where the rule asks only for what an upsert stamps and no request has."""
    if mutant.kind not in _UNASKED:
        return False
    call, schema, model = _call_at(mutant, "refresh_row"), _body_of(mutant), _model_of(mutant)
    rule = next((each.value for each in call.keywords if each.arg == "may"), None) if call else None
    nodes = (node for route in _routes_at(mutant) for node in ast.walk(route))
    upserts = any(call_of(node, "upsert_row") for node in nodes)
    if not isinstance(rule, ast.Call) or not schema or not upserts:
        return False
    rules = _rules_of(mutant.module.sibling("access"))
    stamped = ast.unparse(rules["stamp"]) if "stamp" in rules else ""
    asks = re.findall(rf"\b{model}\.(\w+)", ast.unparse(rules[ast.unparse(rule.func)]))
    return bool(asks) and all(f"'{each}':" in stamped and each not in schema for each in asks)


_ROLE = re.compile(r"rows_if\(has_role\([^()]*\)\)")


def is_least_of_both(mutant: Mutant) -> bool:
    """Whether it exchanges what is asked for and the bound, of which a page has the lesser."""
    is_exchanged = mutant.kind == "arguments exchanged"
    return is_exchanged and re.fullmatch(r"body\.limit, \d+", mutant.what) is not None


def joins_nothing(mutant: Mutant) -> bool:
    """Whether it leaves the rows of a statement as they are, where no joined rows repeat them."""
    if mutant.kind != "method not called" or not mutant.what.endswith(".unique()"):
        return False
    path = _file_of(mutant, _model_of(mutant))
    return path is not None and not re.search(r"\blazy=|\bjoinedload\b", path.read_text())


def refers_to_nothing(mutant: Mutant) -> bool:
    """Whether it looks less at references where no field of the request is one to rows that are hidden."""
    looks = _call_at(mutant, "check_references") or "visible" in _arguments_changed(mutant)
    schema = _body_of(mutant)
    if not looks or schema is None:
        return False
    return not _hidden_references(mutant, _model_of(mutant), {*schema})


def makes_rows_of_their_own(mutant: Mutant) -> bool:
    """Whether it looks less at references of made rows, whose only ones are not of the request."""
    calls = (call_of(node, "add_rows") for node in ast.walk(mutant.module.tree))
    call = next((each for each in calls if each and each.lineno == mutant.line), None)
    if call is None or mutant.what != "without visible":
        return False
    model = ast.unparse(call.args[1])
    columns = {*_columns(mutant, model)}
    stamped = ast.literal_eval(ast.List(call.args[3].keys))
    return bool(columns) and not _hidden_references(mutant, model, columns - {*stamped})


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


def acts_on_nothing_hidden(mutant: Mutant) -> bool:
    """Whether it looks less at what an action makes of a row that has no reference to hidden rows."""
    module = mutant.module
    lines = (module.root / module.path).read_text().splitlines()
    says = f"{mutant.what} {lines[mutant.line - 1]}"
    if module.kind != "routes" or not re.search(r"\bformer\b|\bvisible\(", says):
        return False
    if not _is_of_action(mutant):
        return False
    model = _model_of(mutant)
    return not _hidden_references(mutant, model, {*_columns(mutant, model)})


def reads_loaded_values(mutant: Mutant) -> bool:
    """Whether it gives no session for reading references that the row has been loaded with."""
    call = _call_at(mutant, "former_values")
    if call is None or not mutant.what.startswith("db in former_values("):
        return False
    columns = [ast.unparse(each) for each in _columns(mutant, _model_of(mutant)).values()]
    return bool(columns) and not any("deferred" in each for each in columns)


def _hidden_references(mutant: Mutant, model: str, names: set[str]) -> set[str]:
    """The tables that columns of a model refer to, if a user of the app does not see all of their rows."""
    hidden = _hidden_tables(mutant)
    columns = _columns(mutant, model).items()
    source = "".join(ast.unparse(column) for name, column in columns if name in names)
    found = {*re.findall(r"ForeignKey\('(?:\w+\.)*(\w+)\.\w+'", source)} & hidden.keys()
    for node in ast.walk(_class_of(mutant, model)):
        if call := call_of(node, "ForeignKeyConstraint"):
            own, others = map(ast.literal_eval, call.args[:2])
            table, parts = others[0].split(".")[-2], {each.split(".")[-1] for each in others}
            # Where the rule asks for parts of the key alone, the database refuses what is hidden.
            if not names.isdisjoint(own) and not hidden.get(table, set()) <= parts:
                found.add(table)
    return found


def _hidden_tables(mutant: Mutant) -> dict[str, set[str]]:
    """The tables some of whose rows a user of the app does not see, with the columns that say which."""
    module = mutant.module
    folder = module.root / module.path.parent.parent / "access"
    tree = ast.parse((folder / "__init__.py").read_text())
    nodes = ast.walk(_rules_of(tree)["visible"])
    (visible,) = (node for node in nodes if isinstance(node, ast.Dict))
    models = {ast.unparse(key) for key in visible.keys if key}
    asked: dict[str, set[str]] = {each: set() for each in models}
    for path in folder.glob("*.py"):
        rules = _rules_of(ast.parse(path.read_text()))
        if rule := rules.get("readable", rules.get("not_deleted")):
            whole = ast.unparse(_Whole(rules).visit(copy.deepcopy(rule)))
            for model, name in re.findall(r"\b(\w+)\.(\w+)", whole):
                asked.setdefault(model, set()).add(name)
    files = {path for each in models if (path := _imported_from(tree, module.root, each))}
    return {
        table: asked[node.name]
        for path in files
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and node.name in models
        for table in re.findall(r"__tablename__ = '(\w+)'", ast.unparse(node))
    }


def is_never_sent(mutant: Mutant) -> bool:
    """Whether it looks less at stamped fields that no request of the route has."""
    kept = _call_at(mutant, "check_kept")
    stamped = [ast.literal_eval(each) for each in kept.args[1:]] if kept else []
    if "owned" in _arguments_changed(mutant):
        calls = (call_of(node, "Bulk") for node in ast.walk(mutant.module.tree))
        bulk = next(each for each in calls if each)
        if "before_write" in ast.unparse(bulk):
            return False
        (owned,) = (each.value for each in bulk.keywords if each.arg == "owned")
        stamped = ast.literal_eval(owned)
    schema = _body_of(mutant)
    return bool(stamped) and schema is not None and schema.keys().isdisjoint(stamped)


def finds_no_rows(mutant: Mutant) -> bool:
    """Whether it does not scope the rows of a bulk that only makes new ones."""
    calls = (call_of(node, "Bulk") for node in ast.walk(mutant.module.tree))
    call = next((each for each in calls if each and _is_inside(mutant, each)), None)
    if mutant.kind != "rows not scoped" or call is None:
        return False
    return {"update", "delete"}.isdisjoint(str(each.arg) for each in call.keywords)


def is_counted_by_model(mutant: Mutant) -> bool:
    """Whether it counts no versions, where SQLAlchemy counts those of the model."""
    model = _model_of(mutant)
    path = _file_of(mutant, model)
    if _call_at(mutant, "count_versions") is None or path is None:
        return False
    return any(
        "version_id_col" in ast.unparse(node)
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and node.name == model
    )


def _call_at(mutant: Mutant, name: str) -> ast.Call | None:
    """The call of a function in the line of a mutant of routes."""
    if mutant.module.kind != "routes":
        return None
    calls = (call_of(node, name) for node in ast.walk(mutant.module.tree))
    return next((each for each in calls if each and each.lineno == mutant.line), None)


def _routes_at(mutant: Mutant) -> list[ast.AsyncFunctionDef]:
    """The route that a line is in, if it is in one."""
    routes = [each for each in mutant.module.tree.body if isinstance(each, ast.AsyncFunctionDef)]
    return [each for each in routes if each.lineno <= mutant.line <= (each.end_lineno or 0)]


def _body_of(mutant: Mutant) -> Mapping[str, object] | None:
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


def _is_of_action(mutant: Mutant) -> bool:
    """Whether a line is in the route of an action."""
    return any(
        node.lineno <= mutant.line <= (node.end_lineno or 0) and _acts(node)
        for node in mutant.module.tree.body
        if isinstance(node, ast.AsyncFunctionDef)
    )


def _acts(node: ast.AST) -> bool:
    return any(call_of(each, "run_action") for each in ast.walk(node))


def _model_of(mutant: Mutant) -> str:
    """The class of the rows of a module of routes."""
    return _model_in(mutant.module.tree)


def _model_in(routes: ast.Module) -> str:
    found = re.search(r"(\w+)\.\w+ == bindparam\(", ast.unparse(routes))
    return found[1] if found else ""


def _columns(mutant: Mutant, model: str) -> dict[str, ast.AnnAssign]:
    """The columns of a model that a module imports, by their names."""
    return {
        ast.unparse(column.target): column
        for column in _class_of(mutant, model).body
        if isinstance(column, ast.AnnAssign)
    }


def _class_of(mutant: Mutant, model: str) -> ast.ClassDef | ast.Module:
    """The syntax of a model that a module imports; an empty module if it is not found."""
    path = _file_of(mutant, model)
    for node in ast.parse(path.read_text()).body if path else []:
        if isinstance(node, ast.ClassDef) and node.name == model:
            return node
    return ast.Module([], [])


def _file_of(mutant: Mutant, model: str) -> Path | None:
    """The file of a model that the module imports."""
    return _imported_from(mutant.module.tree, mutant.module.root, model)


def _imported_from(tree: ast.Module, root: Path, model: str) -> Path | None:
    source = ast.unparse(tree)
    imported = re.search(rf"^from ([\w.]+) import (?:.*\b)?{model}\b", source, re.MULTILINE)
    if imported is None:
        return None
    return root / Path(*imported[1].split(".")).with_suffix(".py")


def is_flushed_anyway(mutant: Mutant) -> bool:
    """Whether it takes a flush from before the SELECT that reads back a row which the session knows already."""
    if mutant.what != "await db.flush()":
        return False
    for node in mutant.module.tree.body:
        if not isinstance(node, ast.AsyncFunctionDef):
            continue
        for at, each in enumerate(node.body[:-1]):
            if each.lineno != mutant.line:
                continue
            before = "\n".join(map(ast.unparse, node.body[:at]))
            is_known = re.search(r"get_object_from_query_or_404\(|flush(?:_row)?\(", before)
            after = ast.unparse(node.body[at + 1])
            selects = ("await refresh_row(", "await check_row(", "await db.refresh(")
            return is_known is not None and after.startswith(selects)
    return False


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
    if name not in _arguments_changed(mutant):
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


RUNTIME_RULES: Rules = [
    (is_in_any_order, "they are a set"),
    (remembers_results, "the result is the same, if later"),
    (is_validator, "Pydantic makes a class method of a validator itself"),
    (is_of_mapped_row, "rows alone are inspected, and each is mapped"),
    (is_type_of_cast, "only type checkers read it"),
    (is_name_of_type, "only type checkers read it"),
    (is_for_developers, "no test repeats all words of a message for developers"),
]


RULES: Rules = [
    (orders_alike, "no sort that a request can ask for is another order"),
    (has_primary_key, "the key is the whole primary key, so no two rows share one"),
    (is_default, "the runtime takes the same without it"),
    (is_private_name, "both who gives the name and who looks for it have it from here"),
    (
        is_description,
        "they are words for people, which no request meets and no test repeats",
    ),
    (has_no_tests, "the config wants no tests of the resource"),
    (is_in_any_order, "they are a set"),
    (has_nothing_to_hide, "a cursor has the values of its order either way"),
    (has_no_order, "the list is in no order, so any will do"),
    (is_beyond_bounds, "no number between the bounds has as many digits"),
    (is_refused_twice, "the other function refuses who has not the role"),
    (has_role_before, "who has not the role, has been refused before"),
    (is_decided_anyway, "no row that is asked about has another answer"),
    (is_met_anyway, "the other conditions and the key say it as well"),
    (is_of_tenant_anyway, "what is made or met is of the tenant"),
    (is_never_null, "the column holds no NULL"),
    (is_stamped_anyway, "the row has what the rule asks for: an upsert stamps it, or has changed such a row"),
    (is_asked_again, "the same is asked of the changed row, and changes nothing of it"),
    (is_locked_for_nobody_else, "a policy of the database lets nobody else lock the row"),
    (is_least_of_both, LEAST),
    (joins_nothing, "no relationship is read by a join, which would repeat rows"),
    (refers_to_nothing, "no field of the request refers to rows that are hidden"),
    (makes_rows_of_their_own, "the rows that a request makes refer to no hidden ones"),
    (ties_look_alike, "rows that are tied are alike in all that is read of them"),
    (acts_on_nothing_hidden, "no column of the row refers to rows that are hidden"),
    (reads_loaded_values, "all columns of the row are loaded with it"),
    (is_never_sent, "no field of the request leads to the stamped ones"),
    (finds_no_rows, "a bulk that only makes rows finds none"),
    (is_counted_by_model, "the model has a version_id_col"),
    (is_flushed_anyway, "a session flushes before it selects"),
    (is_beyond_emails, f"an address of more than {LONGEST_EMAIL} characters is none"),
]
