"""Which tests run which statements, so that a mutant need not run all of them."""

import ast
import json
import sys
from collections import defaultdict
from collections.abc import Generator, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from .mutants import Mutant
from .tree import Module

_CACHED = type(cache(repr))


@dataclass
class Coverage:
    """The tests of each statement, and how long each test took."""

    statements: dict[str, list[list[object]]] = field(default_factory=dict)
    """By module: a line, and the tests that ran the statement there."""
    seconds: dict[str, float] = field(default_factory=dict)

    def tests_of(self, mutant: Mutant) -> list[str] | None:
        """The tests that run the mutant's statement, short ones first; None for a whole module."""
        line = enclosing_statement(mutant.module.tree, mutant.line)
        known = dict(map(tuple, self.statements.get(mutant.module.name, [])))
        if line is None or not known.get(line):
            return None
        return self._short_first(known[line])

    def tests_near(self, module: Module) -> list[str]:
        """The tests that run any statement of a module, those of its own file first."""
        running = {test for _, tests in self.statements.get(module.name, []) for test in tests}
        own = {test for test in self.seconds if is_own(test, module)}
        return [*self._short_first(own), *self._short_first(running - own)]

    def seconds_of(self, tests: Sequence[str]) -> float:
        """How long tests took, each of them a test, a file or a folder."""
        return sum(
            seconds
            for test, seconds in self.seconds.items()
            if test.startswith(tuple(tests))
        )

    def _short_first(self, tests: Iterable[str]) -> list[str]:
        return sorted(tests, key=lambda test: (self.seconds.get(test, 0), test))


def is_own(test: str, module: Module) -> bool:
    """Whether a test is in the file of tests that has the module's name."""
    return f"/test_{module.path.name}::" in test


def enclosing_statement(tree: ast.Module, line: int) -> int | None:
    """Where the innermost statement of a function begins that has this line."""
    found: ast.stmt | None = None
    for body in _bodies(tree):
        for each in body:
            inside = each.lineno <= line <= (each.end_lineno or each.lineno)
            if inside and (found is None or each.lineno >= found.lineno):
                found = each
    return found.lineno if found else None


def instrumented(module: Module) -> str:
    """The module's source, which tells each statement of a function that it runs."""
    tree = ast.parse((module.root / module.path).read_text())
    for body in list(_bodies(tree)):
        probed: list[ast.stmt] = []
        for each in body:
            is_docstring = isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant)
            if not is_docstring:
                source = (
                    f"__import__('mutants.coverage').coverage.hit({module.name!r}, {each.lineno})"
                )
                probed += ast.parse(source).body
            probed.append(each)
        body[:] = probed
    return ast.unparse(ast.fix_missing_locations(tree))


def _bodies(tree: ast.Module) -> Iterable[list[ast.stmt]]:
    """The blocks of statements in functions, outer ones first."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _blocks(node)


def _blocks(node: ast.AST) -> Iterable[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list) and block:
            yield block
            for each in block:
                if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
                    yield from _blocks(each)
    for each in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]:
        yield from _blocks(each)


_hits: dict[str, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
_seconds: dict[str, float] = {}
_current = ""


def hit(module: str, line: int) -> None:
    """Notes that the test that runs now has come here."""
    _hits[module][line].add(_current)


class Recorder:
    """A plugin of pytest's that knows which test runs now."""

    def __init__(self, modules: Iterable[Module]) -> None:
        self._modules = {module.name for module in modules}

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """Notes the test."""
        global _current
        _current = nodeid
        # What a cached function did in one test, it would not do in the next.
        # It may call a broken module from one that is whole.
        for name in self._modules & sys.modules.keys():
            for each in vars(sys.modules[name]).values():
                if isinstance(each, _CACHED):
                    each.cache_clear()

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, Any, Any]:
        """What is set up once, all tests stand on."""
        global _current
        test = _current
        if fixturedef.scope != "function":
            _current = ""
        try:
            return (yield)
        finally:
            _current = test

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes how long it took."""
        _seconds[report.nodeid] = _seconds.get(report.nodeid, 0) + report.duration


def save(path: Path) -> None:
    """Leaves what this process has noted to another one."""
    statements = {
        # What ran before any test, runs for all.
        module: [[line, sorted(tests)] for line, tests in lines.items() if "" not in tests]
        for module, lines in _hits.items()
    }
    path.write_text(json.dumps(asdict(Coverage(statements, _seconds))))


def load(path: Path) -> Coverage:
    """What another process has noted."""
    return Coverage(**json.loads(path.read_text()))
