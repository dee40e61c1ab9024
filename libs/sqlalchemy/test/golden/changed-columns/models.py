"""Statements that change a column that was made before: what they set is unknown."""

from sqlalchemy import Column, DefaultClause, Integer, String, Table
from sqlalchemy.orm import DeclarativeBase, mapped_column


class Base(DeclarativeBase):
    pass


class Row(Base):
    __tablename__ = "rows"

    id = Column(Integer, primary_key=True)
    in_body = Column(String(20))
    in_body.nullable = False
    made = mapped_column(String(20))
    made.column.nullable = False
    by_name = Column(String(20))
    by_item = Column("item", String(20))
    by_property = Column(String(20))
    by_setattr = Column(String(20))
    defaults = Column(String(20))
    others = Column(String(20))
    commented = Column(String(20))


Row.__table__.c.by_name.nullable = False
Row.__table__.columns["item"].nullable = False
Row.by_property.property.columns[0].nullable = False
setattr(Row.__table__.c.by_setattr, "nullable", False)
Row.__table__.c.defaults.server_default = DefaultClause("x")
Row.__table__.c.commented.comment = "said"
table = Row.__table__
table.c.others.nullable = False


class Fixed(Base):
    __table__ = Table("fixed", Base.metadata, Column("id", Integer, primary_key=True), Column("name", String(20)))
    __table__.c.name.nullable = False


plain = Table("plain", Base.metadata, Column("id", Integer, primary_key=True), Column("name", String(20)))
plain.c.name.nullable = False


class Plain(Base):
    __table__ = plain


name = Column(String(20))
name.nullable = False


class Named(Base):
    __tablename__ = "named"

    id = Column(Integer, primary_key=True)
    name = name
