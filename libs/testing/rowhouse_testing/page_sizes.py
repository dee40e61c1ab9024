"""Checks of the sizes of pages."""

from .keys import invalid_values
from .reading import items_of, search
from .resource import Json, Resource


async def check_page_size(
    resource: Resource, mode: str, *, default: int, most: int
) -> None:
    """Asks for pages of no size, of the greatest one and of more.

    Args:
        mode: `keyset` or `offset`.
        default: The size of a page when the request names none.
        most: What a greater one is cut to.
    """
    total = await resource.create_many(most + 1)
    size = "page_size" if mode == "keyset" else "limit"
    sizes: list[tuple[Json, int]] = [({}, default)]
    sizes += [({size: each}, min(each, most)) for each in (1, most, most + 1)]
    for body, expected in sizes:
        page = await search(resource, body)
        assert len(items_of(page)) == expected, body
        if mode == "offset":
            content = page.json()
            counts = (content["total"], content["offset"], content["limit"])
            assert counts == (total, 0, expected)
    no_numbers: list[object] = [None, True, "1", 1.0]
    wrong: list[Json] = [{size: each} for each in [0, *no_numbers]]
    if mode == "offset":
        wrong += [{"offset": each} for each in [-1, *no_numbers]]
        second = await search(resource, {"offset": 1})
        assert second.json()["offset"] == 1, second.text
    for body in wrong:
        refused = await search(resource, body)
        assert refused.status_code == 422, body
        # The database would refuse some of them as well, and not say where they are.
        places = [error["loc"] for error in invalid_values(refused)]
        assert places == [["body", *body]], body
