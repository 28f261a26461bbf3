"""A server in this process, and requests to it, byte by byte."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from heapwise.serve.live_run import Live
from heapwise.serve.playground import Playground
from heapwise.serve.server import HOST, Server, Site

TOKEN = "a-secret"


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: str

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@contextmanager
def served(live: Live | None = None, playground: Playground | None = None) -> Iterator[Server]:
    data: dict[str, object] = {"target": None if live is None else "a program"}
    site = Site(TOKEN, "a title", data, playground or Playground(), live)
    with Server(site) as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.05], daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
            site.playground.close()
            if live is not None:
                live.close()


def connected(server: Server, seconds: float = 60.0) -> socket.socket:
    return socket.create_connection((HOST, server.port), seconds)


def exchanged(server: Server, data: bytes) -> bytes:
    """What comes back until the server closes the connection."""
    with connected(server) as connection:
        connection.sendall(data)
        found = b""
        try:
            while part := connection.recv(1 << 16):
                found += part
        except ConnectionResetError:
            pass
        return found


def asked(
    server: Server,
    path: str = "/",
    method: str = "GET",
    token: str | None = TOKEN,
    body: object = None,
    **headers: str,
) -> Answer:
    """With `Host` and the token unless they are given; underscores in headers are hyphens."""
    query = "" if token is None else f"?token={token}"
    return answer_of(exchanged(server, request(server, path + query, method, body, headers)))


def request(
    server: Server, address: str, method: str, body: object, headers: Mapping[str, str]
) -> bytes:
    data = b"" if body is None else json.dumps(body).encode()
    all_headers = {"Host": f"{HOST}:{server.port}"}
    if body is not None:
        all_headers |= {"Content-Type": "application/json", "Content-Length": str(len(data))}
    all_headers |= {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{method} {address} HTTP/1.1", *(f"{n}: {v}" for n, v in all_headers.items())]
    return "\r\n".join([*lines, "", ""]).encode() + data


def answer_of(data: bytes) -> Answer:
    head, _, body = data.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    headers = dict(line.split(": ", 1) for line in rest)
    return Answer(int(first.split()[1]), headers, body.decode())


def listening(server: Server, more: str = "") -> socket.socket:
    """To what happens."""
    connection = connected(server)
    address = f"/events?token={TOKEN}"
    head = f"GET {address} HTTP/1.1\r\nHost: {HOST}:{server.port}\r\n{more}\r\n"
    connection.sendall(head.encode())
    return connection


def messages(connection: socket.socket) -> Iterator[dict[str, Any]]:
    """Those that a server sends."""
    with connection.makefile("rb") as file:
        for line in file:
            if line.startswith(b"data: "):
                yield json.loads(line[6:])
