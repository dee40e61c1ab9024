from collections.abc import AsyncIterator

from .models import Member


async def current_user() -> AsyncIterator[Member]:
    yield Member(id=1)


guard = object()
