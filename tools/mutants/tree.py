"""The modules that can be broken, and the tests that each of them has to answer to."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path


@dataclass(frozen=True)
class Module:
    """A module that can be broken."""

    root: Path
    """The folder that imports begin at."""
    path: Path
    """Relative to it."""
    kind: str
    """`routes`, `routers`, `schemas`, `serializers`, `access`, `index`, `auth` or `runtime`."""
    tests: tuple[Path, ...]

    @property
    def name(self) -> str:
        """The dotted name."""
        parts = self.path.with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @cached_property
    def tree(self) -> ast.Module:
        """Its syntax."""
        return ast.parse((self.root / self.path).read_text())

    def line(self, number: int) -> str:
        """One line of its source."""
        return self._lines[number - 1].strip()

    def definition_at(self, number: int) -> str:
        """The name of the function or class that a line is in; nothing if it is in none."""
        for node in self.tree.body:
            if isinstance(node, ast.AsyncFunctionDef | ast.ClassDef | ast.FunctionDef):
                start = min(each.lineno for each in (node, *node.decorator_list))
                if start <= number <= (node.end_lineno or 0):
                    return node.name
        return ""

    @cached_property
    def _lines(self) -> list[str]:
        return (self.root / self.path).read_text().splitlines()

    def sibling(self, folder: str) -> ast.Module:
        """The syntax of the module of that name in another folder of the app."""
        path = self.root / self.path.parent.parent / folder / self.path.name
        return ast.parse(path.read_text())


def runtime_modules(root: Path) -> Iterator[Module]:
    """What the runtime gives to requests; its testing module is what the trees' mutants test."""
    for path in sorted((root / "rowhouse_runtime").glob("*.py")):
        if path.name != "__init__.py":
            yield Module(root, path.relative_to(root), "runtime", (Path("tests"),))


def generated_modules(root: Path, package: Path) -> Iterator[Module]:
    """The modules of a generated package that its tests answer for.

    Args:
        root: The folder that imports begin at.
        package: The generated package, relative to it.
    """
    all_tests = tuple(sorted(each.relative_to(root) for each in (root / package).glob("*/tests")))
    apps = [each.parent for each in all_tests]
    for app in apps:
        for path in sorted((root / app).glob("*/*.py")):
            tests = app / "tests" / f"test_{path.name}"
            kind = path.parent.name
            module = path.relative_to(root)
            if kind == "auth":
                # What reads a token is noticed by the routes as well as by the tests of tokens.
                of_app = [each for each in [app / "tests/app_test.py"] if (root / each).exists()]
                tests = (*of_app, app / "tests")
                yield from _module(root, module, kind, tests)
            elif path.name != "__init__.py" and (root / tests).exists() and kind != "tests":
                yield from _module(root, module, kind, (tests,))
        for index, kind in (("routes/__init__.py", "routers"), ("access/__init__.py", "index")):
            yield from _module(root, app / index, kind, (app / "tests",))
    yield from _module(root, package / "routes/__init__.py", "routers", all_tests)
    app_tests = tuple(
        app / "tests/app_test.py" for app in apps if (root / app / "tests/app_test.py").exists()
    )
    shared = app_tests or all_tests
    for path in sorted((root / package / "auth").glob("*.py")):
        yield from _module(root, path.relative_to(root), "auth", (*shared, *all_tests))


def _module(root: Path, path: Path, kind: str, tests: tuple[Path, ...]) -> Iterator[Module]:
    if (root / path).exists():
        yield Module(root, path, kind, tests)
