"""Imports modules and prints what SQLAlchemy says of their mapped classes, as JSON.

    python inspect_models.py OUT MODULE…      a module `package.*` is all of a package

What cannot be imported is left out, and listed.
"""

import importlib
import inspect
import json
import os
import pkgutil
import re
import sys
import traceback
import warnings

warnings.simplefilter("ignore")


def import_all(names):
    failed = {}

    def attempt(name):
        try:
            return importlib.import_module(name)
        except BaseException as error:  # noqa: BLE001
            failed[name] = f"{type(error).__name__}: {error}"[:200]
            return None

    for name in names:
        if not name.endswith(".*"):
            attempt(name)
            continue
        package = attempt(name[:-2])
        for found in pkgutil.walk_packages(
            getattr(package, "__path__", []), name[:-1], onerror=lambda _: None
        ):
            parts = found.name.split(".")
            if not {"migrations", "alembic", "tests", "test", "__main__"} & set(parts):
                attempt(found.name)
    return failed


def all_mappers():
    from sqlalchemy.orm import mapperlib

    try:
        registries = mapperlib._all_registries()
    except AttributeError:
        return []
    found = [mapper for registry in registries for mapper in registry.mappers]
    return sorted(found, key=lambda m: (m.class_.__module__, m.class_.__qualname__))


def python_type(type_):
    try:
        found = type_.python_type
    except BaseException:  # noqa: BLE001
        return None
    return getattr(found, "__name__", None) and f"{found.__module__}.{found.__qualname__}"


def plain_number(value):
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def uniques_of(table):
    from sqlalchemy import Column, UniqueConstraint

    found = []
    for constraint in getattr(table, "constraints", ()):
        if isinstance(constraint, UniqueConstraint):
            found.append([column.name for column in constraint.columns])
    for index in getattr(table, "indexes", ()):
        partial = any(
            options.get("where") is not None
            for options in (index.dialect_options[name] for name in ("postgresql", "sqlite"))
        )
        parts = [getattr(one, "element", one) for one in index.expressions]
        plain = all(isinstance(one, Column) for one in parts)
        if index.unique and not partial and plain:
            found.append([column.name for column in index.columns])
    return found


def autoincrement_of(table):
    name = "autoincrement_column" if hasattr(table, "autoincrement_column") else "_autoincrement_column"
    return getattr(table, name, None)


SOURCES = {}


def has_statement(cls):
    """Whether a class statement in the source made the class, rather than a call."""
    if not hasattr(cls, "_sa_registry"):
        return False  # mapped imperatively
    module = sys.modules.get(cls.__module__)
    if cls.__module__ not in SOURCES:
        try:
            SOURCES[cls.__module__] = inspect.getsource(module)
        except BaseException:  # noqa: BLE001
            SOURCES[cls.__module__] = ""
    return re.search(rf"^class\s+{cls.__name__}\b", SOURCES[cls.__module__], re.MULTILINE) is not None


def without_domain(type_):
    """The type whose values a domain has."""
    while type(type_).__name__ == "DOMAIN":
        type_ = type_.data_type
    return type_


def describe_column(column, prop):
    from sqlalchemy import Computed, Enum, Identity
    from sqlalchemy.types import TypeDecorator

    type_ = column.type
    if type(type_).__name__ == "Variant":
        type_ = type_.impl  # SQLAlchemy 1.4 wraps a type that has variants
    type_ = without_domain(type_)
    item = without_domain(getattr(type_, "item_type", type_))
    server = column.server_default
    own_server = server is not None and not isinstance(server, (Computed, Identity))
    update = column.server_onupdate
    table = column.table
    enum = type_ if isinstance(type_, Enum) else None
    try:
        length = plain_number(getattr(type_, "length", None))
    except BaseException:  # noqa: BLE001
        length = None
    return {
        "attribute": prop.key,
        "column": str(column.name),
        "table": getattr(table, "name", None),
        "python": python_type(type_),
        "sql": type(type_).__name__,
        "decorator": isinstance(type_, TypeDecorator),
        "null": type(type_).__name__ == "NullType",
        "nullable": bool(column.nullable),
        "length": length,
        "precision": plain_number(getattr(type_, "precision", None)),
        "scale": plain_number(getattr(type_, "scale", None)),
        "timezone": bool(
            getattr(item, "timezone", type(type_).__name__ == "TSTZRANGE")
        ),
        "items": python_type(item) if type(type_).__name__ == "ARRAY" else None,
        "enum": [str(value) for value in enum.enums] if enum is not None else None,
        "native": bool(enum is not None and enum.native_enum),
        "enumClass": bool(enum is not None and enum.enum_class is not None),
        "primaryKey": bool(column.primary_key),
        "autoincrement": autoincrement_of(table) is column,
        "unique": [column.name] in uniques_of(table),
        "foreignKeys": sorted(target_of(key) for key in column.foreign_keys),
        "onDelete": sorted(key.ondelete or "" for key in column.foreign_keys),
        "default": kind_of_default(column.default),
        "onUpdate": column.onupdate is not None,
        "serverDefault": own_server,
        "serverOnUpdate": update is not None and not isinstance(update, Computed),
        "computed": column.computed is not None,
        "identity": None if column.identity is None else bool(column.identity.always),
        "deferred": bool(prop.deferred),
    }


def target_of(key):
    """The column that a foreign key leads to; as it is written where its table is not there."""
    try:
        column = key.column
    except BaseException:  # noqa: BLE001
        return key.target_fullname
    return f"{column.table.fullname}.{column.name}"


def kind_of_default(default):
    if default is None:
        return None
    for kind in ("scalar", "callable", "sequence", "clause_element"):
        if getattr(default, f"is_{kind}", False):
            return kind
    return "other"


def parameters_of(cls):
    """What a dataclass that SQLAlchemy makes takes, and whether it has to be given."""
    made = vars(cls).get("__dataclass_params__")
    if made is None or not made.init:
        return None
    parameters = [*inspect.signature(cls.__init__).parameters.values()][1:]
    return sorted([one.name, one.default is one.empty] for one in parameters)


def describe(mapper, configured):
    from sqlalchemy import Column
    from sqlalchemy.orm import ColumnProperty, CompositeProperty, RelationshipProperty
    from sqlalchemy.orm import SynonymProperty

    columns, others, relationships = [], [], []
    for prop in mapper._props.values() if not configured else mapper.attrs:
        if prop.key.startswith("_sa_"):
            continue  # SQLAlchemy makes it for itself, of a polymorphic_on that is no column
        if isinstance(prop, ColumnProperty):
            if isinstance(prop.columns[0], Column):
                columns.append(describe_column(prop.columns[0], prop))
            else:
                others.append([prop.key, "column_property"])
        elif isinstance(prop, RelationshipProperty):
            if configured:
                relationships.append(
                    {
                        "attribute": prop.key,
                        "target": f"{prop.mapper.class_.__module__}.{prop.mapper.class_.__qualname__}",
                        "many": bool(prop.uselist),
                        "secondary": None if prop.secondary is None else str(getattr(prop.secondary, "fullname", "?")),
                    }
                )
        elif isinstance(prop, SynonymProperty):
            others.append([prop.key, "synonym"])
        elif isinstance(prop, CompositeProperty):
            others.append([prop.key, "composite"])
    for name, found in mapper.all_orm_descriptors.items():
        if getattr(getattr(found, "extension_type", None), "name", None) == "HYBRID_PROPERTY":
            others.append([str(name), "hybrid"])
    table = mapper.local_table
    key = []
    for column in mapper.primary_key:
        try:
            key.append(mapper.get_property_by_column(column).key)
        except BaseException:  # noqa: BLE001
            key.append(None)
    version = mapper.version_id_col
    parent = mapper.inherits
    return {
        "module": mapper.class_.__module__,
        "name": mapper.class_.__qualname__,
        "statement": has_statement(mapper.class_),
        "table": getattr(table, "name", None),
        "schema": getattr(table, "schema", None),
        "view": bool(getattr(table, "info", {}).get("is_view")),
        "inheritance": None
        if parent is None
        else "concrete" if mapper.concrete else "single" if mapper.single else "joined",
        "primaryKey": key,
        "uniques": sorted(sorted(one) for one in uniques_of(table)),
        "versionCounter": None
        if version is None
        else mapper.get_property_by_column(version).key,
        "columns": columns,
        "relationships": relationships if configured else None,
        "others": sorted(others),
        "parameters": parameters_of(mapper.class_),
    }


def main():
    out, *names = sys.argv[1:]
    failed = import_all(names)
    import sqlalchemy
    from sqlalchemy.orm import configure_mappers

    try:
        configure_mappers()
        configured, problem = True, None
    except BaseException as error:  # noqa: BLE001
        configured, problem = False, f"{type(error).__name__}: {error}"
    models, broken = [], {}
    for mapper in all_mappers():
        try:
            models.append(describe(mapper, configured))
        except BaseException:  # noqa: BLE001
            broken[f"{mapper.class_.__module__}.{mapper.class_.__qualname__}"] = traceback.format_exc()[-300:]
    result = {
        "sqlalchemy": sqlalchemy.__version__,
        "models": models,
        "failed": failed,
        "broken": broken,
        "configured": problem,
    }
    with open(out, "w", encoding="utf-8") as file:
        json.dump(result, file)
    # Some packages leave threads behind.
    sys.stdout.flush()
    os._exit(0)


main()
