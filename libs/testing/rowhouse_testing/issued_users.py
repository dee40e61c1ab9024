"""Checks of tokens that another server issues."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from .issuer import Issuer, SigningKey
from .users import check_senders


async def check_issued_tokens(
    issuer: Issuer,
    get_current_user: Callable[..., Awaitable[Any]],
    require_auth: Callable[..., Awaitable[None]],
    *,
    claims: Mapping[str, Any] | None = None,
    **expected: Any,
) -> None:
    """Sends tokens of every kind to a route that wants a user, and to a locked app.

    Args:
        require_auth: The dependency that locks an app.
        claims: What a token has to say of its user, if that is certain claims.
        **expected: What `check_senders` expects of them.
    """
    payload = issuer.payload(claims or {"sub": "ada"})
    key, *other_keys = issuer.keys
    unknown = SigningKey(key.algorithm)
    wrong = {
        "signature": unknown.sign(payload, kid=key.kid),
        "unknown key": unknown.sign(payload),
        "expired": key.sign(payload | {"exp": 1}),
        "issuer": key.sign(payload | {"iss": "https://other.example"}),
        "audience": key.sign(payload | {"aud": "https://other.example"}),
        "garbage": "garbage",
    }
    await check_senders(
        get_current_user,
        require_auth,
        key.sign,
        payload,
        right={each.algorithm: each.sign(payload) for each in other_keys},
        wrong=wrong,
        **expected,
    )
