"""Answers requests of pages: who may ask, how much, and what.

It listens on this machine only. Every request needs the token that is in the address of the page,
and must be meant for this very address: neither a page of somebody else (`Origin`) nor a name that
was made to lead here (`Host`) gets anything. No request names a file. There are limits for
everything that a request could be too long, too large, too slow or too many in.
"""

from __future__ import annotations

import hmac
import io
import json
import secrets
import select
import socket
import socketserver
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from typing import Any
from urllib.parse import parse_qs, urlsplit

from heapwise.program.source import InputError
from heapwise.serve.live_page import content_policy, live_page
from heapwise.serve.live_run import Live, Place
from heapwise.serve.playground import Playground

HOST = "127.0.0.1"
_MOST_CONNECTIONS = 256
_MOST_BYTES = 256 * 1024
"""Of the body of a request."""
_READ_SECONDS = 10.0
"""For the whole of a request."""
_WRITE_SECONDS = 10.0
"""For each piece of an answer, until who does not read it is given up."""
_BEAT = 10.0
"""Seconds after which something is said at the latest, so that a lost connection is noticed."""


@dataclass(frozen=True, slots=True)
class Site:
    """What is served, and to whom. `data` are what the page begins with."""

    token: str
    title: str
    data: dict[str, object]
    playground: Playground
    live: Live | None = None


class RefusedError(Exception):
    def __init__(self, status: HTTPStatus, why: str) -> None:
        super().__init__(why)
        self.status = status


class Server(socketserver.ThreadingTCPServer):
    """`port` 0 is any that is free."""

    daemon_threads = True
    block_on_close = False
    allow_reuse_address = True
    request_queue_size = 128

    def __init__(self, site: Site, port: int = 0) -> None:
        self.site = site
        self._free = threading.Semaphore(_MOST_CONNECTIONS)
        super().__init__((HOST, port), Handler)

    @property
    def port(self) -> int:
        return int(self.server_address[1])

    @property
    def address(self) -> str:
        return f"http://{HOST}:{self.port}/?token={self.site.token}"

    def process_request(self, request: Any, client_address: Any) -> None:
        if self._free.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A connection that breaks is nothing to be told of."""


class _InTime(io.RawIOBase):
    """What a socket sends, as long as it does so in time."""

    def __init__(self, source: socket.socket, seconds: float) -> None:
        self._source = source
        self._until = time.monotonic() + seconds

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._source.settimeout(left)
        return self._source.recv_into(buffer)


class Handler(BaseHTTPRequestHandler):
    """One request: a connection is not used again."""

    protocol_version = "HTTP/1.1"
    server: Server
    connection: socket.socket

    def setup(self) -> None:
        super().setup()
        self.rfile = io.BufferedReader(_InTime(self.connection, _READ_SECONDS))

    def do_GET(self) -> None:
        self._answer({"/": self._page, "/events": self._events})

    def do_POST(self) -> None:
        self._answer({"/command": self._command, "/play": self._play})

    def _answer(self, known: dict[str, Callable[[], None]]) -> None:
        self.close_connection = True
        try:
            path = self._admitted()
            # From here on the time is for writing.
            self.connection.settimeout(_WRITE_SECONDS)
            if path not in known:
                raise RefusedError(HTTPStatus.NOT_FOUND, "there is nothing here")
            known[path]()
        except RefusedError as error:
            self.send_error(error.status, str(error))
        except InputError as error:
            self._send_json({"error": str(error)}, HTTPStatus.BAD_REQUEST)

    def _admitted(self) -> str:
        """The path that is asked for, if who asks may."""
        own = [f"{HOST}:{self.server.port}", f"localhost:{self.server.port}"]
        if self._only("Host") not in own:
            raise RefusedError(HTTPStatus.FORBIDDEN, "this is not the address of this server")
        if self._only("Origin") not in ("", *(f"http://{each}" for each in own)):
            raise RefusedError(HTTPStatus.FORBIDDEN, "another page asks")
        # A link to the page may stand anywhere.
        is_link = self._only("Sec-Fetch-Mode") == "navigate" and self.command == "GET"
        if not is_link and self._only("Sec-Fetch-Site") not in ("", "none", "same-origin"):
            raise RefusedError(HTTPStatus.FORBIDDEN, "another page asks")
        try:
            asked = urlsplit(self.path)
            tokens = parse_qs(asked.query, max_num_fields=10).get("token", [])
        except ValueError:
            raise RefusedError(HTTPStatus.BAD_REQUEST, "this is no address") from None
        given = tokens[0] if len(tokens) == 1 else ""
        if not hmac.compare_digest(given.encode(), self.server.site.token.encode()):
            raise RefusedError(
                HTTPStatus.FORBIDDEN, "the token is missing: open the address that was printed"
            )
        return asked.path

    def _only(self, name: str) -> str:
        found = self.headers.get_all(name, [])
        if len(found) > 1:
            raise RefusedError(HTTPStatus.BAD_REQUEST, f"{name} is there twice")
        return found[0].strip() if found else ""

    # -- what there is

    def _page(self) -> None:
        nonce = secrets.token_urlsafe(16)
        body = live_page(self.server.site.title, self.server.site.data, nonce).encode()
        self._head(HTTPStatus.OK, "text/html; charset=utf-8", len(body), nonce)
        self.wfile.write(body)

    def _events(self) -> None:
        """What happens, for as long as somebody listens."""
        live = self._live()
        place = Place.parse(self._only("Last-Event-ID"))
        with live.looked_at():
            self._head(HTTPStatus.OK, "text/event-stream")
            beat = time.monotonic()
            while not self._is_gone():
                place, messages = live.since(place, 1.0)
                for message in messages:
                    self.wfile.write(f"data: {message}\n\n".encode())
                if messages:
                    self.wfile.write(f"id: {place}\ndata: {{}}\n\n".encode())
                    beat = time.monotonic()
                elif time.monotonic() > beat + _BEAT:
                    self.wfile.write(b": still here\n\n")
                    beat = time.monotonic()

    def _command(self) -> None:
        live = self._live()
        live.command(self._body())
        self._send_json({})

    def _live(self) -> Live:
        if self.server.site.live is None:
            raise RefusedError(HTTPStatus.NOT_FOUND, "there is no run: this is a playground only")
        return self.server.site.live

    def _play(self) -> None:
        """What comes of a program, line by line, as long as somebody waits for it."""
        with self.server.site.playground.play(self._body()) as play:
            self._head(HTTPStatus.OK, "application/x-ndjson")
            while not self._is_gone():
                lines = play.lines(0.5)
                if lines is None:
                    break
                for line in lines:
                    self.wfile.write(line)

    # -- reading and writing

    def _body(self) -> dict[str, Any]:
        length = self._only("Content-Length")
        if self._only("Transfer-Encoding") or not (length.isascii() and length.isdigit()):
            raise RefusedError(HTTPStatus.LENGTH_REQUIRED, "say how long it is")
        if len(length) > 9 or int(length) > _MOST_BYTES:
            raise RefusedError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "this is too much")
        if self._only("Content-Type").partition(";")[0] != "application/json":
            raise RefusedError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "only JSON is taken")
        try:
            body = json.loads(self.rfile.read(int(length)))
        except TimeoutError:
            raise RefusedError(HTTPStatus.REQUEST_TIMEOUT, "this took too long") from None
        except (ValueError, RecursionError):
            raise RefusedError(HTTPStatus.BAD_REQUEST, "this is not JSON") from None
        finally:
            self.connection.settimeout(_WRITE_SECONDS)
        if not isinstance(body, dict):
            raise RefusedError(HTTPStatus.BAD_REQUEST, "an object is expected")
        return body

    def _is_gone(self) -> bool:
        """Who asked. A request is all that is taken: what comes after it ends the connection."""
        return bool(select.select([self.connection], [], [], 0)[0])

    def _send_json(self, body: object, status: HTTPStatus = HTTPStatus.OK) -> None:
        data = json.dumps(body).encode()
        self._head(status, "application/json", len(data))
        self.wfile.write(data)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        self.close_connection = True
        status = HTTPStatus(code)
        body = f"{message or status.phrase}\n".encode(errors="replace")
        self.connection.settimeout(_WRITE_SECONDS)
        self._head(status, "text/plain; charset=utf-8", len(body))
        self.wfile.write(body)

    def _head(
        self, status: HTTPStatus, kind: str, length: int | None = None, nonce: str = ""
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.send_header("Connection", "close")
        self.send_header("Cache-Control", "no-store")
        self.send_header(
            "Content-Security-Policy", content_policy(nonce) if nonce else "default-src 'none'"
        )
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("X-Frame-Options", "DENY")
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.end_headers()

    def version_string(self) -> str:
        return "heapwise"

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing: an address has the token in it."""
