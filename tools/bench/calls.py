"""Calls an application in this process, as a server calls it.

So the CPU time is the application's, with the database driver's, and no client's.
"""

import asyncio
import gc
import json
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from fastapi import FastAPI

Body = dict[str, Any] | None
MakeRequest = Callable[[], tuple[str, str, Body]]


class Cost(NamedTuple):
    """What a request takes, in seconds."""

    cpu: float
    """Of this process: the application and the driver."""

    elapsed: float
    """With the database's own work."""


class Caller:
    """Sends requests with a token."""

    def __init__(self, token: str) -> None:
        """Takes the token."""
        self._authorization = f"Bearer {token}".encode()

    async def call(
        self, app: FastAPI, method: str, path: str, body: Body
    ) -> tuple[int, Any]:
        """Sends one request, as an ASGI server does."""
        content = b"" if body is None else json.dumps(body).encode()
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [
                (b"host", b"localhost"),
                (b"content-type", b"application/json"),
                (b"authorization", self._authorization),
            ],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }
        status, parts = 0, list[bytes]()
        sent = False

        async def receive() -> dict[str, Any]:
            nonlocal sent
            if sent:
                await asyncio.Event().wait()
            sent = True
            return {"type": "http.request", "body": content, "more_body": False}

        async def send(message: Any) -> None:  # noqa: ANN401
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            else:
                parts.append(message.get("body", b""))

        await app(scope, receive, send)
        content = b"".join(parts)
        return status, json.loads(content) if content else None

    async def cost(self, app: FastAPI, make: MakeRequest, count: int) -> Cost:
        """What a request takes, on the average of several."""
        requests = [make() for _ in range(count)]
        gc.collect()
        start, started = time.process_time(), time.perf_counter()
        for method, path, body in requests:
            status, _ = await self.call(app, method, path, body)
            if status >= 400:
                sys.exit(f"{method} {path} was answered with {status}")
        cpu, elapsed = time.process_time() - start, time.perf_counter() - started
        return Cost(cpu / count, elapsed / count)
