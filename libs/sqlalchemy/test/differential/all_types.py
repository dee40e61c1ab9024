"""Writes a module with a column of each type that SQLAlchemy has, with each of some arguments.

    python all_types.py OUT
"""

import importlib
import inspect
import sys

from sqlalchemy import Column, Integer, MetaData, Table
from sqlalchemy.types import TypeEngine

DIALECTS = ["mssql", "mysql", "oracle", "postgresql", "sqlite"]
ARGUMENTS = """
    |()|(10)|(10, 2)|(12, 3, False)|(True)|(timezone=True)|(length=7)|(precision=8)
    |(precision=8, scale=3)|(as_uuid=False)|(asdecimal=False)|(asdecimal=True)|(binary_precision=8)
    |(fsp=3)|('a', 'b')|(display_width=5)|(unsigned=True)|(varying=True)
""".replace("\n    ", "").strip("\n").split("|")
HEADER = f"""\
import sqlalchemy
from sqlalchemy import Column, Integer
from sqlalchemy.dialects import {", ".join(DIALECTS)}
from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


class Row(Base):
    __tablename__ = "rows"
    id = Column(Integer, primary_key=True)
"""


def is_possible(expression, module):
    name = expression.split(".", 1)[0]
    try:
        Table("rows", MetaData(), Column("value", eval(expression, {name: module})))
    except Exception:
        return False
    return True


def columns():
    modules = {"sqlalchemy": importlib.import_module("sqlalchemy")}
    for name in DIALECTS:
        modules[name] = importlib.import_module(f"sqlalchemy.dialects.{name}")
    for name, module in modules.items():
        for type_name, found in sorted(vars(module).items()):
            if not inspect.isclass(found) or not issubclass(found, TypeEngine):
                continue
            for arguments in ARGUMENTS:
                expression = f"{name}.{type_name}{arguments}"
                if is_possible(expression, module):
                    yield expression


with open(sys.argv[1], "w", encoding="utf-8") as file:
    file.write(HEADER)
    for number, expression in enumerate(columns()):
        file.write(f"    column_{number} = Column({expression})\n")
