"""Imports the modules of models, and prints what SQLAlchemy says of them, as `facts.schema.json` has it.

    python facts.py < request.json

The request names the folders to import from, the modules, the folder that paths are relative to, and the types.
What the modules print goes to standard error.
"""

import ast
import collections.abc
import dis
import enum
import importlib
import inspect
import json
import os
import re
import sys
import traceback
import typing

# What facts call the types of SQLAlchemy and of Python, by their names: `column-types.ts` has the rows.
COLUMN_TYPES = {}
PYTHON_TYPES = {}

LISTS = (list, collections.abc.Sequence, collections.abc.MutableSequence)
SETS = (set, frozenset, collections.abc.Set)

CLOCKS = {"now", "utcnow", "today"}
CLOCK_SQL = re.compile(
    r"\(?\s*(?:(?:now|statement_timestamp|clock_timestamp|transaction_timestamp|getdate|sysdate|utc_timestamp)\s*\("
    r"|(?:current_timestamp|current_date|current_time|localtimestamp|now)\b|timezone\s*\(\s*'utc')",
    re.IGNORECASE,
)


class Sources:
    """The files of the project, and where its classes say something in them."""

    def __init__(self, directory, folders):
        self.directory = os.path.realpath(directory)
        self.folders = [os.path.realpath(folder) + os.sep for folder in folders]
        self.trees = {}

    def path(self, module_name):
        """The file of a module, relative to the folder; None for one of Python or a package."""
        file = getattr(sys.modules.get(module_name), "__file__", None)
        if file is None or not file.endswith(".py"):
            return None
        file = os.path.realpath(file)
        inside = any(file.startswith(folder) for folder in self.folders)
        if not inside or "site-packages" in file.split(os.sep):
            return None
        return os.path.relpath(file, self.directory).replace(os.sep, "/")

    def files(self):
        names = [name for name in sys.modules if name != "__main__"]
        return sorted(
            {path for path in map(self.path, names) if path is not None and "/.venv/" not in f"/{path}"}
        )

    def path_of_table(self, table):
        """The variable, or the class, by which modules of the project name a table."""
        if table is None:
            return None
        for name in sorted(sys.modules):
            if name == "__main__" or self.path(name) is None:
                continue
            for attribute, value in vars(sys.modules[name]).items():
                if value is table:
                    return f"{name}.{attribute}"
                if isinstance(value, type) and vars(value).get("__table__") is table:
                    return path_of(value)
        return None

    def statement(self, cls):
        """The statement that made a class, where one did."""
        name = cls.__module__
        if name not in self.trees:
            try:
                self.trees[name] = ast.parse(inspect.getsource(sys.modules[name]))
            except (KeyError, OSError, TypeError, SyntaxError):
                self.trees[name] = ast.Module([], [])
        body, found = self.trees[name].body, None
        for part in cls.__qualname__.split("."):
            nodes = [node for statement in body for node in ast.walk(statement)]
            found = next((n for n in nodes if isinstance(n, ast.ClassDef) and n.name == part), None)
            if found is None:
                return None
            body = found.body
        return found

    def place(self, cls, attribute=None):
        """Where a class, or one of its bases, has an attribute; else where the class is."""
        for base in cls.__mro__ if attribute is not None else ():
            node = member_of(self.statement(base), attribute) if self.path(base.__module__) else None
            if node is not None:
                return self.at(base, node)
        return self.at(cls, self.statement(cls))

    def at(self, cls, node):
        line, column = (1, 0) if node is None else (node.lineno, node.col_offset)
        return {"file": self.path(cls.__module__) or cls.__module__, "line": line, "column": column + 1}

    def docstring(self, cls, attribute):
        """The string below an attribute."""
        for base in cls.__mro__:
            statement = self.statement(base) if self.path(base.__module__) else None
            for node, after in zip(statement.body, statement.body[1:]) if statement else ():
                if attribute in names_of(node) and is_text(after):
                    return after.value.value
        return None


def names_of(node):
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def member_of(statement, name):
    return next((node for node in statement.body if name in names_of(node)), None) if statement else None


def is_text(node):
    return isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str)


def first_paragraph(text):
    """As the API documentation shows it: in one line."""
    paragraph = re.split(r"\n\s*\n", (text or "").strip(), maxsplit=1)[0]
    return " ".join(paragraph.split()) or None


def path_of(cls):
    return f"{cls.__module__}.{cls.__qualname__}"


def python_name(cls):
    return PYTHON_TYPES.get(path_of(cls)) if isinstance(cls, type) else None


class Types:
    """What column types and annotations mean."""

    def __init__(self, place):
        self.place = place

    def unknown(self, reason):
        return {"unknown": reason, "at": self.place}

    def of_column(self, type_, annotation):
        from sqlalchemy.types import TypeDecorator

        stated = None if annotation is None else self.of_annotation(annotation)
        if isinstance(type_, TypeDecorator) and not type(type_).__module__.startswith("sqlalchemy."):
            return self.of_decorator(type_, stated)
        found = self.of_type(type_)
        is_known = stated is not None and "unknown" not in stated
        if "unknown" in found:
            return stated if is_known else found
        if found["name"] == "json" and is_known and stated["name"] not in ("json", "object"):
            return {**found, "holds": stated}
        return found

    def of_decorator(self, type_, stated):
        """What a decorator gives to Python, as it says itself, else as the annotation of the attribute says."""
        from sqlalchemy.types import TypeDecorator

        cls = type(type_)
        if defines(cls, "python_type", TypeDecorator):
            named = python_name(python_type(type_))
            if named is not None:
                return {"name": named}
        if stated is not None and "unknown" not in stated:
            return stated
        if any(defines(cls, name, TypeDecorator) for name in ("load_dialect_impl", "result_processor")):
            return self.unknown(f"{cls.__name__} chooses by the database what it gives")
        conversion = cls.process_result_value
        if not defines(cls, "process_result_value", TypeDecorator):
            return self.of_type(getattr(type_, "impl_instance", type_.impl))
        try:
            result = typing.get_type_hints(conversion).get("return")
        except Exception:
            result = None
        if result is None or result is typing.Any:
            return self.unknown(f"process_result_value of {cls.__name__} has no return annotation")
        return self.of_annotation(result)

    def of_type(self, type_):
        import sqlalchemy
        from sqlalchemy.types import TypeDecorator

        type_ = without_domain(type_)
        name = type(type_).__name__
        names = [base.__name__ for base in type(type_).__mro__]
        if isinstance(type_, TypeDecorator) and not type(type_).__module__.startswith("sqlalchemy."):
            return self.of_decorator(type_, None)
        if isinstance(type_, sqlalchemy.Enum):
            return self.of_enum(type_)
        if isinstance(type_, sqlalchemy.ARRAY):
            items = self.of_type(type_.item_type)
            for _ in range(1, type_.dimensions or 1):
                items = {"name": "list", "items": items}
            return {"name": "list", "items": items}
        for base in names:
            row = COLUMN_TYPES.get(base, {})
            if "items" in row:
                return {"name": row["python"], "items": {"name": row["items"]}}
            if row and ".postgresql." in type(type_).__module__:
                return {"name": row["python"]}
        if isinstance(type_, sqlalchemy.JSON):
            return {"name": "json"}
        if getattr(type_, "as_uuid", None) is not None:
            return {"name": "uuid" if type_.as_uuid else "str"}
        if isinstance(type_, sqlalchemy.Numeric):
            return {"name": "decimal" if type_.asdecimal else "float"}
        named = python_name(python_type(type_))
        return {"name": named} if named else self.unknown(f"the Python type of {name} is not known")

    def of_enum(self, type_):
        stored = [str(value) for value in type_.enums]
        if type_.enum_class is None:
            members = [{"name": value, "value": value} for value in stored]
            return {"name": "enum", "enum": {"class": None, "members": members, "stored": stored}}
        return {"name": "enum", "enum": {**self.enum_class(type_.enum_class), "stored": stored}}

    def enum_class(self, cls):
        members = [{"name": one.name, "value": self.member_value(one)} for one in cls]
        return {"class": path_of(cls), "members": members}

    def member_value(self, member):
        if is_plain(member.value):
            return member.value
        return self.unknown(f"the value of {type(member).__name__}.{member.name} is not a literal")

    def of_annotation(self, hint):
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if hint is typing.Any:
            return {"name": "json"}
        if getattr(hint, "__supertype__", None) is not None:
            return self.of_annotation(hint.__supertype__)
        if hasattr(hint, "__value__"):
            return self.of_annotation(hint.__value__)
        if is_union(origin):
            rest = [arg for arg in args if arg is not type(None)]
            return (
                self.of_annotation(rest[0])
                if len(rest) == 1
                else self.unknown(f"{hint} is not a single type")
            )
        if hasattr(hint, "__metadata__"):
            return self.of_annotation(args[0])
        if origin is typing.Literal:
            values = [str(arg) for arg in args]
            members = [{"name": value, "value": value} for value in values]
            return {"name": "enum", "enum": {"class": None, "members": members, "stored": values}}
        if origin in LISTS or hint in LISTS:
            return self.container("list", args)
        if origin in SETS or hint in SETS:
            return self.container("set", args)
        named = python_name(origin or hint)
        if named:
            return {"name": named}
        if isinstance(hint, type) and issubclass(hint, enum.Enum):
            names = [str(member.name) for member in hint]
            return {"name": "enum", "enum": {**self.enum_class(hint), "stored": names}}
        if isinstance(hint, type):
            return {"name": "object", "class": path_of(hint)}
        return self.unknown(f"{hint} is not a single type")

    def container(self, name, args):
        return {"name": name, "items": self.of_annotation(args[0])} if args else {"name": name}

    def sql(self, type_):
        """How SQLAlchemy calls the type."""
        from sqlalchemy import ARRAY, DateTime, Enum, Time

        found = {"name": sql_name(type_)}
        plain = without_domain(type_)
        item = without_domain(plain.item_type) if isinstance(plain, ARRAY) else plain
        if isinstance(item, (DateTime, Time)):
            found["timezone"] = bool(item.timezone)
        elif type(item).__name__ in ("TSRANGE", "TSTZRANGE"):
            found["timezone"] = type(item).__name__ == "TSTZRANGE"
        if isinstance(plain, Enum):
            found["native"] = bool(plain.native_enum)
        variants = getattr(type_, "_variant_mapping", None) or getattr(type_, "mapping", None)
        if variants and isinstance(variants, collections.abc.Mapping):
            found["variants"] = {str(dialect): sql_name(each) for dialect, each in sorted(variants.items())}
        return found


def defines(cls, name, base):
    """Whether a class, or one between it and a base, defines something."""
    between = cls.__mro__[: cls.__mro__.index(base)]
    return any(name in vars(one) for one in between)


def is_union(origin):
    return (
        origin is typing.Union
        or type(origin).__name__ == "UnionType"
        or getattr(origin, "__name__", "") == "UnionType"
    )


def is_plain(value):
    return value is None or isinstance(value, (str, int, float, bool)) and not isinstance(value, enum.Enum)


def python_type(type_):
    try:
        return type_.python_type
    except Exception:
        return None


def without_domain(type_):
    """The type whose values a domain has, or what SQLAlchemy 1.4 wraps with variants."""
    while type(type_).__name__ in ("DOMAIN", "Variant"):
        type_ = type_.data_type if type(type_).__name__ == "DOMAIN" else type_.impl
    return type_


def sql_name(type_):
    from sqlalchemy.types import TypeDecorator

    cls = type(without_domain(type_))
    dialect = re.match(r"sqlalchemy\.dialects\.(\w+)\.", cls.__module__)
    if dialect:
        return f"{dialect[1]}.{cls.__name__}"
    if cls.__module__.startswith(("sqlalchemy.", "sqlmodel.")) or issubclass(cls, TypeDecorator):
        return cls.__name__
    return path_of(cls)


def size(type_, name):
    try:
        value = getattr(without_domain(type_), name, None)
    except Exception:
        return None
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def default_of(default):
    """What Python, or the database, gives to a column of which no value is said."""
    if default is None:
        return None
    if type(default).__name__ == "Sequence":
        return {"kind": "sequence", "currentTime": False}
    if not hasattr(default, "arg"):
        return {"kind": "fetched", "currentTime": False}
    arg = default.arg
    if getattr(default, "is_scalar", False) or isinstance(arg, str):
        value = arg.value if isinstance(arg, enum.Enum) else arg
        return {"kind": "value", **({"value": value} if is_plain(value) else {}), "currentTime": False}
    if getattr(default, "is_callable", False):
        function = inspect.unwrap(arg)
        return {"kind": "function", "value": function_name(function), "currentTime": tells_time(function)}
    text = str(arg)
    return {"kind": "sql", "value": text, "currentTime": CLOCK_SQL.match(text) is not None}


def function_name(function):
    name = (
        getattr(function, "__qualname__", None)
        or getattr(function, "__name__", None)
        or type(function).__name__
    )
    owner = getattr(function, "__self__", None)
    module = getattr(owner if isinstance(owner, type) else function, "__module__", None)
    return name if module in (None, "builtins") or "<" in name else f"{module}.{name}"


def tells_time(function):
    code = getattr(function, "__code__", None)
    if code is None:
        return getattr(function, "__name__", None) in CLOCKS
    calls = CLOCKS & {*code.co_names}
    return bool(calls) and not any(step.opname.startswith("BINARY_") for step in dis.get_instructions(code))


class Model:
    """The facts of one mapped class."""

    def __init__(self, mapper, sources):
        self.mapper = mapper
        self.cls = mapper.class_
        self.sources = sources
        self.table = mapper.local_table
        try:
            self.hints = typing.get_type_hints(self.cls, include_extras=True)
        except Exception:
            self.hints = {}

    def place(self, attribute=None):
        return self.sources.place(self.cls, attribute)

    def facts(self):
        from sqlalchemy.sql.selectable import Join

        mapper, cls, table = self.mapper, self.cls, self.table
        parent = mapper.inherits
        kind = "concrete" if mapper.concrete else "single" if mapper.single else "joined"
        doc = vars(cls).get("__doc__") or ""
        is_join = isinstance(table, Join)
        name = getattr(table, "name", None)
        return {
            "model": path_of(cls),
            "name": cls.__name__,
            "about": None if doc.startswith(f"{cls.__name__}(") else first_paragraph(doc),
            "at": self.place(),
            "incomplete": [],
            "table": self.unknown(f"{cls.__name__} is not mapped to a table") if name is None else str(name),
            "schema": getattr(table, "schema", None),
            "view": bool(getattr(table, "info", {}).get("is_view")),
            "inheritance": None if parent is None else {"kind": kind, "parent": path_of(parent.class_)},
            "primaryKey": self.primary_key(),
            "columns": [self.column(prop) for prop in self.column_properties()],
            "uniques": self.uniques(),
            **self.partial_uniques(),
            "indexes": self.indexes(),
            "checks": self.checks(),
            "relationships": [self.relationship(prop) for prop in mapper.relationships],
            "versionCounter": self.version_counter(),
            **self.discriminator(),
            **self.union(),
            **({"join": True} if is_join else {}),
            "properties": self.properties(),
            "parameters": self.parameters(),
        }

    def unknown(self, reason):
        return {"unknown": reason, "at": self.place()}

    def key(self, column):
        return self.mapper.get_property_by_column(column).key

    def column_properties(self):
        from sqlalchemy import Column

        props = [prop for prop in self.mapper.column_attrs if not prop.key.startswith("_sa_")]
        return [prop for prop in props if isinstance(prop.columns[0], Column)]

    def primary_key(self):
        try:
            return [self.key(column) for column in self.mapper.primary_key]
        except Exception:
            return self.unknown("an attribute of the primary key is not mapped")

    def version_counter(self):
        column = self.mapper.version_id_col
        if column is None:
            return None
        try:
            return self.key(column)
        except Exception:
            return self.unknown("the version counter is not mapped")

    def column(self, prop):
        from sqlalchemy import Computed, Identity

        column, place = prop.columns[0], self.place(prop.key)
        types = Types(place)
        table, server = column.table, column.server_default
        computed, identity = column.computed, column.identity
        own = None if isinstance(server, (Computed, Identity)) else server
        update = column.server_onupdate
        update = None if isinstance(update, Computed) else update
        about = column.doc or column.comment or self.sources.docstring(self.cls, prop.key)
        return {
            "attribute": prop.key,
            "column": str(column.name),
            "table": str(getattr(table, "name", "")),
            "type": types.of_column(column.type, self.annotation(prop.key)),
            "sqlType": types.sql(column.type),
            "written": repr(column.type),
            "nullable": bool(column.nullable),
            "length": size(column.type, "length"),
            "precision": size(column.type, "precision"),
            "scale": size(column.type, "scale"),
            "primaryKey": bool(column.primary_key),
            "autoincrement": bool(
                column.primary_key and getattr(table, "autoincrement_column", None) is column
            ),
            "unique": [str(column.name)] in [one["columns"] for one in uniques_of(table, place)],
            "foreignKeys": sorted(
                (self.foreign_key(key, place) for key in column.foreign_keys), key=lambda one: one["target"]
            ),
            "default": default_of(column.default),
            "onUpdate": default_of(column.onupdate),
            "serverDefault": default_of(own),
            "serverOnUpdate": default_of(update),
            "computed": None
            if computed is None
            else {"sql": str(computed.sqltext)},
            "identity": None if identity is None else {"always": bool(identity.always)},
            "deferred": bool(prop.deferred),
            "about": first_paragraph(about),
            "at": place,
        }

    def annotation(self, attribute):
        hint = self.hints.get(attribute)
        return typing.get_args(hint)[0] if is_mapped(hint) else None

    def foreign_key(self, key, place):
        try:
            target = f"{key.column.table.fullname}.{key.column.name}"
        except Exception:
            target = key.target_fullname
        return {"target": target, "onDelete": key.ondelete, "onUpdate": key.onupdate, "at": place}

    def uniques(self):
        return [one for one in uniques_of(self.table, self.place()) if self.maps(one["columns"])]

    def partial_uniques(self):
        found = []
        for index in getattr(self.table, "indexes", ()):
            columns = [column_name(one) for one in index.expressions]
            if index.unique and is_partial(index) and None not in columns and self.maps(columns):
                where = index.dialect_options["postgresql"].get("where")
                said = self.unknown("the condition of PostgreSQL is not known") if where is None else self.sql(where)
                found.append({"columns": columns, "where": said, "at": self.place()})
        return {"partialUniques": sorted(found, key=lambda one: one["columns"])} if found else {}

    def maps(self, columns):
        """Whether the class has these columns, of which other classes of its table may have more."""
        return {*columns} <= {str(column.name) for column in self.mapper.columns}

    def indexes(self):
        found = []
        for index in getattr(self.table, "indexes", ()):
            if index.unique or is_partial(index):
                continue
            names = []
            for one in index.expressions:
                name = column_name(one)
                if name is None:
                    break
                names.append(name)
            if self.maps(names):
                found.append({"columns": names, "at": self.place()})
        return sorted(found, key=lambda one: one["columns"])

    def checks(self):
        from sqlalchemy import CheckConstraint

        found = []
        for table in self.mapper.tables:
            own = [constraint for column in table.columns for constraint in column.constraints]
            for constraint in [*own, *getattr(table, "constraints", ())]:
                # Types make their own: of enums, say, that are no type of the database.
                if isinstance(constraint, CheckConstraint) and not constraint._type_bound:
                    sql = self.sql(constraint.sqltext)
                    found.append({"sql": sql, "table": str(table.name), "at": self.place()})
        return sorted(found, key=lambda one: (one["table"], str(one["sql"])))

    def sql(self, condition):
        if hasattr(condition, "text"):
            return condition.text
        try:
            options = {"literal_binds": True, "include_table": False}
            return str(condition.compile(compile_kwargs=options))
        except Exception:
            return self.unknown("the SQL of a check cannot be written")

    def relationship(self, prop):
        secondary = prop.secondary
        return {
            "attribute": prop.key,
            "target": path_of(prop.mapper.class_),
            "many": bool(prop.uselist),
            "secondary": None if secondary is None else str(getattr(secondary, "fullname", secondary)),
            **self.joined_by(prop),
            **({"postUpdate": True} if prop.post_update else {}),
            **({"lazy": prop.lazy} if prop.lazy in ("joined", "selectin", "subquery") else {}),
            **({"cascades": True} if prop.cascade.delete else {}),
            "at": self.place(prop.key),
        }

    def joined_by(self, prop):
        """What the relationship itself says of its join."""
        found = {}
        through = self.sources.path_of_table(prop.secondary)
        if through is not None:
            found["through"] = through
        # SQLAlchemy hands the join of a relationship on to the one that its backref makes.
        other = prop.mapper.attrs.get(prop.back_populates or "")
        made_by = getattr(other, "backref", None)
        if made_by and (made_by if isinstance(made_by, str) else made_by[0]) == prop.key:
            prop = other
        said = getattr(prop, "_init_args", None)

        def argument(name):
            return getattr(getattr(said, name, None), "argument", None)

        if argument("foreign_keys") is not None:
            keys = prop._user_defined_foreign_keys
            found["foreignKeys"] = sorted(str(column.name) for column in keys)
        if argument("primaryjoin") is not None or argument("secondaryjoin") is not None:
            found["ownJoin"] = True
        return found

    def discriminator(self):
        from sqlalchemy import Table

        column = self.mapper.polymorphic_on
        is_own = isinstance(getattr(column, "table", None), Table)
        if not is_own or self.mapper.polymorphic_identity is None:
            return {}
        return {"discriminator": self.key(column)}

    def union(self):
        names = [base.__name__ for base in self.cls.__mro__ if base.__module__.startswith("sqlalchemy.")]
        if "AbstractConcreteBase" in [base.__name__ for base in self.cls.__bases__]:
            return {"union": "AbstractConcreteBase"}
        is_concrete = "ConcreteBase" in names and "AbstractConcreteBase" not in names
        return {"union": "ConcreteBase"} if is_concrete else {}

    def properties(self):
        from sqlalchemy import Column
        from sqlalchemy.orm import ColumnProperty, CompositeProperty, SynonymProperty

        found = []
        for prop in self.mapper.attrs:
            place = self.place(prop.key)
            if isinstance(prop, SynonymProperty):
                found.append({"attribute": prop.key, "kind": "synonym", "of": prop.name, "at": place})
            elif isinstance(prop, CompositeProperty):
                found.append({"attribute": prop.key, "kind": "composite", "at": place})
            elif isinstance(prop, ColumnProperty) and not isinstance(prop.columns[0], Column):
                if not prop.key.startswith("_sa_"):
                    one = {"attribute": prop.key, "kind": "column_property", "at": place}
                    found.append({**one, "query": True} if has_query(prop.columns[0]) else one)
        kinds = {"HYBRID_PROPERTY": "hybrid", "ASSOCIATION_PROXY": "association_proxy"}
        for name, one in self.mapper.all_orm_descriptors.items():
            kind = kinds.get(getattr(getattr(one, "extension_type", None), "name", None))
            if kind:
                found.append({"attribute": str(name), "kind": kind, "at": self.place(str(name))})
        return found

    def parameters(self):
        made = vars(self.cls).get("__dataclass_params__")
        if made is None:
            return None
        if member_of(self.sources.statement(self.cls), "__init__"):
            return self.unknown(f"{self.cls.__name__} has its own constructor")
        if not made.init:
            return None
        parameters = [*inspect.signature(self.cls.__init__).parameters.values()][1:]
        return [
            {"attribute": one.name, "required": one.default is one.empty, "at": self.place(one.name)}
            for one in parameters
        ]


def has_query(expression):
    """Whether SQL has a SELECT of its own."""
    from sqlalchemy.sql import visitors
    from sqlalchemy.sql.selectable import SelectBase

    return any(isinstance(each, SelectBase) for each in visitors.iterate(expression))


def is_mapped(hint):
    return getattr(typing.get_origin(hint), "__name__", None) in ("Mapped", "MappedColumn") and bool(
        typing.get_args(hint)
    )


def column_name(expression):
    from sqlalchemy import Column

    # `desc(column)`
    plain = getattr(expression, "element", expression)
    return str(plain.name) if isinstance(plain, Column) else None


def is_partial(index):
    return any(index.dialect_options[name].get("where") is not None for name in ("postgresql", "sqlite"))


def uniques_of(table, place):
    from sqlalchemy import UniqueConstraint

    found = []

    for constraint in getattr(table, "constraints", ()):
        if isinstance(constraint, UniqueConstraint):
            found.append(([str(column.name) for column in constraint.columns], constraint.deferrable))
    for index in getattr(table, "indexes", ()):
        columns = [column_name(one) for one in index.expressions]
        if index.unique and not is_partial(index) and None not in columns:
            found.append((columns, None))
    return [
        {"columns": columns, **({"deferrable": True} if deferrable else {}), "at": place}
        for columns, deferrable in sorted(found, key=lambda one: one[0])
    ]


def import_all(names):
    """Imports modules; returns why some of them cannot be."""
    failed = []
    for name in names:
        try:
            importlib.import_module(name)
        except BaseException as error:  # Also an exit: the module is then no module of models.
            frames = traceback.extract_tb(error.__traceback__)
            own = [
                frame for frame in frames if "importlib" not in frame.filename and frame.filename != __file__
            ]
            at = own[-1] if own else None
            failed.append(
                {
                    "module": name,
                    "message": f"{type(error).__name__}: {error}".splitlines()[0],
                    "file": at and at.filename,
                    "line": at and at.lineno,
                }
            )
    return failed


def all_mappers():
    from sqlalchemy.orm import mapperlib

    return [mapper for registry in mapperlib._all_registries() for mapper in registry.mappers]


def names_in(sources, models):
    """Other names of the models: those by which modules of the project import them."""
    found = {}
    for name in sorted(sys.modules):
        if name == "__main__" or sources.path(name) is None:
            continue
        for attribute, value in vars(sys.modules[name]).items():
            path = f"{name}.{attribute}"
            if isinstance(value, type) and path_of(value) in models and path != path_of(value):
                found[path] = path_of(value)
    return found


def answer(request):
    sys.path[:0] = request["folders"]
    COLUMN_TYPES.update(request["types"]["columns"])
    PYTHON_TYPES.update(request["types"]["python"])
    failed = import_all(request["modules"])
    if failed:
        return {"failed": failed}
    import sqlalchemy
    from sqlalchemy.orm import configure_mappers

    try:
        configure_mappers()
    except Exception as error:
        return {"unconfigured": f"{type(error).__name__}: {error}".splitlines()[0]}
    sources = Sources(request["directory"], request["folders"])
    own = [
        mapper
        for mapper in all_mappers()
        if sources.path(mapper.class_.__module__) and "<" not in mapper.class_.__qualname__
    ]
    models = [Model(mapper, sources).facts() for mapper in own]
    models.sort(key=lambda one: (one["at"]["file"], one["at"]["line"], one["model"]))
    return {
        "sqlalchemy": sqlalchemy.__version__,
        "files": sources.files(),
        "names": names_in(sources, {model["model"] for model in models}),
        "models": models,
    }


def main():
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    json.dump(answer(json.load(sys.stdin)), out)
    out.flush()
    sys.stderr.flush()
    # Modules may leave threads behind.
    os._exit(0)


main()
