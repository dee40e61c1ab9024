"""What mutants of authentication call."""

from typing import Any

import jwt
from fastapi import HTTPException


def decode(tokens: Any, token: str | None, options: dict[str, Any], algorithms: Any = None) -> Any:
    """Reads a token as the runtime does, but for what the options leave out."""
    if token is None:
        tokens.decode(token)
    checked = {"require": ["exp"], "verify_aud": False} | options
    try:
        return jwt.decode(
            token, tokens.secret, algorithms=algorithms or [tokens._algorithm], options=checked
        )
    except jwt.InvalidTokenError:
        return tokens.decode("")


def without_401(tokens: Any, token: str | None) -> Any:
    """Reads a token; one that is not valid is nobody's."""
    try:
        return tokens.decode(token)
    except HTTPException:
        return {"sub": "nobody"}
