"""Statements that change a registry or a MetaData: which classes they are about is not read."""

from sqlalchemy import BigInteger, MetaData, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    metadata = MetaData()
    type_annotation_map = {str: String(40)}


Base.metadata.schema = "late"
Base.registry.update_type_annotation_map({int: BigInteger})


class Row(Base):
    __tablename__ = "rows"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
