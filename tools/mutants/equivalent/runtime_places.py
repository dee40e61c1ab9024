"""Mutants of the runtime that are excused by their place: the file, the kind, and what is changed."""

_ANY_EXISTS = "EXISTS does not look at what its SELECT returns"
_EMPTY_COLLECTION = "SQLAlchemy makes an empty collection of None"
_FROM_THREAD = "a thread only makes the coroutine, which is awaited as it would be"
_OWN_CONTEXT = "FastAPI makes a context of an asynchronous generator itself"
_ROOT_PATH = "each server says where the app is mounted"
_REFUSED_ANYWAY = "another validator refuses the condition"
_AND_OF_PARTS = "an AND of its parts is the same, if more slowly"
LEAST = "a page has the lesser of both"
_TWO_ROWS = "a third row says no more than a second one"
_TYPE_OF_TIME = "SQLAlchemy tells the type of a time by its value, as that of its column"
_OLDER_JWT = "older versions of PyJWT alone raise it; another run of the tests has those"

RUNTIME = {
    (
        "actions.py",
        "decorator dropped",
        "overload",
    ): "only type checkers read an overload",
    (
        "auth.py",
        "argument made None",
        "verify_credentials in inspect.iscoroutinefunction(verify_credentials)",
    ): _FROM_THREAD,
    (
        "auth.py",
        "condition made constant",
        "inspect.iscoroutinefunction(verify_credentials) is False",
    ): _FROM_THREAD,
    (
        "auth.py",
        "decorator dropped",
        "asynccontextmanager",
    ): _OWN_CONTEXT,
    ("auth.py", "text changed", "''"): "no path begins with XX",
    (
        "claims.py",
        "statement removed",
        "raise ValueError from error",
    ): "a number is no text of a time either",
    (
        "claims.py",
        "exception not caught",
        "OSError",
    ): "Linux reports each number out of range as an OverflowError or a ValueError",
    ("database_errors.py", "text changed", "''"): "no constraint has another name",
    (
        "database_errors.py",
        "argument made None",
        "source in _incomplete(error, source)",
    ): "what a database lacks is of no part of the request",
    (
        "database_errors.py",
        "argument made None",
        "error in _value(error, source)",
    ): "the answer says the same of each value",
    (
        "examples.py",
        "argument made None",
        "{} in schema.get('items', {})",
    ): "neither tells anything of the items",
    (
        "examples.py",
        "arguments exchanged",
        "least, schema.get('maximum', least)",
    ): "the lesser of two in either order",
    ("examples.py", "case dropped", "case _"): "without a case, None is returned as well",
    ("filter_nodes.py", "result dropped", "return op"): _REFUSED_ANYWAY,
    ("filter_nodes.py", "result dropped", "return value"): _REFUSED_ANYWAY,
    (
        "filters.py",
        "argument made None",
        "node in _operands(node, 'and_')",
    ): _AND_OF_PARTS,
    ("filters.py", "assigned None", "nodes = _operands(node, 'and_')"): _AND_OF_PARTS,
    ("filters.py", "condition made constant", "nodes is None is True"): _AND_OF_PARTS,
    ("filters.py", "text changed", "'and_'"): _AND_OF_PARTS,
    ("hooks.py", "result dropped", "return set()"): "None is as false as no column",
    (
        "hooks.py",
        "arguments exchanged",
        "value, given[name]",
    ): "either may be compared with the other",
    ("keyset.py", "arguments exchanged", "page_size, max_page_size"): LEAST,
    ("offline_docs.py", "decorator dropped", "asynccontextmanager"): _OWN_CONTEXT,
    ("offline_docs.py", "decorator dropped", "cache"): "the folder is the same each time",
    ("offline_docs.py", "text changed", "''"): _ROOT_PATH,
    (
        "offline_docs.py",
        "argument made None",
        "'' in request.scope.get('root_path', '')",
    ): _ROOT_PATH,
    (
        "ordering.py",
        "decorator dropped",
        "property",
    ): "only type checkers read a protocol",
    ("pagination.py", "arguments exchanged", "limit, max_page_size"): LEAST,
    ("pagination.py", "arguments exchanged", "page_size, max_page_size"): LEAST,
    (
        "queries.py",
        "argument made None",
        "2 in result.unique().fetchmany(2)",
    ): _TWO_ROWS,
    (
        "queries.py",
        "constant changed",
        "2 + 1 in found = result.unique().fetchmany(2)",
    ): _TWO_ROWS,
    (
        "references.py",
        "constant changed",
        "1 + 1 in found = select(literal(1)).select_from(entity).where(*conditions, *keys)",
    ): _ANY_EXISTS,
    ("references.py", "argument made None", "1 in literal(1)"): _ANY_EXISTS,
    (
        "references.py",
        "argument made None",
        "literal(1) in select(literal(1))",
    ): _ANY_EXISTS,
    (
        "rows.py",
        "condition made constant",
        "relationship.uselist is False",
    ): _EMPTY_COLLECTION,
    (
        "rows.py",
        "argument made None",
        "nothing in set_committed_value(deleted, relationship.key, nothing)",
    ): _EMPTY_COLLECTION,
    (
        "schemas.py",
        "argument dropped",
        "mode='left_to_right'",
    ): "to Pydantic, the type is a better match than any value, or as good and before it",
    (
        "schemas.py",
        "method not called",
        "base64.b64encode(value).decode()",
    ): "Pydantic writes bytes of ASCII to JSON as their text",
    ("schemas.py", "text changed", "''"): "each field that is checked has a name",
    (
        "soft_deletes.py",
        "argument made None",
        "column.type in literal(getattr(row, deleted_at[type(row)]), column.type)",
    ): _TYPE_OF_TIME,
    (
        "soft_deletes.py",
        "argument made None",
        "column.type in literal(time, column.type)",
    ): _TYPE_OF_TIME,
    (
        "soft_deletes.py",
        "condition made constant",
        "len(key) == 1 is False",
    ): "PostgreSQL unnests arrays of one key each like an array of keys",
    (
        "soft_deletes.py",
        "statement removed",
        "await db.flush()",
    ): "a session flushes before its next statement, or its commit",
    (
        "soft_deletes.py",
        "element dropped",
        "*each.column_keys",
    ): "any order does the same; one order keeps transactions from waiting for each other",
    ("soft_deletes.py", "text changed", "''"): "no foreign key does XX either",
    ("tokens.py", "element dropped", "RecursionError"): _OLDER_JWT,
}
