"""Defects of routes and of routers."""

import ast

from .mutants import (
    Found,
    awaited,
    call_of,
    classes,
    defect,
    expression,
    keyword_removed,
    keyword_replaced,
    kind,
    removed_statement,
    sort_fields,
    statements,
)
from .tree import Module

VERBS = ("get", "post", "patch", "put", "delete")


@kind("no current user", "routes")
def no_current_user(node: ast.AST, _: Module) -> Found:
    if not isinstance(node, ast.AsyncFunctionDef):
        return
    for at, argument in enumerate(node.args.args):
        if argument.arg == "current_user":

            def edit(found: ast.AST, at: int = at) -> None:
                found.args.args.pop(at)
                user = statements("current_user = {'sub': 'test'}")
                found.body[1:1] = user

            yield node.name, edit


@kind("filter dropped", "routes")
def filter_dropped(node: ast.AST, _: Module) -> Found:
    if call_of(node, "apply_filters"):
        yield "body.filter", lambda found: found.args.__setitem__(1, expression("None"))


@kind("sort dropped", "routes")
def sort_dropped(node: ast.AST, _: Module) -> Found:
    call = call_of(node, "keyset_order", "apply_ordering")
    for at, each in enumerate(call.args if call else []):
        if ast.unparse(each) == "body.sort":
            yield "body.sort", lambda found, at=at: found.args.__setitem__(at, expression("None"))


def other_fields(name: str, module: Module) -> list[str]:
    """Fields of a list item that are not the one."""
    return [each for each in classes(module.sibling("schemas"), "ListItem") if each != name]


@kind("default of the sort", "routes")
def sort_default(node: ast.AST, module: Module) -> Found:
    call = call_of(node, "keyset_order", "apply_ordering")
    if call is None:
        return
    if call.func.id == "apply_ordering":
        name = call.args[3].value
        for other in other_fields(name, module)[:2]:
            yield other, lambda found, other=other: setattr(found.args[3], "value", other)
    for at, each in enumerate(call.keywords):
        if each.arg == "default_field":
            for other in other_fields(each.value.value, module)[:2]:
                yield (
                    other,
                    lambda found, at=at, other=other: setattr(
                        found.keywords[at].value, "value", other
                    ),
                )


@kind("direction of the sort", "routes")
def sort_direction(node: ast.AST, module: Module) -> Found:
    call = call_of(node, "keyset_order", "apply_ordering")
    flipped = {"asc": "desc", "desc": "asc"}
    if call is None:
        return
    if call.func.id == "apply_ordering":
        way = flipped[call.args[4].value]
        yield way, lambda found: setattr(found.args[4], "value", way)
        return
    ways = [each.value.value for each in call.keywords if each.arg == "default_direction"]
    way = flipped[ways[0] if ways else "asc"]

    def edit(found: ast.AST) -> None:
        rest = [each for each in found.keywords if each.arg != "default_direction"]
        found.keywords = [*rest, ast.keyword("default_direction", ast.Constant(way))]

    yield way, edit


@kind("NULLs' place", "routes")
def nulls_place(node: ast.AST, module: Module) -> Found:
    if not isinstance(node, ast.Assign):
        return
    call = awaited(node, "keyset_order", "apply_ordering")
    shown = classes(module.sibling("schemas"), "ListItem")
    nullable = {name for name, field in shown.items() if "None" in ast.unparse(field.annotation)}
    if call and nullable & {*sort_fields(module), *_default_of(call)}:
        source = defect("nulls_elsewhere", ast.unparse(call))
        yield "the other end", lambda found: setattr(found, "value", expression(source))


def _default_of(call: ast.Call) -> list[str]:
    values = [*call.args, *(each.value for each in call.keywords if each.arg == "default_field")]
    return [each.value for each in values if isinstance(each, ast.Constant)]


kind("cursor dropped", "routes")(keyword_replaced(("fetch_keyset_page",), "cursor", "None"))
kind("cursor of any filter", "routes")(keyword_removed(("fetch_keyset_page",), "scope"))
kind("next cursor dropped", "routes")(
    lambda node, module: _page(node, "next_cursor", "None", "'cursor'")
)


def _page(node: ast.AST, name: str, *sources: str) -> Found:
    if isinstance(node, ast.Call) and getattr(node.func, "id", "").endswith("Page"):
        yield from keyword_replaced((node.func.id,), name, *sources)(node, None)


@kind("tie-breaker", "routes")
def tie_breaker(node: ast.AST, module: Module) -> Found:
    if call := call_of(node, "keyset_order"):
        for at, each in enumerate(call.keywords):
            if each.arg == "cursor_field":
                for other in other_fields(each.value.value, module)[:2]:
                    yield (
                        f"{each.arg}={other}",
                        lambda found, at=at, other=other: setattr(
                            found.keywords[at].value, "value", other
                        ),
                    )
            if each.arg == "key":
                names = ast.literal_eval(each.value)
                others = [each for each in other_fields(names[-1], module) if each not in names]
                keys = [[*names[:-1], other] for other in others[:2]]
                for index in range(len(names) if len(names) > 1 else 0):
                    keys.append([*names[:index], *names[index + 1 :]])
                for key in keys:
                    yield (
                        f"key={key}",
                        lambda found, at=at, key=key: setattr(
                            found.keywords[at], "value", expression(repr(key))
                        ),
                    )
    if call := call_of(node, "apply_offset_pagination"):
        if call_of(call.args[0], "order_by"):
            yield "order_by", lambda found: found.args.__setitem__(0, found.args[0].func.value)


kind("page size", "routes")(keyword_replaced(("fetch_keyset_page",), "page_size", "20", "2"))
kind("bound of the page size", "routes")(
    keyword_replaced(("fetch_keyset_page",), "max_page_size", "99", "101", "10**6", "1")
)


@kind("offset page", "routes")
def offset_page(node: ast.AST, _: Module) -> Found:
    if call_of(node, "apply_offset_pagination"):
        for at, sources in {
            1: ("0", "body.offset + 1"),
            2: ("20", "2"),
            3: ("99", "10**6", "1"),
        }.items():
            for source in sources:
                yield (
                    source,
                    lambda found, at=at, source=source: found.args.__setitem__(
                        at, expression(source)
                    ),
                )


@kind("numbers of a page", "routes")
def page_numbers(node: ast.AST, _: Module) -> Found:
    yield from _page(node, "total", "0", "(await db.scalar(count) or 0) + 1", "len(list(rows))")
    yield from _page(node, "offset", "0")
    yield from _page(node, "limit", "body.limit", "20")


@kind("items of a list", "routes")
def list_items(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.ListComp) and call_of(node.elt, "to_list_item"):
        rows = ast.unparse(node.generators[0].iter)
        for source in (f"list({rows})[:1]", f"list({rows})[::-1]", "[]", f"list({rows})[:-1]"):
            yield (
                source,
                lambda found, source=source: setattr(
                    found.generators[0], "iter", expression(source)
                ),
            )


@kind("wrong status", "routes", "auth")
def wrong_status(node: ast.AST, _: Module) -> Found:
    if not (isinstance(node, ast.Call) and call_of(node, *VERBS) and node.args):
        return

    def edit(found: ast.AST) -> None:
        rest = [each for each in found.keywords if each.arg != "status_code"]
        found.keywords = [*rest, ast.keyword("status_code", ast.Constant(202))]

    yield "202", edit


@kind("WHERE", "routes")
def where(node: ast.AST, module: Module) -> Found:
    if not (isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_SELECT"):
        return
    columns = [ast.unparse(each.left).rpartition(".") for each in node.value.args]
    model, key = columns[0][0], {name for _, _, name in columns}
    fields = classes(module.sibling("schemas"), "Resource") or {}
    yield "dropped", lambda found: setattr(found, "value", found.value.func.value)
    yield "made true", lambda found: found.value.args.__setitem__(0, expression("1 == 1 or True"))
    yield "unequal", lambda found: found.value.args[0].ops.__setitem__(0, ast.NotEq())
    yield "at most", lambda found: found.value.args[0].ops.__setitem__(0, ast.LtE())
    for at in range(len(columns) if len(columns) > 1 else 0):
        yield f"without {columns[at][2]}", lambda found, at=at: found.value.args.pop(at)
    for other in [each for each in fields if each not in key][:3]:
        bound = ast.unparse(node.value.args[0].comparators[0])
        source = f"{model}.{other} == {bound}"
        yield (
            other,
            lambda found, source=source: found.value.args.__setitem__(0, expression(source)),
        )


@kind("WHERE of one statement", "routes")
def where_of_one(node: ast.AST, _: Module) -> Found:
    if call := call_of(node, "get_object_from_query_or_404"):
        name = ast.unparse(call.args[1])
        source = "__import__('sqlalchemy').select(_SELECT.column_descriptions[0]['entity'])"
        if name in LOCKS:
            # Without its conditions; the locks stay.
            source += f".with_for_update(key_share={LOCKS[name]})"
        yield f"of {name}", lambda found: found.args.__setitem__(1, expression(source))


LOCKS = {"_UPDATE": True, "_DELETE": False}


@kind("row not locked", "routes")
def not_locked(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.Assign) and (name := ast.unparse(node.targets[0])) in LOCKS:
        other = f"_SELECT.with_for_update(key_share={not LOCKS[name]})"
        for source in ("_SELECT", other):
            yield (
                f"{name} = {source}",
                lambda found, source=source: setattr(found, "value", expression(source)),
            )
    if call := call_of(node, "get_object_from_query_or_404"):
        if ast.unparse(call.args[1]) in LOCKS:
            yield (
                ast.unparse(call.args[1]),
                lambda found: found.args.__setitem__(1, expression("_SELECT")),
            )


def constant(annotation: str) -> str | None:
    """A value of a field's type that no request of a test has."""
    known = {
        "str": "'constant'",
        "EmailStr": "'constant@example.org'",
        "int": "77",
        "float": "77.0",
        "bool": "True",
        "decimal.Decimal": "__import__('decimal').Decimal(77)",
        "datetime.datetime": "__import__('datetime').datetime(1999, 1, 1, tzinfo=__import__('datetime').UTC)",
        "datetime.date": "__import__('datetime').date(1999, 1, 1)",
        "datetime.time": "__import__('datetime').time(9)",
        "datetime.timedelta": "__import__('datetime').timedelta(9)",
        "dict[str, Any]": "{'constant': 1}",
        "Base64Bytes": "b'constant'",
        "Inet": "__import__('ipaddress').ip_interface('192.0.2.77')",
        "Cidr": "__import__('ipaddress').ip_network('192.0.2.77')",
        "MacAddress": "'00:00:5e:00:53:77'",
    }
    if annotation.startswith("Literal["):
        return annotation[8:-1].split(",")[-1].strip()
    return known.get(annotation)


def plain_annotation(field: ast.AnnAssign) -> str:
    """The type of a field without its constraints and without null."""
    node = field.annotation
    if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Annotated":
        node = node.slice.elts[0]
    return ast.unparse(node).removesuffix(" | None")


@kind("field not written", "routes")
def not_written(node: ast.AST, module: Module) -> Found:
    if isinstance(node, ast.Assign) and (call := awaited(node, "build_row")):
        model, body, *stamps = map(ast.unparse, call.args)
        stamped = "".join(f", **{each}" for each in stamps)
        for name in classes(module.sibling("schemas"), "CreateRequest"):
            source = f"{model}(**{body}.model_dump(exclude={{{name!r}}}){stamped})"
            yield name, lambda found, source=source: setattr(found, "value", expression(source))
    if isinstance(node, ast.Expr) and (call := awaited(node, "change_row")):
        row, body = map(ast.unparse, call.args)
        for name in classes(module.sibling("schemas"), "UpdateRequest"):
            source = f"[setattr({row}, n, getattr({body}, n)) for n in {body}.model_fields_set - {{{name!r}}}]"
            yield name, lambda found, source=source: setattr(found, "value", expression(source))


@kind("field written with a constant", "routes")
def written_constant(node: ast.AST, module: Module) -> Found:
    for function, suffix in (("build_row", "CreateRequest"), ("change_row", "UpdateRequest")):
        body = getattr(node, "body", None)
        for at, each in enumerate(body if isinstance(body, list) else []):
            if not awaited(each, function):
                continue
            call = awaited(each, function)
            row = ast.unparse(each.targets[0] if isinstance(each, ast.Assign) else call.args[0])
            for name, field in classes(module.sibling("schemas"), suffix).items():
                value = constant(plain_annotation(field))
                if value is not None:
                    added = f"{row}.{name} = {value}"

                    def edit(found: ast.AST, at: int = at, added: str = added) -> None:
                        found.body[at + 1 : at + 1] = statements(added)

                    yield added, edit


@kind("absent fields written", "routes")
def absent_written(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.Expr) and (call := awaited(node, "change_row")):
        row, body = map(ast.unparse, call.args)
        source = f"[setattr({row}, n, getattr({body}, n)) for n in type({body}).model_fields]"
        yield "all fields", lambda found: setattr(found, "value", expression(source))


kind("nothing written", "routes")(removed_statement("change_row", "add"))
kind("commit dropped", "routes")(removed_statement("commit"))
kind("delete that does nothing", "routes")(removed_statement("delete_row"))
kind("flush dropped", "routes")(removed_statement("flush"))
kind("answer not read back", "routes")(removed_statement("refresh_row"))


@kind("commit of an action dropped", "routes")
def action_uncommitted(node: ast.AST, _: Module) -> Found:
    if call_of(node, "run_action"):
        yield "run_action", _without_commit


def _without_commit(found: ast.Call) -> None:
    """Gives the action's runner a session whose commit does nothing."""
    found.args[0] = expression(
        "type('Db', (), {'__getattr__': lambda self, name: getattr(db, name),"
        " 'commit': db.flush})()"
    )


@kind("existence not checked", "routes")
def not_checked(node: ast.AST, _: Module) -> Found:
    if not isinstance(node, ast.AsyncFunctionDef):
        return
    for at, each in enumerate(node.body):
        if not isinstance(each, ast.Assign) or not awaited(each, "get_object_from_query_or_404"):
            continue
        call = awaited(each, "get_object_from_query_or_404")
        row = ast.unparse(each.targets[0])
        given = next(ast.unparse(each.value) for each in call.keywords if each.arg == "parameters")
        source = f"{row} = (await db.scalars({ast.unparse(call.args[1])}, {given})).first()"
        if not node.name.startswith("get_"):
            source += f"\nif {row} is None:\n    return None"

        def edit(found: ast.AST, at: int = at, source: str = source) -> None:
            found.body[at : at + 1] = statements(source)

        yield node.name, edit


kind("several rows of one key", "routes")(
    keyword_removed(("get_object_from_query_or_404",), "sole")
)
kind("key not given", "routes")(keyword_removed(("get_object_from_query_or_404",), "parameters"))


@kind("action not called", "routes")
def not_called(node: ast.AST, _: Module) -> Found:
    if call_of(node, "run_action"):
        yield "None", lambda found: found.args.__setitem__(1, expression("{}"))


@kind("action with another row", "routes")
def another_row(node: ast.AST, _: Module) -> Found:
    call = call_of(node, "run_action")
    if call and call.args[1].args:
        statement = "__import__('sqlalchemy').select(_SELECT.column_descriptions[0]['entity'])"
        for take in ("all()[0]", "all()[-1]"):
            source = f"(await db.scalars({statement})).{take}"
            yield (
                take,
                lambda found, source=source: found.args[1].args.__setitem__(0, expression(source)),
            )


@kind("action without its body or user", "routes")
def without_body(node: ast.AST, _: Module) -> Found:
    call = call_of(node, "run_action")
    for at, each in enumerate(call.args[1].keywords if call else []):
        yield (
            f"{each.arg}=None",
            lambda found, at=at: setattr(found.args[1].keywords[at], "value", expression("None")),
        )
        yield f"no {each.arg}", lambda found, at=at: found.args[1].keywords.pop(at)


@kind("Location", "routes")
def location(node: ast.AST, _: Module) -> Found:
    body = getattr(node, "body", None)
    for at, each in enumerate(body if isinstance(body, list) else []):
        if isinstance(each, ast.Assign) and "Location" in ast.unparse(each.targets[0]):
            yield "dropped", lambda found, at=at: found.body.pop(at)
            yield (
                "constant",
                lambda found, at=at: setattr(found.body[at], "value", expression("'/'")),
            )


kind("error mapping dropped", "routes", "auth")(keyword_removed(("APIRouter",), "route_class"))


@kind("another path or method", "routes", "auth")
def another_path(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.Call) and call_of(node, *VERBS) and node.args:
        if ast.unparse(node.func).split(".")[0] != "router":
            return
        path = node.args[0].value
        yield f"{path}x", lambda found: setattr(found.args[0], "value", f"{path}x")
        verb = "put" if node.func.attr != "put" else "post"
        yield verb, lambda found: setattr(found.func, "attr", verb)
    if call_of(node, "APIRouter"):
        for at, each in enumerate(node.keywords):
            if each.arg == "prefix":
                yield (
                    "prefix",
                    lambda found, at=at: setattr(found.keywords[at].value, "value", "/x"),
                )


@kind("path dropped", "routes")
def path_dropped(node: ast.AST, _: Module) -> Found:
    if isinstance(node, ast.AsyncFunctionDef) and len(node.decorator_list) > 1:
        for at in range(len(node.decorator_list)):
            yield f"decorator {at}", lambda found, at=at: found.decorator_list.pop(at)


kind("documentation", "routes", "auth")(
    keyword_removed((*VERBS, "APIRouter"), "operation_id", "responses", "tags", "include_in_schema")
)


@kind("routers exchanged", "routers")
def routers_exchanged(node: ast.AST, module: Module) -> Found:
    if not isinstance(node, ast.Module):
        return
    places = [at for at, each in enumerate(node.body) if awaited(each, "include_router")]
    for at in places:
        name = ast.unparse(node.body[at].value.args[0])
        yield f"{name} dropped", lambda found, at=at: found.body.pop(at)
        for other in places:
            if other != at:
                replaced = node.body[other].value.args[0]
                yield (
                    f"{name} is {ast.unparse(replaced)}",
                    lambda found, at=at, replaced=replaced: found.body[at].value.args.__setitem__(
                        0, replaced
                    ),
                )
        for place, each in enumerate(node.body[at].value.keywords):
            if each.arg == "prefix":
                yield (
                    f"prefix of {name}",
                    lambda found, at=at, place=place: found.body[at].value.keywords.pop(place),
                )
