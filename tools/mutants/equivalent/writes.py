"""Mutants of what routes do when they write rows."""

import ast
import re

from ..mutants import Mutant, call_of
from .models import file_of, model_of
from .syntax import arguments_changed, body_of, call_at, is_inside


def is_never_sent(mutant: Mutant) -> bool:
    """Whether it looks less at stamped fields that no request of the route has."""
    kept = call_at(mutant, "check_kept")
    stamped = [ast.literal_eval(each) for each in kept.args[1:]] if kept else []
    if "owned" in arguments_changed(mutant):
        calls = (call_of(node, "Bulk") for node in ast.walk(mutant.module.tree))
        bulk = next(each for each in calls if each)
        if "before_write" in ast.unparse(bulk):
            return False
        (owned,) = (each.value for each in bulk.keywords if each.arg == "owned")
        stamped = ast.literal_eval(owned)
    schema = body_of(mutant)
    return bool(stamped) and schema is not None and schema.keys().isdisjoint(stamped)


def finds_no_rows(mutant: Mutant) -> bool:
    """Whether it does not scope the rows of a bulk that only makes new ones."""
    calls = (call_of(node, "Bulk") for node in ast.walk(mutant.module.tree))
    call = next((each for each in calls if each and is_inside(mutant, each)), None)
    if mutant.kind != "rows not scoped" or call is None:
        return False
    return {"update", "delete"}.isdisjoint(str(each.arg) for each in call.keywords)


def is_counted_by_model(mutant: Mutant) -> bool:
    """Whether it counts no versions, where SQLAlchemy counts those of the model."""
    model = model_of(mutant)
    path = file_of(mutant, model)
    if call_at(mutant, "count_versions") is None or path is None:
        return False
    return any(
        "version_id_col" in ast.unparse(node)
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and node.name == model
    )


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
