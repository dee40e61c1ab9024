"""Defects of schemas and of serializers."""

import ast

from .mutants import Found, call_of, classes, expression, keyword_removed, kind, statements
from .tree import Module

NO_LIMITS = {"alias", "serialization_alias", "description", "default_factory"}
"""What a `Field` says besides its constraints."""


def limits(node: ast.AST) -> list[str]:
    """The constraints that a `Field` has."""
    call = call_of(node, "Field")
    return [each.arg for each in call.keywords if each.arg not in NO_LIMITS] if call else []


@kind("constraint taken away", "schemas")
def constraint(node: ast.AST, module: Module) -> Found:
    yield from keyword_removed(("Field",), *limits(node))(node, module)


@kind("constraint moved", "schemas")
def constraint_moved(node: ast.AST, _: Module) -> Found:
    names = limits(node)
    for at, each in enumerate(node.keywords if names else []):
        try:
            value = ast.literal_eval(each.value)
        except ValueError:
            continue
        if each.arg in names and isinstance(value, int):
            for by in (1, -1):
                yield (
                    f"{each.arg}={value + by}",
                    lambda found, at=at, value=value + by: setattr(
                        found.keywords[at], "value", expression(str(value))
                    ),
                )


@kind("pattern unanchored", "schemas")
def pattern_unanchored(node: ast.AST, _: Module) -> Found:
    for at, each in enumerate(node.keywords if "pattern" in limits(node) else []):
        if each.arg != "pattern":
            continue
        pattern = ast.literal_eval(each.value)
        for weaker in (pattern.removeprefix("^"), pattern.removesuffix("$")):
            if weaker == pattern:
                continue
            yield (
                weaker,
                lambda found, at=at, weaker=weaker: setattr(
                    found.keywords[at], "value", ast.Constant(weaker)
                ),
            )


@kind("alias taken away", "schemas")
def alias(node: ast.AST, module: Module) -> Found:
    yield from keyword_removed(("Field",), "alias", "serialization_alias")(node, module)


@kind("enum member taken away", "schemas")
def enum_member(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal":
        members = node.slice.elts if isinstance(node.slice, ast.Tuple) else []
        for at, each in enumerate(members):
            yield ast.unparse(each), lambda found, at=at: found.slice.elts.pop(at)
    if isinstance(node, ast.ClassDef) and ast.unparse(node.bases[0]) == "StrEnum":
        for at, each in enumerate(node.body):
            if isinstance(each, ast.Assign) and len(node.body) > 2:
                yield ast.unparse(each), lambda found, at=at: found.body.pop(at)


@kind("enum member added", "schemas")
def enum_member_added(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Literal":
        members = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        names = [*map(ast.unparse, members), "'no such value'"]
        yield names[-1], lambda found: setattr(found, "slice", expression(f"({', '.join(names)})"))


def fields(node: ast.AST) -> list[tuple[int, ast.AnnAssign]]:
    """The fields of a class, with their places."""
    if not isinstance(node, ast.ClassDef):
        return []
    return [(at, each) for at, each in enumerate(node.body) if isinstance(each, ast.AnnAssign)]


@kind("default taken away", "schemas")
def default(node: ast.AST, _: Module) -> Found:
    for at, each in fields(node):
        if each.value is not None:
            yield (
                f"{node.name}.{ast.unparse(each.target)}",
                lambda found, at=at: setattr(found.body[at], "value", None),
            )


@kind("default changed", "schemas")
def default_changed(node: ast.AST, _: Module) -> Found:
    for at, each in fields(node):
        if each.value is None:
            continue
        value = ast.unparse(each.value)
        other = None
        if isinstance(each.value, ast.Constant):
            match each.value.value:
                case bool(flag):
                    other = repr(not flag)
                case int(number) | float(number):
                    other = repr(number + 1)
                case str(text):
                    members = [
                        member.value
                        for member in ast.walk(each.annotation)
                        if isinstance(member, ast.Constant) and isinstance(member.value, str)
                    ]
                    other = repr(next((m for m in members if m != text), f"{text}x"))
                case _:
                    pass
        elif value == "SortDirection.ASC":
            other = "SortDirection.DESC"
        if other is not None:
            yield (
                f"{node.name}.{ast.unparse(each.target)} = {other}",
                lambda found, at=at, other=other: setattr(
                    found.body[at], "value", expression(other)
                ),
            )


@kind("factory taken away", "schemas")
def factory(node: ast.AST, module: Module) -> Found:
    yield from keyword_removed(("Field",), "default_factory")(node, module)


@kind("nullable taken away", "schemas")
def nullable(node: ast.AST, _: Module) -> Found:
    for at, each in fields(node):
        for place, part in enumerate(ast.walk(each.annotation)):
            if isinstance(part, ast.BinOp) and ast.unparse(part.right) == "None":

                def edit(found: ast.AST, at: int = at) -> None:
                    found.body[at].annotation = _NotNull().visit(found.body[at].annotation)

                yield f"{node.name}.{ast.unparse(each.target)}", edit
                assert place >= 0
                break


class _NotNull(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        return node.left if ast.unparse(node.right) == "None" else node


@kind("nullable added", "schemas")
def nullable_added(node: ast.AST, _: Module) -> Found:
    if not isinstance(node, ast.ClassDef) or not node.name.endswith("Request"):
        return
    for at, each in fields(node):
        if "None" in ast.unparse(each.annotation).split("Field(")[0]:
            continue

        def edit(found: ast.AST, at: int = at) -> None:
            annotation = found.body[at].annotation
            if (
                isinstance(annotation, ast.Subscript)
                and ast.unparse(annotation.value) == "Annotated"
            ):
                first = annotation.slice.elts[0]
                annotation.slice.elts[0] = expression(f"{ast.unparse(first)} | None")
            else:
                found.body[at].annotation = expression(f"{ast.unparse(annotation)} | None")

        yield f"{node.name}.{ast.unparse(each.target)}", edit


@kind("required taken away", "schemas")
def required(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.ClassDef) and "Request" in ast.unparse(node.bases[0]):
        for at, each in fields(node):
            if each.value is None and "default_factory" not in ast.unparse(each.annotation):
                yield (
                    f"{node.name}.{ast.unparse(each.target)}",
                    lambda found, at=at: setattr(found.body[at], "value", expression("None")),
                )


@kind("extra fields allowed", "schemas")
def extra(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.ClassDef) and ast.unparse(node.bases[0]) in {
        "RequestModel",
        "FilterCondition",
    }:
        ignoring = statements("model_config = {'extra': 'ignore'}")
        yield node.name, lambda found: found.body.__setitem__(slice(1, 1), ignoring)


@kind("field taken away", "schemas")
def field_dropped(node: ast.AST, _: Module) -> Found:
    for at, each in fields(node):
        if len(fields(node)) > 1:
            yield f"{node.name}.{ast.unparse(each.target)}", lambda found, at=at: found.body.pop(at)


@kind("fields exchanged", "serializers")
def exchanged(node: ast.AST, module: Module) -> Found:
    if not isinstance(node, ast.FunctionDef):
        return
    schema = ast.unparse(node.returns)
    shown = list(classes(module.sibling("schemas"), schema))
    pairs = [*zip(shown, shown[1:], strict=False), (shown[0], shown[-1])]
    for one, other in dict.fromkeys(pairs):
        if one == other:
            continue
        row = node.args.args[0].arg
        source = (
            f"made = {schema}.model_validate({row})\n"
            f"made.{one}, made.{other} = made.{other}, made.{one}\n"
            "return made"
        )
        yield (
            f"{one}, {other}",
            lambda found, source=source: found.body.__setitem__(slice(1, None), statements(source)),
        )


@kind("field with a constant", "serializers")
def constant_field(node: ast.AST, module: Module) -> Found:
    if not isinstance(node, ast.FunctionDef):
        return
    schema = ast.unparse(node.returns)
    for name in classes(module.sibling("schemas"), schema):
        row = node.args.args[0].arg
        source = f"made = {schema}.model_validate({row})\nmade.{name} = None\nreturn made"
        yield (
            name,
            lambda found, source=source: found.body.__setitem__(slice(1, None), statements(source)),
        )
