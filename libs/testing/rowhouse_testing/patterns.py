"""Strings that match a regular expression."""

import random
import re
import string
from collections.abc import Sequence
from re import _parser  # type: ignore[attr-defined]
from typing import Any

_TRIES = 1000
_MAX_REPEATS = 4

_CHARACTERS = {
    "CATEGORY_DIGIT": string.digits,
    "CATEGORY_SPACE": " ",
    "CATEGORY_WORD": string.ascii_lowercase + string.digits,
    "CATEGORY_NOT_DIGIT": string.ascii_lowercase,
    "CATEGORY_NOT_SPACE": string.ascii_lowercase + string.digits,
    "CATEGORY_NOT_WORD": "-.",
}


def matching_text(pattern: str, shortest: int, longest: int, seed: int) -> str:
    """Makes a text that matches.

    Args:
        pattern: A regular expression that is searched for.
        shortest: The fewest characters.
        longest: The most characters.
        seed: Chooses among the texts that match.

    Raises:
        ValueError: None was found.
    """
    # Not for secrets: the same seed must give the same string.
    chooser = random.Random(seed)
    try:
        parsed = _parse(pattern)
        for _ in range(_TRIES):
            text = _generate(parsed, chooser)
            if shortest <= len(text) <= longest and re.search(pattern, text):
                return text
    except (re.error, KeyError):
        pass
    msg = (
        f"No text of {shortest} to {longest} characters was found that matches "
        f"{pattern!r}"
    )
    raise ValueError(msg)


def _parse(pattern: str) -> Any:
    return _parser.parse(pattern)  # pyright: ignore


def _generate(tokens: Sequence[tuple[Any, Any]], chooser: random.Random) -> str:
    return "".join(_token(str(code), value, chooser) for code, value in tokens)


def _token(code: str, value: Any, chooser: random.Random) -> str:
    match code:
        case "LITERAL":
            return chr(value)
        case "NOT_LITERAL":
            return chooser.choice(
                [each for each in string.ascii_letters if ord(each) != value]
            )
        case "ANY":
            return chooser.choice(string.ascii_lowercase)
        case "IN":
            return chooser.choice(_members(value))
        case "BRANCH":
            return _generate(chooser.choice(value[1]), chooser)
        case "SUBPATTERN":
            return _generate(value[-1], chooser)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            fewest, most, repeated = value
            count = chooser.randint(fewest, min(int(most), fewest + _MAX_REPEATS))
            return "".join(_generate(repeated, chooser) for _ in range(count))
        case "AT" | "ASSERT" | "ASSERT_NOT":
            return ""  # What it asks for is left to chance and to the check above.
        case _:
            raise KeyError(code)


def _members(items: Sequence[tuple[Any, Any]]) -> str:
    members = ""
    for code, value in items:
        match str(code):
            case "LITERAL":
                members += chr(value)
            case "RANGE":
                first, last = value
                members += "".join(map(chr, range(first, min(last, first + 94) + 1)))
            case "CATEGORY":
                members += _CHARACTERS[str(value)]
            case _:
                pass
    if str(items[0][0]) == "NEGATE":
        readable = string.ascii_letters + string.digits
        return "".join(each for each in readable if each not in members)
    return members
