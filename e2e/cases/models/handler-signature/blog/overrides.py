from functools import cache


# As the generated function that calls it; a handler is given the row instead.
def pick(pk, db): ...


def search(statement, *, request): ...


async def make(body) -> None: ...


def change(row, *, body): ...


@cache
def slow(row): ...


def nothing(): ...
