from sqlalchemy import Column, ForeignKey, Integer, String, Table, join
from sqlalchemy.orm import DeclarativeBase, Mapped, column_property, mapped_column


class Base(DeclarativeBase):
    pass


users = Table(
    'users',
    Base.metadata,
    Column('id', Integer, primary_key=True),
    Column('name', String),
)
addresses = Table(
    'addresses',
    Base.metadata,
    Column('id', Integer, primary_key=True),
    Column('user_id', ForeignKey('users.id')),
)


class UserAddress(Base):
    __table__ = join(users, addresses)

    id = column_property(users.c.id, addresses.c.user_id)
    address_id = addresses.c.id


class Order(Base):
    __tablename__ = 'orders'

    id: Mapped[int] = mapped_column(primary_key=True)
    address_id: Mapped[int] = mapped_column(ForeignKey('addresses.id'))


class Delivery(Base):
    __table__ = Order.__table__.join(addresses)

    id = Order.__table__.c.id
    address_id = column_property(Order.address_id, addresses.c.id)


class OpenDelivery(Delivery):
    pass
