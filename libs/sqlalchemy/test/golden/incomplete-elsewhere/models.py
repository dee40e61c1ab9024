from sqlalchemy import Column, ForeignKey, Integer, Table, event
from sqlalchemy.orm import DeclarativeBase, Mapped, Mapper, column_property, mapped_column, relationship


class Base(DeclarativeBase):
    id: Mapped[int] = mapped_column(primary_key=True)


class Untouched(Base):
    __tablename__ = "untouched"


class InFunction(Base):
    __tablename__ = "in_function"


class FromLoop(Base):
    __tablename__ = "from_loop"


class FromSetattr(Base):
    __tablename__ = "from_setattr"


class FromCall(Base):
    __tablename__ = "from_call"


class FromImperative(Base):
    __tablename__ = "from_imperative"


class FromProperty(Base):
    __tablename__ = "from_property"


class Referring(Base):
    __tablename__ = "referring"
    other_id: Mapped[int] = mapped_column(ForeignKey("from_property.id"))


class Plain:
    pass


def set_up():
    InFunction.total = column_property(InFunction.id + 1)


set_up()

for model in (FromLoop,):
    model.size = Column(Integer)

for model in [FromSetattr]:
    setattr(model, "size", Column(Integer))


def add_size(cls):
    cls.size = Column(Integer)


add_size(FromCall)

Base.registry.map_imperatively(
    Plain,
    Table(
        "plain",
        Base.metadata,
        Column("id", Integer, primary_key=True),
        Column("other_id", ForeignKey("from_imperative.id")),
    ),
    properties={"other": relationship(FromImperative, backref="plains")},
)

Referring.__mapper__.add_property("other", relationship(FromProperty, backref="referring"))


def save(session, id, values):
    """Sets values of a row, not attributes of its class."""
    row = session.get(Untouched, id)
    for name, value in values.items():
        setattr(row, name, value)


class Tenant(DeclarativeBase):
    id: Mapped[int] = mapped_column(primary_key=True)


@event.listens_for(Tenant, "instrument_class", propagate=True)
def add_tenant(mapper: Mapper, cls: type) -> None:
    mapper.local_table.append_column(Column("tenant", Integer))


class Invoice(Tenant):
    __tablename__ = "invoices"
