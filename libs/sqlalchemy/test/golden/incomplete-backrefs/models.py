import os

from sqlalchemy import ForeignKey
from sqlalchemy.orm import DeclarativeBase, Mapped, backref, mapped_column, relationship


class Base(DeclarativeBase):
    id: Mapped[int] = mapped_column(primary_key=True)


class Author(Base):
    """Its backrefs have names that are not in the source."""

    __tablename__ = "authors"


class Article(Base):
    __tablename__ = "articles"
    author_id: Mapped[int] = mapped_column(ForeignKey("authors.id"))
    author = relationship("Author", backref=os.environ.get("NAME_OF_ARTICLES", "articles"))


class Publisher(Base):
    """Only the options of the relationship make the backref."""

    __tablename__ = "publishers"


def options(name):
    made = {}
    with open(os.devnull) as file:
        made[file.read() or "backref"] = name
    return made


class Magazine(Base):
    __tablename__ = "magazines"
    publisher_id: Mapped[int] = mapped_column(ForeignKey("publishers.id"))
    publisher = relationship("Publisher", **options("magazines"))


class Printer(Base):
    """The relationship may not be there."""

    __tablename__ = "printers"


class Order(Base):
    __tablename__ = "orders"
    printer_id: Mapped[int] = mapped_column(ForeignKey("printers.id"))
    if "NO_ORDERS" not in os.environ:
        printer = relationship("Printer", backref="orders")


class Reader(Base):
    """The function that makes the relationship is not read."""

    __tablename__ = "readers"


def owned_by(target, name):
    with open(os.devnull) as file:
        return relationship(target, backref=file.read() or name)


class Letter(Base):
    __tablename__ = "letters"
    reader_id: Mapped[int] = mapped_column(ForeignKey("readers.id"))
    reader = owned_by("Reader", "letters")


class Editor(Base):
    """An expression names the class."""

    __tablename__ = "editors"


class Note(Base):
    __tablename__ = "notes"
    editor_id: Mapped[int] = mapped_column(ForeignKey("editors.id"))
    editor = relationship(eval("Editor"), backref="notes")


class Shelf(Base):
    """These backrefs are read, so nothing is missing."""

    __tablename__ = "shelves"


class Book(Base):
    __tablename__ = "books"
    shelf_id: Mapped[int] = mapped_column(ForeignKey("shelves.id"))
    shelf = relationship("Shelf", backref=backref(name="books", lazy="dynamic"))


class Box(Base):
    __tablename__ = "boxes"
    shelf_id: Mapped[int] = mapped_column(ForeignKey("shelves.id"))
    shelf = relationship("Shelf", **{"backref": "boxes"})
