"""The mapped classes whose rows a module of routes is about."""

import ast
import re
from pathlib import Path

from ..mutants import Mutant


def model_of(mutant: Mutant) -> str:
    """The class of the rows of a module of routes."""
    found = re.search(r"(\w+)\.\w+ == bindparam\(", ast.unparse(mutant.module.tree))
    return found[1] if found else ""


def columns_of(mutant: Mutant, model: str) -> dict[str, ast.AnnAssign]:
    """The columns of a model that a module imports, by their names."""
    return {
        ast.unparse(column.target): column
        for column in class_of(mutant, model).body
        if isinstance(column, ast.AnnAssign)
    }


def class_of(mutant: Mutant, model: str) -> ast.ClassDef | ast.Module:
    """The syntax of a model that a module imports; an empty module if it is not found."""
    path = file_of(mutant, model)
    for node in ast.parse(path.read_text()).body if path else []:
        if isinstance(node, ast.ClassDef) and node.name == model:
            return node
    return ast.Module([], [])


def file_of(mutant: Mutant, model: str) -> Path | None:
    """The file of a model that the module imports."""
    return imported_from(mutant.module.tree, mutant.module.root, model)


def imported_from(tree: ast.Module, root: Path, model: str) -> Path | None:
    """The file that a name is imported from."""
    source = ast.unparse(tree)
    imported = re.search(rf"^from ([\w.]+) import (?:.*\b)?{model}\b", source, re.MULTILINE)
    if imported is None:
        return None
    return root / Path(*imported[1].split(".")).with_suffix(".py")
