"""Tables that are made first, and classes that are mapped to them."""

import dataclasses

from sqlalchemy import Column, ForeignKey, ForeignKeyConstraint, Index, Integer, MetaData
from sqlalchemy import String, Table, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, registry, relationship

shop = MetaData(schema="shop")

items = Table(
    "items",
    shop,
    Column("id", Integer, primary_key=True),
    Column("code", String(30), nullable=False),
    Column("class", String(3)),
    Column("price", Integer),
    Column("seen-by", Integer, key="seen_by"),
    Column("version", Integer, nullable=False),
    Column("hidden", Integer),
    Column("total", Integer),
)
Index("items_code", items.c.code, unique=True)
items.append_constraint(UniqueConstraint("class", "price"))
items_tags = Table(
    "items_tags",
    shop,
    Column("item_id", ForeignKey(items.c.id), primary_key=True),
    Column("tag", ForeignKey("shop.tags.name"), primary_key=True),
)
other = Table("items_labels", shop, Column("id", Integer), schema="labels")
stock = Table(
    "stock",
    shop,
    Column("bin", Integer),
    Column("item", Integer),
    Column("from", Integer),
    ForeignKeyConstraint(["item"], ["shop.items.id"], ondelete="CASCADE"),
)


class Base(DeclarativeBase):
    metadata = shop


class Item(Base):
    __table__ = items
    __mapper_args__ = {
        "version_id_col": items.c.version,
    }

    class_ = __table__.c["class"]
    cents = items.c.price
    tags = relationship("Tag", secondary=items_tags, back_populates="items")

    @property
    def total(self) -> int:
        """The class has it, so the column is not mapped."""
        return 0


class Tag(Base):
    __table__ = Table("tags", shop, Column("name", String(9), primary_key=True))
    items = relationship(Item, secondary="shop.items_tags", back_populates="tags")


class Stock(Base):
    __table__ = stock
    __mapper_args__ = {
        "primary_key": [stock.c.item, stock.c.bin],
    }
    item_id = stock.c.item


class Few(Base):
    __table__ = Table(
        "few",
        shop,
        Column("id", Integer, primary_key=True),
        Column("name", String(5)),
        Column("rest", String(5)),
    )


reg = registry()


@reg.mapped
@dataclasses.dataclass
class Point:
    __table__ = Table("points", reg.metadata, Column("id", Integer, primary_key=True), Column("x", Integer))

    id: int = dataclasses.field(init=False)
    x: int = 0
