from sqlalchemy.orm import Mapped, mapped_column

from .vehicles import Vehicle


class Van(Vehicle):
    doors: Mapped[int | None] = mapped_column(use_existing_column=True)

    __mapper_args__ = {"polymorphic_identity": "van"}
