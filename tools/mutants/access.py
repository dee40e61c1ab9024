"""Defects of rules: of the modules that say who gets at which rows, and of routes that ask them."""

import ast
from collections.abc import Iterator

from .mutants import (
    Found,
    call_of,
    expression,
    keyword_removed,
    keyword_replaced,
    kind,
    removed_statement,
)
from .tree import Module

TRUE = "__import__('sqlalchemy').true()"
FALSE = "__import__('sqlalchemy').false()"
SWAPPED = {
    "and_": "__import__('sqlalchemy').or_",
    "or_": "__import__('sqlalchemy').and_",
    "same": "__import__('mutants.defects').defects.differs",
    "differs": "__import__('mutants.defects').defects.same",
}
OPPOSITE = {"in_": "not_in", "not_in": "in_", "is_": "is_not", "is_not": "is_"}


@kind("rows of a function", "access")
def rows_of_function(node: ast.AST, _: Module) -> Found:
    if not (isinstance(node, ast.FunctionDef) and isinstance(node.body[-1], ast.Return)):
        return
    returns = ast.unparse(node.returns)
    sources = {"bool": ("True", "False")}.get(returns, ())
    if returns.startswith("ColumnElement"):
        sources = (TRUE, FALSE)
    for source in sources:
        yield (
            f"{node.name}: {source}",
            lambda found, source=source: setattr(found.body[-1], "value", expression(source)),
        )


@kind("part of a rule", "access")
def part_of_rule(node: ast.AST, _: Module) -> Found:
    call = call_of(node, "and_", "or_")
    if call is not None:
        yield f"{call.func.id} exchanged", lambda found: _renamed(found)
        for at, each in enumerate(call.args):
            yield (
                f"without {ast.unparse(each)}",
                lambda found, at=at: found.args.pop(at),
            )
    if isinstance(node, ast.BoolOp):
        for at, each in enumerate(node.values):
            yield (
                f"without {ast.unparse(each)}",
                lambda found, at=at: found.values.pop(at),
            )


@kind("comparison of a rule", "access")
def comparison(node: ast.AST, module: Module) -> Found:
    if call_of(node, "same", "differs"):
        yield "turned around", lambda found: _renamed(found)
        attribute = ast.unparse(node.args[1]).removeprefix("user.")
        if user_fields(module).get(attribute, "").endswith("| None"):
            source = f"{ast.unparse(node.args[0])} == {ast.unparse(node.args[1])}"
            yield "None is NULL", lambda found: _become(found, source)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        is_equal = isinstance(node.ops[0], ast.Eq)
        other = ast.NotEq() if is_equal else ast.Eq()
        yield "unequal" if is_equal else "equal", lambda found: found.ops.__setitem__(0, other)
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return
    name = node.func.attr
    if name in OPPOSITE:
        yield OPPOSITE[name], lambda found: setattr(found.func, "attr", OPPOSITE[name])
    if name == "is_distinct_from":
        column, value = ast.unparse(node.func.value), ast.unparse(node.args[0])
        for operator in ("!=", "=="):
            source = f"{column} {operator} {value}"
            yield operator, lambda found, source=source: _become(found, source)
    if name in {"in_", "not_in"}:
        for at, each in enumerate(node.args[0].elts):
            yield (
                f"without {ast.unparse(each)}",
                lambda found, at=at: found.args[0].elts.pop(at),
            )


@kind("function of a rule", "access")
def function(node: ast.AST, module: Module) -> Found:
    if isinstance(node, ast.Call) and [ast.unparse(each) for each in node.args] == ["user"]:
        own = {each.name for each in module.tree.body if isinstance(each, ast.FunctionDef)}
        if ast.unparse(node.func) not in own:
            yield "all rows", lambda found: _become(found, TRUE)
            yield "no rows", lambda found: _become(found, FALSE)
            yield "another user", lambda found: _become(
                found, f"{ast.unparse(node.func)}(__import__('copy').copy(user))"
            )


@kind("role of a rule", "access")
def role(node: ast.AST, _: Module) -> Found:
    if call_of(node, "has_role"):
        yield "another", lambda found: setattr(found.args[1], "value", "another")
        yield "any", lambda found: _become(found, "True")
        yield "none", lambda found: _become(found, "False")
        yield "not", lambda found: _become(found, f"not {ast.unparse(node)}")


@kind("claim of a rule", "access")
def claim(node: ast.AST, module: Module) -> Found:
    if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "user":
        for other in _like(node.attr, module):
            yield other, lambda found, other=other: setattr(found, "attr", other)


@kind("stamp", "access", "index")
def stamp(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.Dict):
        for at, key in enumerate(node.keys):

            def edit(found: ast.AST, at: int = at) -> None:
                found.keys.pop(at)
                found.values.pop(at)

            yield f"without {ast.unparse(key)}", edit


@kind("rows not scoped", "routes")
def not_scoped(node: ast.AST, _: Module) -> Found:
    call = call_of(node, "where")
    for at, each in enumerate(call.args if call else []):
        if isinstance(each, ast.Call) and ast.unparse(each.func) not in {"and_", "or_"}:
            name = ast.unparse(each)
            yield (
                name,
                lambda found, at=at: found.args.__setitem__(at, expression(TRUE)),
            )


USED = ("get_object_from_query_or_404", "refresh_row", "run_action")
kind("rule not asked", "routes")(keyword_removed(USED, "may"))
kind("rule made true", "routes")(keyword_replaced(USED, "may", TRUE))
kind("check left out", "routes")(removed_statement("forbid_unless", "check_row"))


@kind("new row not stamped", "routes")
def not_stamped(node: ast.AST, _: Module) -> Found:
    call = call_of(node, "build_row")
    if call is not None and len(call.args) > 2:
        yield ast.unparse(call.args[2]), lambda found: found.args.pop()


@kind("references unchecked", "routes")
def references(node: ast.AST, module: Module) -> Found:
    index = module.root / module.path.parent.parent / "access" / "__init__.py"
    if not index.exists() or not isinstance(node, ast.AsyncFunctionDef):
        return
    if _refers(module, node, ast.parse(index.read_text())):
        yield from removed_statement("check_references")(node, module)


def _refers(module: Module, handler: ast.AsyncFunctionDef, index: ast.Module) -> bool:
    """Whether a request can set a foreign key to a model with rules."""
    models = [each for each in ast.walk(index) if isinstance(each, ast.Dict) for each in each.keys]
    hidden = {ast.unparse(each) for each in models}
    suffix = {"post": "CreateRequest", "patch": "UpdateRequest"}
    verb = next(
        (
            each.func.attr
            for each in handler.decorator_list
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute)
        ),
        "",
    )
    fields = {
        item.target.id
        for each in module.sibling("schemas").body
        if isinstance(each, ast.ClassDef) and each.name.endswith(suffix.get(verb, "?"))
        for item in each.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    }
    return any(name in fields and model in hidden for name, model in _foreign_keys(module))


def _foreign_keys(module: Module) -> Iterator[tuple[str, str]]:
    """The columns of the routes' model that refer to others, and the models."""
    source = ast.unparse(module.tree)
    for path in module.root.rglob("models.py"):
        classes = [
            each for each in ast.parse(path.read_text()).body if isinstance(each, ast.ClassDef)
        ]
        tables = {
            item.value.value: each.name
            for each in classes
            for item in each.body
            if isinstance(item, ast.Assign) and ast.unparse(item.targets[0]) == "__tablename__"
        }
        for each in classes:
            if f"build_row({each.name}," not in source:
                continue
            for item in each.body:
                if not isinstance(item, ast.AnnAssign) or item.value is None:
                    continue
                for call in ast.walk(item.value):
                    if key := call_of(call, "ForeignKey"):
                        table = ast.literal_eval(key.args[0]).rpartition(".")[0]
                        yield item.target.id, tables.get(table, "")


def user_fields(module: Module) -> dict[str, str]:
    """The attributes of the user, and their types."""
    return {
        item.target.id: ast.unparse(item.annotation)
        for path in module.root.rglob("auth/user.py")
        for each in ast.parse(path.read_text()).body
        if isinstance(each, ast.ClassDef)
        for item in each.body
        if isinstance(item, ast.AnnAssign)
    }


def _like(name: str, module: Module) -> list[str]:
    """The other attributes of the user of the same type."""
    fields = user_fields(module)
    return [each for each in fields if each != name and fields[each] == fields.get(name)]


def _renamed(call: ast.AST) -> None:
    call.func = expression(SWAPPED[call.func.id])


def _become(node: ast.AST, source: str) -> None:
    """Makes the node an expression that is true to its source."""
    made = expression(source)
    node.__class__ = made.__class__
    node.__dict__.clear()
    node.__dict__.update(made.__dict__)
