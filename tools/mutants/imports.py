"""Which imported modules a broken one is part of: they are imported anew, all others stay."""

import ast
import importlib
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from .tree import Module


def import_all(modules: Iterable[Module]) -> None:
    """Imports modules, and what they import."""
    for module in modules:
        importlib.import_module(module.name)


def forget(broken: Module) -> None:
    """Makes a module be imported anew, and every module of the project that imports it."""
    stale = stale_with(broken)
    for name in stale & sys.modules.keys():
        del sys.modules[name]
        package, _, attribute = name.rpartition(".")
        if package in sys.modules:
            vars(sys.modules[package]).pop(attribute, None)


@cache
def stale_with(broken: Module) -> frozenset[str]:
    """A module, and those that are imported here and import it."""
    imports = {
        name: {*_imported(Path(file), name)}
        for name, module in sys.modules.items()
        if (file := getattr(module, "__file__", None)) and Path(file).is_relative_to(broken.root)
    }
    stale, found = set[str](), {broken.name}
    while found:
        stale |= found
        found = {name for name, others in imports.items() if others & stale} - stale
    return frozenset(stale)


def _imported(path: Path, name: str) -> Iterator[str]:
    """The modules that a module names in its imports."""
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{each.name}" for each in node.names)
