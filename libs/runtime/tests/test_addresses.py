"""Network addresses are read as PostgreSQL means them; a wrong one is one error."""

from ipaddress import ip_address, ip_interface, ip_network
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from rowhouse_runtime.schemas import Cidr, Inet

INET: TypeAdapter[Any] = TypeAdapter(Inet | None)
CIDR: TypeAdapter[Any] = TypeAdapter(Cidr | None)


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        (INET, "10.0.0.1", ip_address("10.0.0.1")),
        (INET, "10.0.0.1/8", ip_interface("10.0.0.1/8")),
        (INET, "::1", ip_address("::1")),
        (INET, ip_interface("::1/64"), ip_interface("::1/64")),
        (INET, None, None),
        (CIDR, "10.0.0.0/8", ip_network("10.0.0.0/8")),
        (CIDR, "::1", ip_network("::1/128")),
        (CIDR, ip_network("10.0.0.0/8"), ip_network("10.0.0.0/8")),
        (CIDR, None, None),
    ],
)
def test_addresses_are_read(
    kind: TypeAdapter[Any], value: object, expected: object
) -> None:
    found = kind.validate_python(value)
    assert (found, type(found)) == (expected, type(expected))


@pytest.mark.parametrize(
    ("kind", "values", "expected"),
    [
        (INET, ["x", "10.0.0.1/33", "fe80::1%1", 5, True, b"::1", ""], "address"),
        (CIDR, ["x", "10.0.0.1/8", "fe80::%1/64", 5, True, b"::1", ""], "network"),
    ],
)
def test_what_is_no_address_is_one_error(
    kind: TypeAdapter[Any], values: list[object], expected: str
) -> None:
    for value in values:
        with pytest.raises(ValidationError, match=f"IPv6 {expected}") as refused:
            kind.validate_python(value)
        assert [error["loc"] for error in refused.value.errors()] == [()]
