import uuid
from dataclasses import dataclass

from pydantic import BaseModel


@dataclass
class DataUser:
    id: uuid.UUID
    name: str
    shop_id: int


class PydanticUser(BaseModel):
    id: uuid.UUID
    shop_id: int


class LooseUser(BaseModel):
    id: int
    shop_id: int | None
    shops: list[int]
    name: str


class PlainUser:
    def __init__(self, shop: int) -> None:
        self.shop = shop


def of_data() -> DataUser: ...


def of_pydantic() -> PydanticUser: ...


def of_loose() -> LooseUser: ...


def of_plain() -> PlainUser: ...
