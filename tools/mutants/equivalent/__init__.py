"""Mutants that no test of a tree can tell from the tree: which, and why.

Each rule looks at the syntax of the one mutant, and excuses it alone. A new one is a function in the file of its topic,
and a row of the tables below; what rules have in common is in syntax.py, models.py and conditions.py.
"""

from collections.abc import Callable, Sequence

from ..mutants import Mutant
from .access import (
    has_role_before,
    is_decided_anyway,
    is_never_null,
    is_of_tenant_anyway,
    is_refused_twice,
)
from .app import has_no_tests, is_description, is_private_name
from .arguments import is_default, is_in_any_order, is_least_of_both
from .asking import (
    is_asked_again,
    is_locked_for_nobody_else,
    is_met_anyway,
    is_stamped_anyway,
)
from .fields import LONGEST_EMAIL, is_beyond_bounds, is_beyond_emails
from .lists import (
    has_no_order,
    has_nothing_to_hide,
    has_primary_key,
    joins_nothing,
    orders_alike,
    ties_look_alike,
)
from .references import (
    acts_on_nothing_hidden,
    makes_rows_of_their_own,
    reads_loaded_values,
    refers_to_nothing,
)
from .runtime import (
    is_for_developers,
    is_name_of_type,
    is_of_mapped_row,
    is_type_of_cast,
    is_validator,
    remembers_results,
)
from .runtime_places import LEAST, RUNTIME
from .writes import finds_no_rows, is_counted_by_model, is_flushed_anyway, is_never_sent

Rules = Sequence[tuple[Callable[[Mutant], bool], str]]


def reason(mutant: Mutant) -> str | None:
    """Why a mutant is equivalent, if it is."""
    if mutant.module.kind == "runtime":
        place = (mutant.module.path.name, mutant.kind, mutant.what)
        return RUNTIME.get(place) or _excuse(mutant, RUNTIME_RULES)
    return _excuse(mutant, RULES)


def _excuse(mutant: Mutant, rules: Rules) -> str | None:
    return next((why for rule, why in rules if rule(mutant)), None)


# Rules of the runtime; others of its mutants are excused by their place.
RUNTIME_RULES: Rules = [
    (is_in_any_order, "they are a set"),
    (remembers_results, "the result is the same, if later"),
    (is_validator, "Pydantic makes a class method of a validator itself"),
    (is_of_mapped_row, "rows alone are inspected, and each is mapped"),
    (is_type_of_cast, "only type checkers read it"),
    (is_name_of_type, "only type checkers read it"),
    (is_for_developers, "no test repeats all words of a message for developers"),
]


# Rules of generated code.
RULES: Rules = [
    (orders_alike, "no sort that a request can ask for is another order"),
    (has_primary_key, "the key is the whole primary key, so no two rows share one"),
    (is_default, "the runtime takes the same without it"),
    (is_private_name, "both who gives the name and who looks for it have it from here"),
    (
        is_description,
        "they are words for people, which no request meets and no test repeats",
    ),
    (has_no_tests, "the config wants no tests of the resource"),
    (is_in_any_order, "they are a set"),
    (has_nothing_to_hide, "a cursor has the values of its order either way"),
    (has_no_order, "the list is in no order, so any will do"),
    (is_beyond_bounds, "no number between the bounds has as many digits"),
    (is_refused_twice, "the other function refuses who has not the role"),
    (has_role_before, "who has not the role, has been refused before"),
    (is_decided_anyway, "no row that is asked about has another answer"),
    (is_met_anyway, "the other conditions and the key say it as well"),
    (is_of_tenant_anyway, "what is made or met is of the tenant"),
    (is_never_null, "the column holds no NULL"),
    (
        is_stamped_anyway,
        "the row has what the rule asks for: an upsert stamps it, or has changed such a row",
    ),
    (is_asked_again, "the same is asked of the changed row, and changes nothing of it"),
    (is_locked_for_nobody_else, "a policy of the database lets nobody else lock the row"),
    (is_least_of_both, LEAST),
    (joins_nothing, "no relationship is read by a join, which would repeat rows"),
    (refers_to_nothing, "no field of the request refers to rows that are hidden"),
    (makes_rows_of_their_own, "the rows that a request makes refer to no hidden ones"),
    (ties_look_alike, "rows that are tied are alike in all that is read of them"),
    (acts_on_nothing_hidden, "no column of the row refers to rows that are hidden"),
    (reads_loaded_values, "all columns of the row are loaded with it"),
    (is_never_sent, "no field of the request leads to the stamped ones"),
    (finds_no_rows, "a bulk that only makes rows finds none"),
    (is_counted_by_model, "the model has a version_id_col"),
    (is_flushed_anyway, "a session flushes before it selects"),
    (is_beyond_emails, f"an address of more than {LONGEST_EMAIL} characters is none"),
]
