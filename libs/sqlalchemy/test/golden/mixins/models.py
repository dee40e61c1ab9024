from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, declared_attr, mapped_column, relationship

from base import Base, HasId, Stamped


class Owned:
    @declared_attr
    def owner_id(cls) -> Mapped[int]:
        return mapped_column(ForeignKey("users.id", ondelete="CASCADE"))

    @declared_attr
    def owner(cls) -> Mapped["User"]:
        return relationship("User")


class Document(HasId, Stamped, Base):
    __abstract__ = True
    name: Mapped[str] = mapped_column(String(30))


class User(HasId, Base):
    name: Mapped[str]


class Letter(Owned, Document):
    updated_at = None
    name: Mapped[str] = mapped_column(String(50))
