from sqlalchemy.dialects.postgresql import HSTORE, JSONB
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Product(Base):
    __tablename__ = "products"

    id: Mapped[int] = mapped_column(primary_key=True)
    labels: Mapped[dict[str, str | None]] = mapped_column(HSTORE)
    code: Mapped[str] = mapped_column(JSONB)
