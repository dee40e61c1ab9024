"""Mutants of the runtime that are excused by their place: the file, the kind, and what is changed."""

_ANY_EXISTS = "EXISTS does not look at what its SELECT returns"
_EMPTY_COLLECTION = "SQLAlchemy makes an empty collection of None"
_FROM_THREAD = "a thread only makes the coroutine, which is awaited as it would be"
_OWN_CONTEXT = "FastAPI makes a context of an asynchronous generator itself"
_ROOT_PATH = "each server says where the app is mounted"
_REFUSED_ANYWAY = "another validator refuses the condition"
_AND_OF_PARTS = "an AND of its parts is the same, if more slowly"
_CAUGHT = "the error is caught, and its message is never shown"
_ASKED_FOR = "PyJWT asks for what it is to compare"
_COUNTED = "counting the levels says the same, if more slowly"
_COMPARED = "a comparison of decimals says the same, if more slowly"
_LABELS = "the labels of an enum are the same for each dialect and column"
LEAST = "a page has the lesser of both"
_NO_CURSOR = "without a cursor, its column is not asked for"
_NO_KEY = "no column holds the number either"
_TWO_ROWS = "a third row says no more than a second one"
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
    ("codecs.py", "comparison changed", "extreme > 0"): "neither extreme is 0",
    (
        "codecs.py",
        "constant changed",
        '0 + 1 in return "infinity" if extreme > 0 else "-infinity"',
    ): "neither extreme is 1",
    (
        "codecs.py",
        "constant changed",
        '0 + 1 in return (f"{year}{text}", "") if year > 0 else (f"{1 - year:04}{text}", " BC")',
    ): "Python has the year 1 itself",
    (
        "codecs.py",
        "condition made constant",
        "engine.dialect.driver == 'asyncpg' is True",
    ): "the tests have no other driver",
    (
        "codecs.py",
        "argument made None",
        "dialect in super().result_processor(dialect, coltype)",
    ): _LABELS,
    (
        "codecs.py",
        "argument made None",
        "coltype in super().result_processor(dialect, coltype)",
    ): _LABELS,
    ("codecs.py", "arguments exchanged", "dialect, coltype"): _LABELS,
    (
        "codecs.py",
        "argument made None",
        "type_ in super().render_bind_cast(type_, dbapi_type, sqltext)",
    ): "SQLAlchemy casts to the other type alone",
    (
        "database_errors.py",
        "assigned None",
        "Place = tuple[str, ...]",
    ): "only type checkers read it",
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
    ("documents.py", "comparison changed", "brackets <= _MAX_NESTING"): _COUNTED,
    (
        "documents.py",
        "condition made constant",
        "brackets <= _MAX_NESTING is False",
    ): _COUNTED,
    (
        "documents.py",
        "condition made constant",
        "'\\\\u' in text is True",
    ): "a text without \\u has no half of a pair",
    ("documents.py", "arguments exchanged", "deepest, depth"): "either may be the larger",
    ("documents.py", "text changed", '"not a number of Python\'s"'): _CAUGHT,
    (
        "documents.py",
        "argument made None",
        "\"not a number of Python's\" in ValueError(\"not a number of Python's\")",
    ): _CAUGHT,
    (
        "column_values.py",
        "constant changed",
        "64 + 1 in _BITS: Mapping[type[Integer], int] = "
        "{SmallInteger: 16, BigInteger: 64, Integer: 32}",
    ): "check_storable has refused what has more than 64 bits",
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
    (
        "issued_tokens.py",
        "comparison changed",
        "len(body) < _MAX_BYTES",
    ): "the part after a whole megabyte is empty",
    (
        "issued_tokens.py",
        "comparison changed",
        "time.monotonic() > end",
    ): "no clock has to show the very moment",
    (
        "issued_tokens.py",
        "constant changed",
        "5 + 1 in TIMEOUT_SECONDS = 5",
    ): "a test of it would wait as long",
    (
        "issued_tokens.py",
        "constant changed",
        "10 + 1 in SKEW_SECONDS = 10",
    ): "whole seconds are compared, of which one may pass while a test runs",
    (
        "issued_tokens.py",
        "comparison changed",
        "payload['exp'] <= time.time()",
    ): "no clock has to show the very moment",
    (
        "issued_tokens.py",
        "argument made None",
        "[] in fitting.get(algorithm, [])",
    ): "None has no key either: iterating it is an error of an invalid token",
    (
        "issued_tokens.py",
        "argument dropped",
        "algorithms=[algorithm]",
    ): "PyJWT takes the one algorithm of the key, too",
    (
        "issued_tokens.py",
        "statement removed",
        "check_end(payload)",
    ): "to compare a text with the time is an error of an invalid token as well",
    ("issued_tokens.py", "element dropped", "TypeError"): _OLDER_JWT,
    ("issued_tokens.py", "element dropped", "ValueError"): _OLDER_JWT,
    ("issued_tokens.py", "element dropped", "'aud'"): _ASKED_FOR,
    ("issued_tokens.py", "element dropped", "'iss'"): _ASKED_FOR,
    (
        "keyset.py",
        "constant changed",
        "2048 + 1 in LONGEST_CURSOR = 2048",
    ): "no base64 text has 2049 characters",
    (
        "keyset.py",
        "argument made None",
        "order.model in apply_keyset_pagination("
        "statement.options(*order.loading(shown)).order_by(*order.order_by()), "
        "order.model, None, order.key[0], page_size, max_page_size)",
    ): _NO_CURSOR,
    (
        "keyset.py",
        "argument made None",
        "order.key[0] in apply_keyset_pagination("
        "statement.options(*order.loading(shown)).order_by(*order.order_by()), "
        "order.model, None, order.key[0], page_size, max_page_size)",
    ): _NO_CURSOR,
    (
        "keyset.py",
        "argument made None",
        "Text() in literal(value, Text())",
    ): "SQLAlchemy takes a text for one, too",
    ("keyset.py", "arguments exchanged", "page_size, max_page_size"): LEAST,
    (
        "numbers.py",
        "comparison changed",
        "len(text) <= _SURELY_EXACT",
    ): _COMPARED,
    (
        "numbers.py",
        "condition made constant",
        "len(text) <= _SURELY_EXACT and 'e' not in text and ('E' not in text) is False",
    ): _COMPARED,
    (
        "numbers.py",
        "operator changed",
        "2 ** 53",
    ): "floats represent the smaller integers, too",
    (
        "numbers.py",
        "assigned None",
        "__module__ = 'builtins'",
    ): "Pydantic takes no attributes from an object without a module either",
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
        "routing.py",
        "text changed",
        "''",
    ): "FastAPI answers with the place of the error, not with the text around it",
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
        "schemas.py",
        "comparison changed",
        "len(value) > _MAX_KEY_DIGITS",
    ): _NO_KEY,
    ("schemas.py", "constant changed", "1000 + 1 in _MAX_KEY_DIGITS = 1000"): _NO_KEY,
    (
        "schemas.py",
        "constant changed",
        "2 + 1 in return 2**64 if len(value) > _MAX_KEY_DIGITS else value",
    ): _NO_KEY,
    (
        "schemas.py",
        "constant changed",
        "64 + 1 in return 2**64 if len(value) > _MAX_KEY_DIGITS else value",
    ): _NO_KEY,
    (
        "sealing.py",
        "argument made None",
        "_MIN_SECRET_BYTES in token_hex(_MIN_SECRET_BYTES)",
    ): "a secret has 32 bytes by default as well",
    (
        "sealing.py",
        "arguments exchanged",
        "self._tag(content), tag",
    ): "either may be compared with the other",
    (
        "storable.py",
        "condition made constant",
        "not value.isascii() is True",
    ): "a text of ASCII can be encoded",
    (
        "storable.py",
        "argument made None",
        "value in isinstance(value, CheckedModel)",
    ): "what has passed its checks passes them again",
    ("tokens.py", "element dropped", "OverflowError"): _OLDER_JWT,
    ("tokens.py", "element dropped", "RecursionError"): _OLDER_JWT,
    ("tokens.py", "element dropped", "TypeError"): _OLDER_JWT,
    (
        "validation_errors.py",
        "argument made None",
        "depth in _copy(key, depth)",
    ): "no key is a list or an object",
    (
        "validation_errors.py",
        "argument made None",
        "depth in _copy(value.decode(errors='replace'), depth)",
    ): "a text is cut at any depth",
}
