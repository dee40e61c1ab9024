"""Texts that match a regular expression, by Hypothesis."""

import re
from collections.abc import Callable
from functools import cache

Accepts = Callable[[str], bool]

# Texts for each number are made of a few, or else there are enough for a page of rows.
_FEW, _MANY = 20, 400


def matching_text(
    pattern: str, shortest: int, longest: int, number: int, accepts: Accepts
) -> str:
    """A text that matches; for different numbers, different ones if there are some.

    Args:
        pattern: A regular expression that is searched for.
        accepts: What else it must meet.
    """
    for text in matching_texts(pattern, shortest, longest):
        longer = f"{text}{number}"
        fits = len(longer) <= longest and re.search(pattern, longer)
        if fits and accepts(longer):
            return longer
    texts = [*filter(accepts, matching_texts(pattern, shortest, longest, _MANY))]
    if texts:
        return texts[number % len(texts)]
    msg = f"No text was found that matches {pattern!r} and is valid"
    raise ValueError(msg)


@cache
def matching_texts(
    pattern: str, shortest: int, longest: int, count: int = _FEW
) -> list[str]:
    """Different texts that match, always the same ones.

    Args:
        pattern: A regular expression that is searched for.
        count: How many to look for.

    Raises:
        ValueError: None was found.
    """
    # Its import takes longer than most tests, and few fields have a pattern.
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import strategies as st

    found: dict[str, None] = {}
    letters = st.characters(min_codepoint=32, max_codepoint=126)

    @settings(
        max_examples=count,
        phases=[Phase.generate],
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=[
            HealthCheck.filter_too_much,
            HealthCheck.too_slow,
            HealthCheck.nested_given,
        ],
    )
    @given(st.from_regex(pattern, alphabet=letters))
    def collect(text: str) -> None:
        if shortest <= len(text) <= longest and re.search(pattern, text):
            found.setdefault(text)

    collect()
    if not found:
        msg = f"No text of {shortest} to {longest} characters was found for {pattern!r}"
        raise ValueError(msg)
    return [*found]
