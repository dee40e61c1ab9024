"""Breaks a generated tree or the runtime, one change at a time, and runs its own tests on each.

    python -m mutants ROOT PACKAGE     the generated package in a project, or `.`
    python -m mutants ROOT runtime     the runtime in libs/runtime

ROOT is the folder that imports begin at. The environment names the databases, as for the tests.
Exits with 1 if a mutant lives that no rule in `equivalent` excuses.
"""

import argparse
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from . import access, generic, own_code, relations, routes, schemas, users
from .equivalent import reason
from .imports import import_all
from .mutants import Mutant, mutants_of
from .runner import Survivors, record, warm_up
from .tree import generated_modules, runtime_modules

assert all((access, generic, own_code, relations, routes, schemas, users)), "each adds its kinds of defects"


def main() -> int:
    """Runs the mutants, and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("root", type=Path)
    parser.add_argument("package", type=Path)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--sample", type=int, help="take so many mutants, always the same")
    parser.add_argument("--kind", default="", help="of the kinds that this expression finds")
    parser.add_argument("--only", default="", help="of the modules that this expression finds")
    parser.add_argument(
        "--of", default="", help="of the functions and classes that this expression finds"
    )
    parser.add_argument("--log", type=Path, required=True, help="an empty folder")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    os.chdir(root)
    sys.path[:0] = [str(root)]
    # Each mutant imports modules anew, which need not be compiled anew.
    sys.pycache_prefix = str(arguments.log / "compiled")
    sys.dont_write_bytecode = False
    warm_up()
    if str(arguments.package) == "runtime":
        modules = [*runtime_modules(root)]
    else:
        modules = [*generated_modules(root, arguments.package)]
    mutants = [
        mutant
        for module in modules
        if re.search(arguments.only, str(module.path))
        for mutant in mutants_of(module, arguments.kind, arguments.of)
    ]
    if arguments.sample is not None and arguments.sample < len(mutants):
        mutants = random.Random(0).sample(mutants, arguments.sample)
    if not mutants:
        print("no mutants")
        return 0
    broken = {mutant.module.path: mutant.module for mutant in mutants}
    covered = record([*broken.values()], modules, arguments.log)
    import_all(modules)
    start = time.monotonic()
    # On an equivalent one, all tests would run to find nothing.
    equivalent = {mutant: why for mutant in mutants if (why := reason(mutant)) is not None}
    different = [mutant for mutant in mutants if mutant not in equivalent]
    survivors = Survivors(covered, arguments.jobs, arguments.log)
    survivors.find(different)
    seconds = time.monotonic() - start
    print(f"{seconds:.0f} s, {seconds / max(len(different), 1):.2f} s each")
    return report(mutants, equivalent, survivors)


def report(
    mutants: list[Mutant], equivalent: Mapping[Mutant, str], survivors: Survivors
) -> int:
    """Prints the table by kind, and each mutant that lives with its place."""
    alive, stillborn = survivors.alive, survivors.stillborn
    made = Counter(mutant.kind for mutant in mutants)
    missed = Counter(mutant.kind for mutant in alive)
    equal = Counter(mutant.kind for mutant in equivalent)
    broken = Counter(mutant.kind for mutant in stillborn)
    rows = [(kind, made[kind], broken[kind], equal[kind], missed[kind]) for kind in made]
    rows.append(("all", len(mutants), len(stillborn), len(equivalent), len(alive)))
    print(
        f"{'kind':32} {'made':>6} {'killed':>6} {'at import':>10} {'equivalent':>10} {'alive':>6}"
    )
    for kind, count, at_import, same, lives in rows:
        killed = count - same - lives
        print(f"{kind:32} {count:6} {killed:6} {at_import:10} {same:10} {lives:6}")
    for mutant, why in equivalent.items():
        print(f"equivalent: {mutant}: {why}")
    for mutant in alive:
        print(f"alive: {mutant}")
    return 1 if alive else 0


if __name__ == "__main__":
    raise SystemExit(main())
