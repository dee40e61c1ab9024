"""Network addresses are read as PostgreSQL means them; a wrong one is one error."""

from ipaddress import ip_address, ip_interface, ip_network
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from rowhouse_runtime.addresses import Cidr, Inet, MacAddress

INET: TypeAdapter[Any] = TypeAdapter(Inet | None)
CIDR: TypeAdapter[Any] = TypeAdapter(Cidr | None)
MAC: TypeAdapter[Any] = TypeAdapter(MacAddress)


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        (INET, "10.0.0.1", ip_address("10.0.0.1")),
        (INET, "10.0.0.1/8", ip_interface("10.0.0.1/8")),
        (INET, "::1", ip_address("::1")),
        (INET, ip_address("10.0.0.1"), ip_address("10.0.0.1")),
        (INET, ip_interface("::1/64"), ip_interface("::1/64")),
        (INET, None, None),
        (CIDR, "10.0.0.0/8", ip_network("10.0.0.0/8")),
        (CIDR, "::1", ip_network("::1/128")),
        (CIDR, ip_network("10.0.0.0/8"), ip_network("10.0.0.0/8")),
        (CIDR, ip_network("::/64"), ip_network("::/64")),
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
        (
            INET,
            ["x", "10.0.0.1/33", "fe80::1%1", 5, True, b"::1", ""],
            "an IPv4 or IPv6 address, such as 10.0.0.1",
        ),
        (
            CIDR,
            ["x", "10.0.0.1/8", "fe80::%1/64", 5, True, b"::1", ""],
            "an IPv4 or IPv6 network, such as 10.0.0.0/8",
        ),
        (
            MAC,
            ["", "08:00:2b:01:02", "08:00:2b:01:02:0g", "08:00:2b:01:02:03:04"],
            "a MAC address, such as 08:00:2b:01:02:03",
        ),
    ],
)
def test_what_is_no_address_is_one_error(
    kind: TypeAdapter[Any], values: list[object], expected: str
) -> None:
    for value in values:
        with pytest.raises(ValidationError) as refused:
            kind.validate_python(value)
        message = f"Value error, Input should be {expected}"
        found = [(error["loc"], error["msg"]) for error in refused.value.errors()]
        assert found == [((), message)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("08:00:2B:01:02:03", "08:00:2b:01:02:03"),
        ("08-00-2b-01-02-03", "08:00:2b:01:02:03"),
        ("08:00:2b:01:02:03:04:05", "08:00:2b:01:02:03:04:05"),
    ],
)
def test_hardware_addresses_are_written_as_postgresql_does(
    value: str, expected: str
) -> None:
    assert MAC.validate_python(value) == expected
