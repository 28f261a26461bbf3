"""Who may ask a server what; and that nothing that somebody sends ends it."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from itertools import takewhile

import pytest

from heapwise.engine.bounds import Bounds
from heapwise.plan import RunPlan
from heapwise.serve import server as module
from heapwise.serve.live_run import Live
from heapwise.serve.server import HOST, Server
from tests.unit.serve.asking import (
    TOKEN,
    answer_of,
    asked,
    connected,
    exchanged,
    listening,
    messages,
    request,
    served,
)
from tests.waiting import PATIENCE, wait_until


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served() as found:
        yield found


def test_the_page_comes_with_a_strict_policy_and_tells_nobody_where_it_is(server: Server) -> None:
    answer = asked(server)
    assert answer.status == 200 and "a title" in answer.body
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "connect-src 'self'" in policy
    assert "unsafe" not in policy and "frame-ancestors 'none'" in policy
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-store"
    assert not [name for name in answer.headers if name.startswith("Access-Control")]
    assert TOKEN not in answer.body
    nonce = policy.partition("'nonce-")[2].partition("'")[0]
    assert len(nonce) > 15 and f'<script nonce="{nonce}">' in answer.body
    assert nonce not in asked(server).headers["Content-Security-Policy"]


def test_it_listens_on_this_machine_only(server: Server) -> None:
    assert server.socket.getsockname()[0] == "127.0.0.1"


@pytest.mark.parametrize("path", ["/", "/events", "/command", "/play", "/nowhere"])
@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("token", [None, "", "another", TOKEN[:-1], TOKEN + "x", "%ff", "ü"])
def test_nothing_is_answered_without_the_token(
    server: Server, path: str, method: str, token: str | None
) -> None:
    body: object = {} if method == "POST" else None
    answer = asked(server, path, method, token, body)
    assert answer.status == 403 and "a title" not in answer.body
    assert TOKEN not in answer.body


def test_two_tokens_are_none(server: Server) -> None:
    assert asked(server, token=f"{TOKEN}&token={TOKEN}").status == 403


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", "127.0.0.1:80", ""])
def test_a_name_that_was_made_to_lead_here_gets_nothing(server: Server, host: str) -> None:
    assert asked(server, Host=host).status == 403


def test_the_own_names_are_answered(server: Server) -> None:
    for host in (f"localhost:{server.port}", f"{HOST}:{server.port}"):
        assert asked(server, Host=host).status == 200
        assert asked(server, Host=host, Origin=f"http://{host}").status == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1", "https://127.0.0.1:{port}"]
)
@pytest.mark.parametrize("path", ["/", "/command", "/play"])
def test_another_page_gets_nothing(server: Server, origin: str, path: str) -> None:
    origin = origin.format(port=server.port)
    method, body = ("GET", None) if path == "/" else ("POST", {"do": "pause"})
    assert asked(server, path, method, TOKEN, body, Origin=origin).status == 403
    assert asked(server, path, method, TOKEN, body, Sec_Fetch_Site="cross-site").status == 403


def test_a_link_to_the_page_may_stand_anywhere(server: Server) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert asked(server, **headers).status == 200
    assert asked(server, "/command", "POST", TOKEN, {}, **headers).status == 403


def test_other_paths_and_methods_are_refused(server: Server) -> None:
    for path in ("/nowhere", "/../pyproject.toml", "/etc/passwd", "//etc/passwd", "/page.js"):
        assert asked(server, path).status == 404
    assert asked(server, "/command").status == 404
    for method in ("PUT", "OPTIONS", "TRACE", "HEAD"):
        assert asked(server, "/", method).status == 501


def test_without_a_program_there_is_no_run(server: Server) -> None:
    assert asked(server, "/events").status == 404
    assert asked(server, "/command", "POST", TOKEN, {"do": "pause"}).status == 404


def test_bodies_are_json_of_a_known_and_moderate_size(server: Server) -> None:
    def status(body: object = None, **headers: str) -> int:
        return asked(server, "/play", "POST", TOKEN, body, **headers).status

    assert status() == 411
    assert status({}, Content_Length="many") == 411
    assert status({}, Content_Length="-5") == 411
    assert status({}, Transfer_Encoding="chunked") == 411
    assert status({}, Content_Length="300000") == 413
    assert status({}, Content_Length="9" * 5000) == 413
    assert status({}, Content_Type="text/plain") == 415
    assert status([1]) == 400
    deep = f"/play?token={TOKEN}"
    data = request(server, deep, "POST", None, {"Content-Type": "application/json"})
    for text in (b"{", b"\xff\xfe", b"[" * 100_000, b""):
        given = data[:-2] + b"Content-Length: %d\r\n\r\n" % len(text) + text
        assert answer_of(exchanged(server, given)).status == 400


MALFORMED = [
    b"",
    b"\r\n\r\n",
    b"\x00" * 1000 + b"\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)),
    b"GET\r\n\r\n",
    b"GET /\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1 and more\r\n\r\n",
    b"GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 200 + b"\r\n",
    b"GET / HTTP/1.1\r\nX: " + b"y" * 70_000 + b"\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    b"GET / HTTP/1.1\r\n no colon\r\n\r\n",
    b"POST /command?token=%%% HTTP/1.1\r\nContent-Length: 5\r\n\r\n",
    b"GET /?" + b"a=b&" * 50 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
]


@pytest.mark.parametrize("data", MALFORMED, ids=range(len(MALFORMED)))
def test_whatever_is_sent_the_server_goes_on_and_tells_nothing(
    server: Server, data: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_READ_SECONDS", 0.3)
    found = exchanged(server, data)
    assert b" 200 " not in found.partition(b"\r\n")[0] and b"a title" not in found
    assert b"Traceback" not in found
    assert asked(server).status == 200


def test_a_request_that_takes_long_is_given_up(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However steadily it drips."""
    monkeypatch.setattr(module, "_READ_SECONDS", 0.5)
    with connected(server) as connection:
        start = time.monotonic()
        connection.settimeout(0.05)
        while not _is_closed_after(connection, b"X"):
            assert time.monotonic() < start + PATIENCE


def _is_closed_after(connection: socket.socket, data: bytes) -> bool:
    try:
        connection.sendall(data)
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def test_too_many_connections_are_closed_and_others_are_served_afterwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_MOST_CONNECTIONS", 5)
    with served() as server:
        held = [connected(server) for _ in range(5)]
        wait_until(lambda: exchanged(server, b"x") == b"")
        assert exchanged(server, b"GET / HTTP/1.1\r\n\r\n") == b""
        for each in held:
            each.close()
        wait_until(lambda: exchanged(server, b"GET / HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 403"))


def test_a_hundred_pages_see_the_whole_run_and_others_are_still_served() -> None:
    """Some of them read nothing at all, which is nobody else's concern."""
    live = Live(RunPlan("examples/list.tiny", bounds=Bounds(timeout=None)))
    with served(live) as server:
        silent = [listening(server) for _ in range(10)]
        pages = [listening(server) for _ in range(100)]
        assert asked(server).status == 200
        for page in pages:
            found = list(takewhile(lambda each: not _is_over(each), messages(page)))
            paths = [path for each in found for path in each.get("add", ())]
            assert [path["id"] for path in paths] == [1, 2, 3, 4]
        for each in (*silent, *pages):
            each.close()


def test_a_page_that_does_not_read_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_WRITE_SECONDS", 0.3)
    live = Live(RunPlan("examples/list.tiny"))
    live._run, live._log = 1, ['{"add": "' + "x" * 1_000_000 + '"}'] * 30
    with served(live) as server, listening(server):
        wait_until(lambda: live._left is not None)
        assert live._pages == 0


def _is_over(message: dict[str, dict[str, object]]) -> bool:
    return message.get("status", {}).get("state") == "finished"
