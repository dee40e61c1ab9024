"""Mutants of routes that look less at what rows refer to."""

import ast
import copy
import re

from ..mutants import Mutant, call_of
from .conditions import Whole, rules_of
from .models import class_of, columns_of, imported_from, model_of
from .syntax import arguments_changed, body_of, call_at, is_of_action


def refers_to_nothing(mutant: Mutant) -> bool:
    """Whether it looks less at references where no field of the request is one to rows that are hidden."""
    looks = call_at(mutant, "check_references") or "visible" in arguments_changed(mutant)
    schema = body_of(mutant)
    if not looks or schema is None:
        return False
    return not hidden_references(mutant, model_of(mutant), {*schema})


def makes_rows_of_their_own(mutant: Mutant) -> bool:
    """Whether it looks less at references of made rows, whose only ones are not of the request."""
    calls = (call_of(node, "add_rows") for node in ast.walk(mutant.module.tree))
    call = next((each for each in calls if each and each.lineno == mutant.line), None)
    if call is None or mutant.what != "without visible":
        return False
    model = ast.unparse(call.args[1])
    columns = {*columns_of(mutant, model)}
    stamped = ast.literal_eval(ast.List(call.args[3].keys))
    return bool(columns) and not hidden_references(mutant, model, columns - {*stamped})


def acts_on_nothing_hidden(mutant: Mutant) -> bool:
    """Whether it looks less at what an action makes of a row that has no reference to hidden rows."""
    module = mutant.module
    lines = (module.root / module.path).read_text().splitlines()
    says = f"{mutant.what} {lines[mutant.line - 1]}"
    if module.kind != "routes" or not re.search(r"\bformer\b|\bvisible\(", says):
        return False
    if not is_of_action(mutant):
        return False
    model = model_of(mutant)
    return not hidden_references(mutant, model, {*columns_of(mutant, model)})


def reads_loaded_values(mutant: Mutant) -> bool:
    """Whether it gives no session for reading references that the row has been loaded with."""
    call = call_at(mutant, "former_values")
    if call is None or not mutant.what.startswith("db in former_values("):
        return False
    columns = [ast.unparse(each) for each in columns_of(mutant, model_of(mutant)).values()]
    return bool(columns) and not any("deferred" in each for each in columns)


def hidden_references(mutant: Mutant, model: str, names: set[str]) -> set[str]:
    """The tables that columns of a model refer to, if a user of the app does not see all of their rows."""
    hidden = _hidden_tables(mutant)
    columns = columns_of(mutant, model).items()
    source = "".join(ast.unparse(column) for name, column in columns if name in names)
    found = {*re.findall(r"ForeignKey\('(?:\w+\.)*(\w+)\.\w+'", source)} & hidden.keys()
    for node in ast.walk(class_of(mutant, model)):
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
    nodes = ast.walk(rules_of(tree)["visible"])
    (visible,) = (node for node in nodes if isinstance(node, ast.Dict))
    models = {ast.unparse(key) for key in visible.keys if key}
    asked: dict[str, set[str]] = {each: set() for each in models}
    for path in folder.glob("*.py"):
        rules = rules_of(ast.parse(path.read_text()))
        if rule := rules.get("readable", rules.get("not_deleted")):
            whole = ast.unparse(Whole(rules).visit(copy.deepcopy(rule)))
            for model, name in re.findall(r"\b(\w+)\.(\w+)", whole):
                asked.setdefault(model, set()).add(name)
    files = {path for each in models if (path := imported_from(tree, module.root, each))}
    return {
        table: asked[node.name]
        for path in files
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and node.name in models
        for table in re.findall(r"__tablename__ = '(\w+)'", ast.unparse(node))
    }
