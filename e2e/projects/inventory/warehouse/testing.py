"""Rows for the generated tests."""


def make_parcel(number: int) -> dict[str, int]:
    """Values of a parcel that opens before it closes, as no field tells."""
    return {"opens": number, "closes": number + 8}
