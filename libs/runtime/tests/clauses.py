"""Sort clauses and filter nodes as plain objects."""

from dataclasses import dataclass
from types import SimpleNamespace

from hypothesis import strategies as st

from rowhouse_runtime.ordering import SortDirection


@dataclass(frozen=True)
class Clause:
    """A sort clause."""

    field: str
    dir: SortDirection


def sort(*terms: tuple[str, str]) -> list[Clause]:
    """Makes sort clauses of fields and directions."""
    return [Clause(name, SortDirection(way)) for name, way in terms]


def sorts(fields: list[str]) -> st.SearchStrategy[list[Clause]]:
    """Draws sorts by some of the fields, in any directions."""
    term = st.tuples(st.sampled_from(fields), st.sampled_from(["asc", "desc"]))
    return st.lists(term, max_size=3).map(lambda terms: sort(*terms))


def node(field: str, op: str, value: object) -> SimpleNamespace:
    """Makes a condition."""
    return SimpleNamespace(field=field, op=op, value=value)
