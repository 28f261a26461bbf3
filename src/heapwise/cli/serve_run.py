"""What `heapwise serve` does."""

from __future__ import annotations

import os
import secrets
import signal
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Iterator
from contextlib import closing, contextmanager
from html import escape
from pathlib import Path
from types import FrameType
from typing import NoReturn

from heapwise.cli.failures import ExitCode
from heapwise.engine import search_orders
from heapwise.heaps import registry
from heapwise.plan import RunPlan
from heapwise.program.source import InputError
from heapwise.serve.live_run import RAISED, Live
from heapwise.serve.playground import Playground, languages
from heapwise.serve.server import HOST, Server, Site


def run(plan: RunPlan | None, port: int, opens: bool | None) -> ExitCode:
    """Until somebody ends it."""
    live = None if plan is None else Live(plan)
    target = None if plan is None else plan.target
    data: dict[str, object] = {
        "target": target,
        "strategies": registry.names(),
        "searches": search_orders.names(),
        "bounds": RAISED,
        "examples": languages(),
    }
    playground = Playground()
    site = Site(secrets.token_urlsafe(32), target or "playground", data, playground, live)
    try:
        server = Server(site, port)
    except OSError as error:
        raise InputError(
            f"cannot listen on {HOST}:{port}: {error.strerror or error}; "
            "without --port, one that is free is taken"
        ) from error
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)
    with closing(playground), server:
        try:
            print(f"heapwise: {target or 'the playground'} is at\n\n    {server.address}\n")
            print("Who has this address can have programs run here. Ctrl-C ends it.", flush=True)
            with _shown(server.address, _has_screen() if opens is None else opens):
                server.serve_forever()
        except KeyboardInterrupt:
            pass
        finally:
            if live is not None:
                live.close()
    return ExitCode.DONE


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _has_screen() -> bool:
    if sys.platform != "linux":
        return sys.stdout.isatty()
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


@contextmanager
def _shown(address: str, wanted: bool) -> Iterator[None]:
    """In the browser. The arguments of a process can be seen by everybody on the machine: so it is
    given a file that only this user can read, which leads to the page."""
    if not wanted:
        yield
        return
    descriptor, name = tempfile.mkstemp(prefix="heapwise-", suffix=".html")
    with os.fdopen(descriptor, "w") as file:
        file.write(f'<meta http-equiv="refresh" content="0; url={escape(address)}">\n')
    try:
        opening = threading.Thread(target=webbrowser.open, args=[Path(name).as_uri()], daemon=True)
        opening.start()
        yield
    finally:
        Path(name).unlink(missing_ok=True)
