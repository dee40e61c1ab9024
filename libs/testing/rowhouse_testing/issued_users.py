"""Checks of tokens that another server issues."""

import base64
import hashlib
import hmac
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from .issuer import Issuer, SigningKey
from .resource import Json
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
        issuer: The server whose keys the API fetches.
        get_current_user: The dependency that returns the user.
        require_auth: The dependency that locks an app.
        claims: What a token has to say of its user, if that is certain claims.
        **expected: What `check_senders` expects of them.
    """
    payload = issuer.payload(claims or {"sub": "ada"})
    key, *other_keys = issuer.keys
    unknown = SigningKey(key.algorithm)
    end = payload["exp"]
    wrong = {
        "signature": unknown.sign(payload, kid=key.kid),
        "unknown key": unknown.sign(payload),
        "expired": key.sign(payload | {"exp": end - 100_000}),
        "not yet valid": key.sign(payload | {"nbf": end}),
        "issuer": key.sign(payload | {"iss": "https://other.example"}),
        "audience": key.sign(payload | {"aud": "https://other.example"}),
        "public key as a secret": _signed_with_public_key(payload, key),
        "unsigned": f"{_encoded({'alg': 'none', 'kid': key.kid})}.{_encoded(payload)}.",
        "garbage": "garbage",
    }
    for name in ("exp", "iss", "aud"):
        rest = {each: value for each, value in payload.items() if each != name}
        wrong[f"without {name}"] = key.sign(rest)
    await check_senders(
        get_current_user,
        require_auth,
        key.sign,
        payload,
        right={each.algorithm: each.sign(payload) for each in other_keys},
        wrong=wrong,
        **expected,
    )


def _signed_with_public_key(payload: Json, key: SigningKey) -> str:
    """A token with HS256, signed with the public key as the secret."""
    secret: bytes = key.private.public_key().public_bytes(
        Encoding.PEM, PublicFormat.SubjectPublicKeyInfo
    )
    signed = f"{_encoded({'alg': 'HS256', 'kid': key.kid})}.{_encoded(payload)}"
    digest = hmac.digest(secret, signed.encode(), hashlib.sha256)
    return f"{signed}.{_base64(digest)}"


def _encoded(part: Json) -> str:
    return _base64(json.dumps(part).encode())


def _base64(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()
