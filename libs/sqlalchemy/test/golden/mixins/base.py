import datetime

from sqlalchemy import DateTime, func
from sqlalchemy.orm import DeclarativeBase, Mapped, declared_attr, mapped_column


class Base(DeclarativeBase):
    type_annotation_map = {datetime.datetime: DateTime(timezone=True)}

    @declared_attr.directive
    def __tablename__(cls) -> str:
        return cls.__name__.lower() + "s"


class HasId:
    id: Mapped[int] = mapped_column(primary_key=True, sort_order=-1)


class Stamped:
    created_at: Mapped[datetime.datetime] = mapped_column(server_default=func.now())
    updated_at: Mapped[datetime.datetime | None] = mapped_column(onupdate=func.now())
