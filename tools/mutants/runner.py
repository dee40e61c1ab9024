"""Runs tests on a broken module, in a process of their own each."""

import gc
import importlib
import importlib.abc
import importlib.util
import os
import re
import resource
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType

import hypothesis
import pytest

from . import coverage
from .database import require_database
from .imports import forget, stale_with
from .mutants import Mutant
from .tree import Module

_SECONDS = 60
_TIMES_LONGER = 10
"""A mutant has a minute, and the tests' own time so often: it may wait or loop forever."""
_LIKELY = 5
_OPTIONS = ["-x", "-q", "-p", "anyio", "--tb=line", "--rootdir=.", "-W", "ignore"]
for each in ("cacheprovider", "unraisableexception", "threadexception", "faulthandler"):
    _OPTIONS += ["-p", f"no:{each}"]
_IMPORTED = [
    "anyio.pytest_plugin",
    "anyio._backends._asyncio",
    "asyncpg",
    "fastapi.testclient",
    "httpx2",
    "jwt",
    "sqlalchemy.dialects.postgresql.asyncpg",
    "sqlalchemy.ext.asyncio",
]
_FAILED = re.compile(r"^FAILED (.+?)(?: - .*)?$", re.MULTILINE)


class Replaced(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports modules from sources of ours."""

    def __init__(self, sources: dict[Module, str]) -> None:
        self._sources = {module.name: (module, source) for module, source in sources.items()}

    def find_spec(self, name: str, path: object, target: object = None) -> object:
        if name not in self._sources:
            return None
        broken, _ = self._sources[name]
        is_package = broken.path.name == "__init__.py"
        spec = importlib.util.spec_from_loader(name, self, is_package=is_package)
        if spec is not None and is_package:
            spec.submodule_search_locations = [str((broken.root / broken.path).parent)]
        return spec

    def exec_module(self, module: ModuleType) -> None:
        broken, source = self._sources[module.__name__]
        module.__file__ = str(broken.root / broken.path)
        exec(compile(source, f"<{module.__name__}>", "exec"), module.__dict__)


def warm_up() -> None:
    """Imports what all tests need, once."""
    for name in _IMPORTED:
        importlib.import_module(name)
    # The same examples for each mutant, on a machine that is busy with others; that one
    # fails says all, so no smaller one is looked for.
    hypothesis.settings.register_profile(
        "mutants",
        derandomize=True,
        phases=[hypothesis.Phase.explicit, hypothesis.Phase.generate],
        deadline=None,
        database=None,
        suppress_health_check=[*hypothesis.HealthCheck],
    )
    hypothesis.settings.load_profile("mutants")
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"


def start(tests: Iterable[str], sources: dict[Module, str], log: Path, seconds: int) -> int:
    """Starts tests in a process of their own, which lives so long; returns its id."""
    child = os.fork()
    if child:
        return child
    os.setpgrp()
    signal.alarm(seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    with log.open("w") as output:
        os.dup2(output.fileno(), 1)
        os.dup2(output.fileno(), 2)
    for broken in sources:
        forget(broken)
    sys.meta_path.insert(0, Replaced(sources))
    code = 3
    try:
        code = int(pytest.main([*_OPTIONS, *dict.fromkeys(tests)]))
    finally:
        os._exit(code)


def record(
    modules: Sequence[Module], everything: Sequence[Module], scratch: Path
) -> coverage.Coverage:
    """Runs all tests once, and notes which statements of the modules each of them runs.

    Raises:
        SystemExit: A test fails without any mutant, as it would with each of them.
    """
    log, result = scratch / "unbroken.log", scratch / "coverage.json"
    child = os.fork()
    if child == 0:
        with log.open("w") as output:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
        sys.meta_path.insert(0, Replaced({each: coverage.instrumented(each) for each in modules}))
        code = 3
        try:
            tests = dict.fromkeys(str(test) for module in modules for test in module.tests)
            code = int(pytest.main([*_OPTIONS, *tests], plugins=[coverage.Recorder(everything)]))
            coverage.save(result)
        finally:
            os._exit(code)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0:
        raise SystemExit(f"{log.read_text()}\nThe tests fail without any mutant.")
    return coverage.load(result)


class Survivors:
    """Runs mutants, several at a time, and keeps those that no test notices."""

    def __init__(self, covered: coverage.Coverage, jobs: int, scratch: Path) -> None:
        self.alive: list[Mutant] = []
        self.stillborn: list[Mutant] = []
        """Those that cannot be imported: no test had to notice them."""
        self._covered = covered
        self._jobs = jobs
        self._scratch = scratch
        self._running: dict[int, tuple[Mutant, Path, list[list[str]]]] = {}
        self._noticed: dict[Module, Counter[str]] = defaultdict(Counter)
        self._started = 0

    def find(self, mutants: Sequence[Mutant]) -> None:
        """Runs all mutants."""
        # What is here already, no child has to look through.
        gc.collect()
        gc.freeze()
        try:
            for mutant in mutants:
                # Found out here, once for all mutants of a module.
                stale_with(mutant.module)
                self._start(mutant, self._stages(mutant))
                while len(self._running) >= self._jobs:
                    self._finish()
            while self._running:
                self._finish()
        finally:
            for child in self._running:
                os.kill(child, signal.SIGKILL)

    def _stages(self, mutant: Mutant) -> list[list[str]]:
        """The tests to run, likely ones first; each stage if the ones before notice nothing."""
        everything = [str(each) for each in mutant.module.tests]
        covering = self._covered.tests_of(mutant)
        is_of_whole = covering is None
        if covering is None:
            covering = self._covered.tests_near(mutant.module)
        # What noticed other mutants of the module is likely to notice this one.
        noticed = [test for test, _ in self._noticed[mutant.module].most_common(_LIKELY)]
        likely = [*(test for test in noticed if test in covering)]
        likely += [test for test in covering if coverage.is_own(test, mutant.module)]
        rest = [test for test in covering if test not in likely]
        stages = [stage for stage in (likely, rest) if stage]
        # The tests that run the statement are there to be fast; all of them decide. All of
        # the runtime's would take longer than all of its mutants, and only those of what is
        # no statement of a function need them.
        decided = mutant.module.kind == "runtime" and not is_of_whole
        return stages if decided else [*stages, everything]

    def _start(self, mutant: Mutant, stages: list[list[str]]) -> None:
        log = self._scratch / f"{self._started % 64}.log"
        self._started += 1
        seconds = _SECONDS + _TIMES_LONGER * self._covered.seconds_of(stages[0])
        child = start(stages[0], {mutant.module: mutant.source}, log, int(seconds))
        self._running[child] = (mutant, log, stages[1:])

    def _finish(self) -> None:
        child, status = os.wait()
        mutant, log, stages = self._running.pop(child)
        code = os.waitstatus_to_exitcode(status)
        if code != 0:
            require_database()
            if code < 0:
                print(f"never ends: {mutant}: {signal.strsignal(-code)}", flush=True)
            elif code != pytest.ExitCode.TESTS_FAILED:
                self.stillborn.append(mutant)
                print(f"no test failed: {mutant}: exit {code}", flush=True)
            self._noticed[mutant.module].update(_FAILED.findall(log.read_text()))
        elif stages:
            self._start(mutant, stages)
        else:
            self.alive.append(mutant)
            print(f"no test noticed: {mutant}", flush=True)
