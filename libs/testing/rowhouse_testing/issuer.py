"""A server for tests that issues tokens and publishes its public keys."""

import json
import threading
import time
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar
from uuid import uuid4

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from fastapi.security import HTTPAuthorizationCredentials

_CURVES: dict[str, type[ec.EllipticCurve]] = {
    "ES256": ec.SECP256R1,
    "ES384": ec.SECP384R1,
    "ES512": ec.SECP521R1,
}


class SigningKey:
    """A private key, and the public key that the server publishes."""

    def __init__(self, algorithm: str) -> None:
        """Creates a new key for an algorithm."""
        self.algorithm = algorithm
        self.kid = uuid4().hex
        self.private: Any
        if algorithm in _CURVES:
            self.private = ec.generate_private_key(_CURVES[algorithm]())
        elif algorithm == "EdDSA":
            self.private = ed25519.Ed25519PrivateKey.generate()
        else:
            self.private = rsa.generate_private_key(65537, 2048)

    @property
    def public(self) -> dict[str, Any]:
        """The public key as a JSON Web Key."""
        scheme: Any = jwt.get_algorithm_by_name(self.algorithm)
        key = scheme.to_jwk(self.private.public_key(), as_dict=True)
        return {**key, "kid": self.kid, "use": "sig", "alg": self.algorithm}

    def sign(self, payload: Mapping[str, Any], kid: str | None = "") -> str:
        """A token of a payload; its header names this key, another one or none."""
        return jwt.encode(  # pyright: ignore[reportUnknownMemberType]
            dict(payload),
            self.private,
            algorithm=self.algorithm,
            headers=None if kid is None else {"kid": kid or self.kid},
        )


class Issuer:
    """Signs tokens with a key for each algorithm."""

    def __init__(
        self, url: str, algorithms: Sequence[str], issuer: str, audience: str
    ) -> None:
        """Creates keys for the algorithms."""
        self.url = url
        self.algorithms = algorithms
        self.keys = [SigningKey(algorithm) for algorithm in algorithms]
        self.audience = audience
        self.issuer = issuer
        self.served = 0
        """How often the keys were requested."""
        self.is_down = False

    def content(self) -> bytes:
        """The key set."""
        return json.dumps({"keys": [key.public for key in self.keys]}).encode()

    def payload(self, claims: Mapping[str, Any]) -> dict[str, Any]:
        """The claims, with those that every token has."""
        end = int(time.time()) + 600
        return {"iss": self.issuer, "aud": self.audience, "exp": end, **claims}

    def token(self, claims: Mapping[str, Any]) -> str:
        """A valid token."""
        return self.keys[0].sign(self.payload(claims))

    def trusted_by(
        self, tokens: Any, url_env: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Makes an API fetch its keys from here."""
        monkeypatch.setenv(url_env, self.url)
        keys = type(tokens.keys)(url_env=url_env)
        monkeypatch.setattr(tokens, "keys", keys)


def bearer(token: str) -> HTTPAuthorizationCredentials:
    """A token in the form of a request header."""
    return HTTPAuthorizationCredentials(scheme="Bearer", credentials=token)


class _Handler(BaseHTTPRequestHandler):
    issuer: ClassVar[Issuer]

    def do_GET(self) -> None:
        """Serves the public keys."""
        self.issuer.served += 1
        self.send_response(503 if self.issuer.is_down else 200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(self.issuer.content())

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Logs nothing."""


@contextmanager
def issuing(algorithms: Sequence[str], issuer: str, audience: str) -> Generator[Issuer]:
    """Serves the keys of a new issuer."""

    class Handler(_Handler):
        """Serves those of this one."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        url = f"http://127.0.0.1:{server.server_port}/keys"
        Handler.issuer = Issuer(url, algorithms, issuer, audience)
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield Handler.issuer
        finally:
            server.shutdown()
            thread.join()
