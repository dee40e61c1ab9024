from sqlalchemy import Computed, ForeignKey, join
from sqlalchemy.ext.declarative import ConcreteBase
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship


class Base(DeclarativeBase):
    pass


class Slug(Base):
    __tablename__ = "slugs"

    slug: Mapped[str] = mapped_column(Computed("lower(name)"), primary_key=True)
    name: Mapped[str]


class Page(Base):
    __tablename__ = "pages"

    id: Mapped[int] = mapped_column(primary_key=True)
    cover_id: Mapped[int | None] = mapped_column(ForeignKey("pages.id"))
    cover: Mapped["Page | None"] = relationship(post_update=True)


class Line(Base):
    __tablename__ = "lines"

    id: Mapped[int] = mapped_column(primary_key=True)
    page_id: Mapped[int] = mapped_column(ForeignKey("pages.id"))
    page: Mapped["Page"] = relationship(lazy="subquery")


class PageLine(Base):
    __table__ = join(Page.__table__, Line.__table__)


class Employee(ConcreteBase, Base):
    __tablename__ = "employees"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


class Team(Base):
    __tablename__ = "teams"

    id: Mapped[int] = mapped_column(primary_key=True)
    people: Mapped[list["Person"]] = relationship(lazy="joined")


class Person(Base):
    __tablename__ = "people"
    __mapper_args__ = {"polymorphic_on": "kind", "polymorphic_identity": "person"}

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    team_id: Mapped[int] = mapped_column(ForeignKey("teams.id"))
    team: Mapped["Team"] = relationship(lazy="selectin", viewonly=True)


class Captain(Person):
    __mapper_args__ = {"polymorphic_identity": "captain"}

    since: Mapped[int | None]
