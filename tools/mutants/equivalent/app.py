"""Mutants of how an app is put together, and of what its documentation says."""

import ast
import re

from ..mutants import Mutant
from .syntax import arguments_changed


def is_private_name(mutant: Mutant) -> bool:
    """Whether it changes the name of the login route, which the tree alone uses."""
    source = (mutant.module.root / mutant.module.path).read_text().splitlines()
    return mutant.kind == "text changed" and source[mutant.line - 1].startswith("LOGIN_ROUTE = ")


def is_description(mutant: Mutant) -> bool:
    """Whether it changes words of the documentation: of a field, a key, a route or a tag."""
    kind, changed = mutant.module.kind, arguments_changed(mutant)
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
