"""Mutants of the constraints of fields."""

import ast
import re

from ..mutants import Mutant

LONGEST_EMAIL = 254
"""What the library that checks e-mail addresses takes at most (RFC 5321)."""


def is_beyond_emails(mutant: Mutant) -> bool:
    """Whether a field of e-mail addresses is limited to more than any has, before and after."""
    if not mutant.kind.startswith("constraint"):
        return False
    for node in ast.walk(mutant.module.tree):
        if isinstance(node, ast.AnnAssign) and node.lineno <= mutant.line <= (node.end_lineno or 0):
            annotation = ast.unparse(node.annotation)
            bound = re.search(r"max_length=(\d+)", annotation)
            changed = re.fullmatch(r"max_length=(\d+)", mutant.what)
            return (
                "EmailStr" in annotation
                and bound is not None
                and changed is not None
                and min(int(bound[1]), int(changed[1])) > LONGEST_EMAIL
            )
    return False


def is_beyond_bounds(mutant: Mutant) -> bool:
    """Whether a number may have more digits than it can between its bounds, before and after."""
    changed = re.fullmatch(r"max_digits=(\d+)", mutant.what)
    if not mutant.kind.startswith("constraint") or changed is None:
        return False
    for node in ast.walk(mutant.module.tree):
        if isinstance(node, ast.AnnAssign) and node.lineno <= mutant.line <= (node.end_lineno or 0):
            annotation = ast.unparse(node.annotation)
            named = dict(re.findall(r"(\w+)=(-?[\d.]+)", annotation))
            if not ({"ge", "gt"} & named.keys() and {"le", "lt"} & named.keys()):
                return False
            bounds = [abs(float(named[each])) for each in ("ge", "gt", "le", "lt") if each in named]
            digits = len(str(int(max(bounds)))) + int(named.get("decimal_places", "0"))
            return digits < min(int(named["max_digits"]), int(changed[1]))
    return False
