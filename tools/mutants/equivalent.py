"""Mutants that no test of a tree can tell from the tree, and why."""

from mutants import Mutant

REASONS = {
    "several rows of one key": "the key is the primary key, so no two rows have the same",
    "answer not read back": "the database changes nothing of what is stored in this table",
}


def reason(mutant: Mutant) -> str | None:
    """Why a mutant is equivalent, if it is."""
    if mutant.kind == "tie-breaker" and mutant.what.startswith("key="):
        return "the field of the cursor is unique, so the key after it orders nothing"
    if mutant.kind.startswith("constraint") and mutant.what in EMAIL_LENGTHS:
        return "no e-mail address is as long"
    if mutant.kind == "enum member added" and mutant.is_in_answer:
        return "an answer has the values that rows have, and no row has this one"
    return REASONS.get(mutant.kind)


EMAIL_LENGTHS = {"max_length=319", "max_length=320", "max_length=321"}
