"""Breaks a generated tree, one change at a time, and runs the tree's own tests on each.

    python tools/mutants/run.py ROOT PACKAGE [--jobs N] [--sample N] [--kind TEXT]

ROOT is the folder that imports begin at, PACKAGE the generated package in it, or `.`. The
environment names the databases, as for the tree's tests. Exits with 1 if a mutant lives that is not
in equivalent.py.
"""

import argparse
import importlib
import importlib.abc
import importlib.util
import io
import os
import random
import signal
import sys
import time
from collections import Counter
from pathlib import Path
from types import ModuleType

import models  # noqa: F401
import routes  # noqa: F401
import users  # noqa: F401
from equivalent import reason
from mutants import Mutant, mutants_of
from tree import Module, modules

TIMEOUT = 120


class Broken(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from a source of ours."""

    def __init__(self, name: str, source: str, *, is_package: bool) -> None:
        self._name = name
        self._source = source
        self._is_package = is_package

    def find_spec(self, name: str, path: object, target: object = None) -> object:
        if name != self._name:
            return None
        return importlib.util.spec_from_loader(name, self, is_package=self._is_package)

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self._source, f"<{self._name}>", "exec"), module.__dict__)


def run_tests(tests: tuple[Path, ...], broken: Broken | None, log: Path) -> int:
    """Starts the tests in a process of their own; returns its id."""
    child = os.fork()
    if child:
        return child
    os.setpgrp()
    signal.alarm(TIMEOUT)
    with log.open("w") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    sys.stdout, sys.stderr = io.TextIOWrapper(io.FileIO(1, "w"), write_through=True), sys.stderr
    if broken is not None:
        sys.meta_path.insert(0, broken)
    import pytest

    options = ["-x", "-q", "-p", "anyio", "-p", "no:cacheprovider", "--tb=line", "--rootdir=."]
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    code = 3
    try:
        code = int(pytest.main([*options, *dict.fromkeys(map(str, tests))]))
    finally:
        os._exit(code)


def warm_up(package: Path) -> None:
    """Imports what all tests need, once: what may be broken is left to the children."""
    import asyncpg
    import fastapi.testclient
    import httpx2
    import jwt
    import pytest
    import sqlalchemy.dialects.postgresql.asyncpg
    import sqlalchemy.ext.asyncio

    assert asyncpg and fastapi and httpx2 and jwt and pytest and sqlalchemy
    runtime = ".".join([*package.parts, "runtime"])
    for path in sorted((package / "runtime").rglob("*.py")):
        name = ".".join(path.relative_to(package / "runtime").with_suffix("").parts)
        importlib.import_module(f"{runtime}.{name}".removesuffix(".__init__"))


def survivors(mutants: list[Mutant], jobs: int, scratch: Path) -> tuple[list[Mutant], Counter[int]]:
    """The mutants that no test noticed, and how the tests of all ended."""
    alive: list[Mutant] = []
    running: dict[int, Mutant] = {}
    endings: Counter[int] = Counter()

    def finish() -> None:
        child, status = os.wait()
        mutant = running.pop(child)
        code = os.waitstatus_to_exitcode(status)
        endings[code] += 1
        if code == 0:
            alive.append(mutant)
            if reason(mutant) is None:
                print(f"alive: {mutant.place}: {mutant.kind}: {mutant.what}", flush=True)

    for at, mutant in enumerate(mutants):
        module = mutant.module
        is_package = module.path.name == "__init__.py"
        broken = Broken(module.name, mutant.source, is_package=is_package)
        running[run_tests(module.tests, broken, scratch / f"{at % 64}.log")] = mutant
        if len(running) >= jobs:
            finish()
    while running:
        finish()
    return alive, endings


def check_unbroken(found: list[Module], scratch: Path) -> None:
    """A tree whose tests fail anyway would kill every mutant."""
    for tests in dict.fromkeys(module.tests for module in found):
        log = scratch / "unbroken.log"
        child = run_tests(tests, None, log)
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
            raise SystemExit(f"{log.read_text()}\nThe tests fail without any mutant.")


def main() -> int:
    """Runs the mutants, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("package", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--sample", type=int, help="take so many mutants, always the same")
    parser.add_argument("--kind", default="", help="of the kinds with this text alone")
    parser.add_argument("--only", default="", help="of the modules with this text alone")
    parser.add_argument("--log", type=Path, required=True, help="an empty folder")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    os.chdir(root)
    sys.path[:0] = [str(root)]
    sys.dont_write_bytecode = True
    warm_up(arguments.package)
    found = [each for each in modules(root, arguments.package) if arguments.only in str(each.path)]
    mutants = [
        mutant for module in found for mutant in mutants_of(module) if arguments.kind in mutant.kind
    ]
    if arguments.sample is not None and arguments.sample < len(mutants):
        mutants = random.Random(0).sample(mutants, arguments.sample)
    check_unbroken([*{mutant.module.path: mutant.module for mutant in mutants}.values()], arguments.log)
    start = time.monotonic()
    alive, endings = survivors(mutants, arguments.jobs, arguments.log)
    seconds = time.monotonic() - start
    return report(mutants, alive, seconds, endings)


def report(mutants: list[Mutant], alive: list[Mutant], seconds: float, endings: Counter[int]) -> int:
    """Prints the table by kind, and each survivor with its place."""
    excused = {id(mutant): reason(mutant) for mutant in alive}
    living = [mutant for mutant in alive if excused[id(mutant)] is None]
    total = Counter(mutant.kind for mutant in mutants)
    missed = Counter(mutant.kind for mutant in living)
    equal = Counter(mutant.kind for mutant in alive) - missed
    print(f"{'kind':36} {'mutants':>7} {'killed':>7} {'equal':>7} {'alive':>7}")
    for name, count in total.items():
        killed = count - equal[name] - missed[name]
        print(f"{name:36} {count:7} {killed:7} {equal[name]:7} {missed[name]:7}")
    killed = len(mutants) - len(alive)
    print(f"{'all':36} {len(mutants):7} {killed:7} {len(alive) - len(living):7} {len(living):7}")
    print(f"{seconds:.0f} s, {seconds / max(len(mutants), 1):.2f} s each; exits {dict(endings)}")
    for mutant in alive:
        if excused[id(mutant)] is not None:
            print(f"equal: {mutant.place}: {mutant.kind}: {mutant.what}: {excused[id(mutant)]}")
    return 1 if living else 0


if __name__ == "__main__":
    raise SystemExit(main())
