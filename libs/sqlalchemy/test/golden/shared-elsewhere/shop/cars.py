from sqlalchemy.orm import Mapped, mapped_column

from .vehicles import Vehicle


class Car(Vehicle):
    # An argument changes nothing, an annotation without one does.
    wheels: Mapped[int] = mapped_column(nullable=True, use_existing_column=True)
    seats: Mapped[int | None] = mapped_column(use_existing_column=True)
    load: Mapped[int] = mapped_column(nullable=False, use_existing_column=True)
    doors: Mapped[int | None] = mapped_column(nullable=True, use_existing_column=True)

    __mapper_args__ = {"polymorphic_identity": "car"}
