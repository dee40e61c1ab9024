from typing import TypedDict

import typing_extensions
from pydantic import BaseModel


class Prefs(TypedDict):
    theme: str


class Page(BaseModel):
    prefs: "Prefs | None" = None


Pages = list[Page]


class Links(typing_extensions.TypedDict):
    url: str


class Notes(BaseModel):
    text: str
