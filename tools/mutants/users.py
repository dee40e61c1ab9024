"""Defects of authentication."""

import ast

from .mutants import (
    Found,
    call_of,
    defect,
    expression,
    keyword_replaced,
    kind,
)
from .tree import Module

UNCHECKED = {
    "signature unchecked": "{'verify_signature': False}",
    "expiry unchecked": "{'verify_exp': False}",
    "end not required": "{'require': []}",
}


def _decoding(node: ast.AST) -> bool:
    return isinstance(node, ast.Return | ast.Expr) and call_of(node.value, "decode") is not None


@kind("token unchecked", "auth")
def token_unchecked(node: ast.AST, _: Module) -> Found:
    if not _decoding(node):
        return
    for what, options in UNCHECKED.items():
        source = defect("decode", f"tokens, token, {options}")
        yield what, lambda found, source=source: setattr(found, "value", expression(source))
    source = defect("decode", "tokens, token, {}, ['HS256', 'HS384', 'HS512']")
    yield "algorithm unchecked", lambda found: setattr(found, "value", expression(source))
    yield "not decoded", lambda found: setattr(found, "value", expression("{'sub': 'test'}"))
    source_401 = defect("without_401", "tokens, token")
    yield "401 dropped", lambda found: setattr(found, "value", expression(source_401))


@kind("settings of tokens", "auth")
def settings(node: ast.AST, module: Module) -> Found:
    others = {"key_env": ("'OTHER'",), "algorithm": ("'HS384'",), "lifetime": ("60", "86400")}
    for name, sources in others.items():
        yield from keyword_replaced(("Tokens",), name, *sources)(node, module)


@kind("open paths", "auth")
def open_paths(node: ast.AST, _: Module) -> Found:
    if not (isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "OPEN_PATHS"):
        return
    members = node.value.args[0].elts
    for at, each in enumerate(members):
        yield f"without {ast.unparse(each)}", lambda found, at=at: found.value.args[0].elts.pop(at)
        path = each.value.rpartition(" ")[2]
        if path != each.value:
            yield (
                f"{path} with any method",
                lambda found, at=at, path=path: found.value.args[0].elts.__setitem__(
                    at, ast.Constant(path)
                ),
            )
    yield "more", lambda found: found.value.args[0].elts.append(ast.Constant("/"))


@kind("lock of an app", "auth")
def lock(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.If) and call_of(getattr(node.test, "operand", node.test), "is_open"):
        yield "never", lambda found: setattr(found, "test", expression("False"))
        yield "always", lambda found: setattr(found, "test", expression("True"))
        yield "the other way", lambda found: setattr(found, "test", found.test.operand)


@kind("login", "auth")
def login(node: ast.AST, _: Module) -> Found:
    if call_of(node, "create_token_response"):

        def exchanged(found: ast.AST) -> None:
            found.args[2], found.args[3] = found.args[3], found.args[2]

        yield "name and password exchanged", exchanged
        for at, source in {2: "form.username.lower()", 3: "form.password.strip()"}.items():
            yield source, lambda found, at=at, source=source: found.args.__setitem__(
                at, expression(source)
            )
        yield "password dropped", lambda found: found.args.__setitem__(3, expression("''"))
        for source in ("lambda name, password: {'sub': name}", "lambda name, password: None"):
            yield source, lambda found, source=source: found.args.__setitem__(1, expression(source))


@kind("current user", "auth")
def current_user(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "CurrentUser":
        anyone = "Annotated[dict[str, Any], Depends(lambda: {'sub': 'test'})]"
        yield "anyone", lambda found: setattr(found, "value", expression(anyone))
