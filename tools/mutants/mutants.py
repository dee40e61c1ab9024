"""Kinds of defects, each put into a module by its syntax, one change at a time."""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from .tree import Module

Edit = Callable[[ast.AST], None]
Found = Iterator[tuple[str, Edit] | tuple[str, Edit, ast.AST]]
"""What is changed, how, and in which part of the node, unless it is all of it."""
Find = Callable[[ast.AST, Module], Found]


@dataclass(frozen=True)
class Kind:
    """A kind of defect: where it applies, and how a node is changed."""

    name: str
    module_kinds: tuple[str, ...]
    find: Find


@dataclass(frozen=True)
class Mutant:
    """A module with one defect."""

    kind: str
    module: Module
    line: int
    what: str
    source: str

    def __str__(self) -> str:
        """Where it is, and what it is."""
        return f"{self.module.path}:{self.line}: {self.kind}: {self.what}"


KINDS: list[Kind] = []


def kind(name: str, *module_kinds: str) -> Callable[[Find], Find]:
    """Adds a kind of defect to the modules of some kinds."""

    def add(find: Find) -> Find:
        KINDS.append(Kind(name, module_kinds, find))
        return find

    return add


def mutants_of(module: Module, kinds: str = "", definitions: str = "") -> Iterator[Mutant]:
    """The mutants of a module, of those kinds and definitions that the expressions find."""
    text = (module.root / module.path).read_text()
    seen = {ast.dump(module.tree)}
    # A kind of few modules names the defect better than one of any Python.
    for each in sorted(KINDS, key=lambda each: len(each.module_kinds)):
        if module.kind not in each.module_kinds or not re.search(kinds, each.name):
            continue
        for at, node in enumerate(ast.walk(module.tree)):
            for what, edit, *part in each.find(node, module):
                line = getattr(part[0] if part else node, "lineno", 1)
                if not re.search(definitions, module.definition_at(line)):
                    continue
                # Faster than a deep copy.
                changed = ast.parse(text)
                edit(next(found for index, found in enumerate(ast.walk(changed)) if index == at))
                # Another kind may have found it before.
                if (dump := ast.dump(changed)) in seen:
                    continue
                seen.add(dump)
                source = ast.unparse(ast.fix_missing_locations(changed))
                yield Mutant(each.name, module, line, what, source)


def expression(source: str) -> ast.expr:
    """An expression from its source."""
    return ast.parse(source, mode="eval").body


def statements(source: str) -> list[ast.stmt]:
    """Statements from their source."""
    return ast.parse(source).body


def call_of(node: ast.AST, *names: str) -> ast.Call | None:
    """The call, when the node is one of a function of these names."""
    if not isinstance(node, ast.Call):
        return None
    function = node.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return node if name in names else None


def awaited(node: ast.AST, *names: str) -> ast.Call | None:
    """The call, when the node is a statement that awaits or makes it, with or without a target."""
    value = getattr(node, "value", None) if isinstance(node, ast.Expr | ast.Assign) else None
    value = value.value if isinstance(value, ast.Await) else value
    return None if value is None else call_of(value, *names)


def removed_statement(*names: str) -> Find:
    """Leaves out a statement that calls one of the functions."""

    def find(node: ast.AST, _: Module) -> Found:
        body = getattr(node, "body", None)
        for at, each in enumerate(body if isinstance(body, list) else []):
            if awaited(each, *names):
                # It may be the only one.
                yield (
                    ast.unparse(each),
                    lambda found, at=at: found.body.__setitem__(at, ast.Pass()),
                    each,
                )

    return find


def keyword_replaced(function: tuple[str, ...], name: str, *sources: str) -> Find:
    """Gives a function another value for one of its keyword arguments."""

    def find(node: ast.AST, _: Module) -> Found:
        call = call_of(node, *function)
        for at, each in enumerate(call.keywords if call else []):
            for source in sources if each.arg == name else ():

                def edit(found: ast.AST, at: int = at, source: str = source) -> None:
                    found.keywords[at].value = expression(source)

                yield f"{name}={source}", edit

    return find


def keyword_removed(function: tuple[str, ...], *names: str) -> Find:
    """Leaves out a keyword argument of a function."""

    def find(node: ast.AST, _: Module) -> Found:
        call = call_of(node, *function)
        for at, each in enumerate(call.keywords if call else []):
            if each.arg in names:
                what = f"{each.arg}={ast.unparse(each.value)}"
                yield what, lambda found, at=at: found.keywords.pop(at)

    return find


def classes(tree: ast.Module, suffix: str) -> dict[str, ast.AnnAssign]:
    """The fields of the one class whose name ends so."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name.endswith(suffix):
            return {
                each.target.id: each
                for each in node.body
                if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name)
            }
    return {}


def sort_fields(module: Module) -> list[str]:
    """What the search beside a module of routes can sort by, where a request can say."""
    return [
        each.value.value
        for node in module.sibling("schemas").body
        if isinstance(node, ast.ClassDef) and node.name.endswith("SortField")
        for each in node.body
        if isinstance(each, ast.Assign) and isinstance(each.value, ast.Constant)
    ]


def defect(name: str, arguments: str) -> str:
    """The source of a call of what stands in defects.py."""
    return f"__import__('mutants.defects').defects.{name}({arguments})"
