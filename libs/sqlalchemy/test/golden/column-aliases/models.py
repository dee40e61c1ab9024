import sqlalchemy as sa

NAME_LENGTH = 20

try:
    from sqlalchemy.orm import mapped_column as _Column
except ImportError:
    from sqlalchemy import Column as _Column

from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    pass


class Row(Base):
    __tablename__ = "rows"

    id = _Column(sa.Integer, primary_key=True)
    name = _Column("label", sa.String(length=NAME_LENGTH), nullable=False)
    flag: bool = sa.Column(sa.Boolean, default=False)
    twice = sa.Column(sa.Integer)
    twice = sa.Column(sa.String(5))
    both = sa.schema.Column(sa.types.Unicode(2 * NAME_LENGTH), index=True, unique=True)

    __allow_unmapped__ = True
