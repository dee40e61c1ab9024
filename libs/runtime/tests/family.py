"""Mapped classes that have all that a unit of work minds."""

import datetime
from decimal import Decimal
from typing import Any, cast

from sqlalchemy import (
    FetchedValue,
    ForeignKey,
    ForeignKeyConstraint,
    Numeric,
    Text,
    func,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.ext.mutable import MutableDict
from sqlalchemy.orm import (
    DynamicMapped,
    Mapped,
    Synonym,
    WriteOnlyMapped,
    attribute_keyed_dict,
    mapped_column,
    relationship,
    synonym,
    validates,
)

from .models import Base


class House(Base):
    """A row with children of each kind, a version counter and rules of its own."""

    __tablename__ = "houses"

    id: Mapped[int] = mapped_column(primary_key=True)
    version: Mapped[int] = mapped_column()
    name: Mapped[str] = mapped_column(Text)
    price: Mapped[Decimal | None] = mapped_column(Numeric(10, 2))
    rank: Mapped[int] = mapped_column(default=0)
    plan: Mapped[str | None] = mapped_column(Text, deferred=True)
    rooms_: Mapped[dict[str, Any] | None] = mapped_column("rooms", JSONB)
    built: Mapped[datetime.datetime] = mapped_column(server_default=func.now())
    touched: Mapped[int | None] = mapped_column(server_onupdate=FetchedValue())
    street_name: Mapped[str | None]
    heating: Mapped[str | None] = mapped_column(default="gas")
    roof: Mapped[str | None] = mapped_column(server_default="tiles")

    __mapper_args__ = {  # noqa: RUF012
        "version_id_col": version,
        "eager_defaults": True,
    }

    street: Synonym[str | None] = synonym("street_name")

    # Eager, of both sorts, and without a cascade.
    windows: Mapped[list["Window"]] = relationship(lazy="joined")
    chimney: Mapped["Chimney | None"] = relationship(lazy="selectin")
    # With one, which reaches rows with children of their own.
    floors: Mapped[list["Floor"]] = relationship(cascade="all, delete-orphan")
    # Left to the database.
    plants: Mapped[list["Plant"]] = relationship(passive_deletes=True)
    guests: WriteOnlyMapped["Guest"] = relationship(passive_deletes="all")

    @hybrid_property
    def title(self) -> str:
        """The name, as an attribute that is no column."""
        return self.name

    @title.inplace.setter
    def _set_title(self, value: str) -> None:
        self.name = value

    @validates("name")
    def check_name(self, _: str, value: str) -> str:
        """Refuses one name."""
        if value == "ruin":
            raise ValueError("A house is no ruin")
        return value.strip()


class Window(Base):
    """A child that must have its parent."""

    __tablename__ = "windows"

    id: Mapped[int] = mapped_column(primary_key=True)
    house_id: Mapped[int] = mapped_column(ForeignKey(House.id))


class Chimney(Base):
    """A child that may lose its parent, were it not for its foreign key."""

    __tablename__ = "chimneys"

    id: Mapped[int] = mapped_column(primary_key=True)
    house_id: Mapped[int | None] = mapped_column(ForeignKey(House.id))


class Floor(Base):
    """A child whose key holds its parent's."""

    __tablename__ = "floors"

    house_id: Mapped[int] = mapped_column(ForeignKey(House.id), primary_key=True)
    level: Mapped[int] = mapped_column(primary_key=True)

    lamps: Mapped[list["Lamp"]] = relationship()


class Lamp(Base):
    """A grandchild, of a key of two columns."""

    __tablename__ = "lamps"
    __table_args__ = (
        ForeignKeyConstraint(
            ["house_id", "level"], ["floors.house_id", "floors.level"]
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    house_id: Mapped[int | None]
    level: Mapped[int | None]


class Plant(Base):
    """A child that the database deletes."""

    __tablename__ = "plants"

    id: Mapped[int] = mapped_column(primary_key=True)
    house_id: Mapped[int | None] = mapped_column(
        ForeignKey(House.id, ondelete="CASCADE")
    )


class Resident(Base):
    """A base class whose subclasses share its table."""

    __tablename__ = "residents"
    __mapper_args__ = {  # noqa: RUF012
        "polymorphic_on": "kind",
        "polymorphic_identity": "resident",
    }

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]


class Tenant(Resident):
    """A single-table subclass."""

    __mapper_args__ = {"polymorphic_identity": "tenant"}  # noqa: RUF012

    rent: Mapped[int | None]


class Club(Base):
    """A row whose members are loaded with it, as rows of their superclass."""

    __tablename__ = "clubs"

    id: Mapped[int] = mapped_column(primary_key=True)
    members: Mapped[list["Member"]] = relationship(lazy="joined", viewonly=True)


class Member(Base):
    """A row that brings its club along."""

    __tablename__ = "members"
    __mapper_args__ = {  # noqa: RUF012
        "polymorphic_on": "kind",
        "polymorphic_identity": "member",
    }

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    club_id: Mapped[int] = mapped_column(ForeignKey(Club.id))
    club: Mapped[Club] = relationship(lazy="selectin")


class Captain(Member):
    """A single-table subclass, which its club loads without its own column."""

    __mapper_args__ = {"polymorphic_identity": "captain"}  # noqa: RUF012

    since: Mapped[int | None]
    speech: Mapped[str | None] = mapped_column(Text, deferred=True)


class Pet(Base):
    """A row that refers to a resident of any class."""

    __tablename__ = "pets"

    id: Mapped[int] = mapped_column(primary_key=True)
    resident_id: Mapped[int] = mapped_column(ForeignKey(Resident.id))


class Desk(Base):
    """A row of a composite key, of which an API may know one part only."""

    __tablename__ = "desks"

    room: Mapped[int] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    note: Mapped[str | None]


class Guest(Base):
    """A child of a collection that is never loaded."""

    __tablename__ = "guests"

    id: Mapped[int] = mapped_column(primary_key=True)
    house_id: Mapped[int | None] = mapped_column(ForeignKey(House.id))


class Garden(Base):
    """A row whose children would be set to NULL, whatever is done."""

    __tablename__ = "gardens"

    id: Mapped[int] = mapped_column(primary_key=True)
    beds: DynamicMapped["Bed"] = relationship()


class Bed(Base):
    """A child of such a row."""

    __tablename__ = "beds"

    id: Mapped[int] = mapped_column(primary_key=True)
    garden_id: Mapped[int | None] = mapped_column(ForeignKey(Garden.id))


class Vine(Base):
    """A row of a tree whose relationships are all loaded with it."""

    __tablename__ = "vines"

    id: Mapped[int] = mapped_column(primary_key=True)
    length: Mapped[int] = mapped_column(default=0)
    parent_id: Mapped[int | None] = mapped_column(ForeignKey("vines.id"))

    parent: Mapped["Vine | None"] = relationship(
        remote_side="Vine.id", lazy="joined", join_depth=1
    )
    shoots: Mapped[set["Vine"]] = relationship(
        lazy="selectin", cascade="all", join_depth=1, overlaps="parent"
    )
    shoots_by_id: Mapped[dict[int, "Vine"]] = relationship(
        collection_class=attribute_keyed_dict("id"),
        lazy="selectin",
        join_depth=1,
        overlaps="parent, shoots",
    )


class Branch(Base):
    """A row of a tree; nothing keeps it from being its own parent."""

    __tablename__ = "branches"

    id: Mapped[int] = mapped_column(primary_key=True)
    parent_id: Mapped[int | None] = mapped_column(ForeignKey("branches.id"))
    leaves_: Mapped[dict[str, Any] | None] = mapped_column(
        "leaves", MutableDict.as_mutable(JSONB)
    )

    parent: Mapped["Branch | None"] = relationship(remote_side="Branch.id")
    branches: Mapped[list["Branch"]] = relationship(
        cascade="all, delete-orphan", single_parent=True, overlaps="parent"
    )

    @validates("leaves_")
    def check_leaves(self, _: str, value: object) -> object:
        """Refuses what is neither leaves nor their absence."""
        assert value is None or "sick" not in cast("dict[str, Any]", value)
        return value


class Fence(Base):
    """A row whose children SQLAlchemy would change before a delete."""

    __tablename__ = "fences"

    id: Mapped[int] = mapped_column(primary_key=True)
    posts: Mapped[list["Post"]] = relationship(post_update=True)
    rails: Mapped[list["Rail"]] = relationship(post_update=True, cascade="all")
    gates: Mapped[list["Gate"]] = relationship(post_update=True)


class Post(Base):
    """A child whose key holds its parent's."""

    __tablename__ = "posts"

    fence_id: Mapped[int] = mapped_column(ForeignKey(Fence.id), primary_key=True)


class Rail(Base):
    """Another one, which is deleted with its parent."""

    __tablename__ = "rails"

    fence_id: Mapped[int] = mapped_column(
        ForeignKey(Fence.id, ondelete="CASCADE"), primary_key=True
    )

    # With `post_update`, SQLAlchemy deletes the parent first, and the database the row.
    __mapper_args__ = {"confirm_deleted_rows": False}  # noqa: RUF012


class Gate(Base):
    """A child that loses its parent."""

    __tablename__ = "gates"

    id: Mapped[int] = mapped_column(primary_key=True)
    fence_id: Mapped[int | None] = mapped_column(ForeignKey(Fence.id))


class Portal(Gate):
    """A joined subclass whose key has an attribute of its own."""

    __tablename__ = "portals"

    portal_id: Mapped[int] = mapped_column(ForeignKey(Gate.id), primary_key=True)


class Vehicle(Base):
    """A row whose subclass has a table of its own."""

    __tablename__ = "vehicles"
    __mapper_args__ = {  # noqa: RUF012
        "polymorphic_on": "kind",
        "polymorphic_identity": "vehicle",
    }

    plate: Mapped[str] = mapped_column(primary_key=True)
    firm: Mapped[int]
    kind: Mapped[str]


class Van(Vehicle):
    """A joined-table subclass."""

    __tablename__ = "vans"
    __mapper_args__ = {"polymorphic_identity": "van"}  # noqa: RUF012

    plate: Mapped[str] = mapped_column(ForeignKey(Vehicle.plate), primary_key=True)
    load: Mapped[int]


class Trip(Base):
    """A row that refers to a vehicle of any class, or to a van."""

    __tablename__ = "trips"

    id: Mapped[int] = mapped_column(primary_key=True)
    plate: Mapped[str | None] = mapped_column(ForeignKey(Vehicle.plate))
    van_plate: Mapped[str | None] = mapped_column(ForeignKey(Van.plate))
    spare: Mapped[str | None] = mapped_column(
        ForeignKey(Vehicle.plate, deferrable=True, initially="deferred")
    )
    home: Mapped[str | None] = mapped_column(ForeignKey(Vehicle.plate), default="own")
