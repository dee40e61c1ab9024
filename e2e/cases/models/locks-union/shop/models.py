from sqlalchemy.ext.declarative import AbstractConcreteBase, ConcreteBase
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Employee(ConcreteBase, Base):
    __tablename__ = "employees"
    __mapper_args__ = {"polymorphic_identity": "employee", "concrete": True}

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


class Manager(Employee):
    __tablename__ = "managers"
    __mapper_args__ = {"polymorphic_identity": "manager", "concrete": True}

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


class Document(AbstractConcreteBase, Base):
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]


class Letter(Document):
    __tablename__ = "letters"
    __mapper_args__ = {"polymorphic_identity": "letter", "concrete": True}

    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
