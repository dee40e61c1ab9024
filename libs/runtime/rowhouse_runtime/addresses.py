"""Addresses of networks and of network cards, as PostgreSQL means them."""

import re
from collections.abc import Callable
from contextlib import suppress
from ipaddress import (
    IPv4Address,
    IPv4Interface,
    IPv4Network,
    IPv6Address,
    IPv6Interface,
    IPv6Network,
    ip_interface,
    ip_network,
)
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field


def _readable(
    read: Callable[[str], object], kinds: tuple[type, ...], expected: str
) -> BeforeValidator:
    """Reports one expected type instead of one for each class of a union."""

    def check(value: object) -> object:
        if isinstance(value, kinds):
            return value
        # Python accepts numbers as addresses, and scope ids, which columns do not have.
        if isinstance(value, str) and "%" not in value:
            with suppress(ValueError):
                read(value)
                return value
        raise ValueError(f"Input should be an IPv4 or IPv6 {expected}")

    return BeforeValidator(check)


Cidr = Annotated[
    IPv4Network | IPv6Network,
    _readable(ip_network, (IPv4Network, IPv6Network), "network, such as 10.0.0.0/8"),
]
"""A network without bits after its prefix: `10.0.0.0/8`."""


Inet = Annotated[
    IPv4Address | IPv6Address | IPv4Interface | IPv6Interface,
    _readable(ip_interface, (IPv4Address, IPv6Address), "address, such as 10.0.0.1"),
]
"""An address, alone or with the length of its network: `10.0.0.1`, `10.0.0.1/8`."""


_PAIRS = "[0-9a-f]{2}(?:[:-][0-9a-f]{2})"
_HARDWARE_ADDRESS = re.compile(f"{_PAIRS}{{5}}|{_PAIRS}{{7}}")


def _as_hardware_address(value: str) -> str:
    written = value.lower()
    if _HARDWARE_ADDRESS.fullmatch(written) is None:
        raise ValueError("Input should be a MAC address, such as 08:00:2b:01:02:03")
    return written.replace("-", ":")


MacAddress = Annotated[
    str,
    AfterValidator(_as_hardware_address),
    Field(examples=["08:00:2b:01:02:03"]),
]
"""The address of a network card, as PostgreSQL writes it."""
