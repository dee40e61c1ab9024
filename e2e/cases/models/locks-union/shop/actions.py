from typing import Any


def hire(row: Any) -> None:
    row.name = "hired"


def count() -> int:
    return 0


def greet(row: Any) -> str:
    return f"Hello {row.name}"
