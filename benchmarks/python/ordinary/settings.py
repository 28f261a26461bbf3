"""Configuration: defaults, merging, lookups."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NewType, Protocol, TypedDict

Port = NewType("Port", int)
Level = Literal["debug", "info", "error"]


class Server(TypedDict, total=False):
    host: str
    port: int
    tags: list[str]


class Strict(TypedDict):
    name: str
    retries: int


class Source(Protocol):
    def get(self, key: str) -> str | None: ...


def address(server: Server) -> str:
    return f"{server['host']}:{server['port']}"


def address_or_default(server: Server) -> str:
    return f"{server.get('host', 'localhost')}:{server.get('port', 80)}"


def attempts(settings: Strict) -> int:
    return settings["retries"] + 1


def delay(settings: Strict) -> float:
    return 1 / settings["retries"]


def merged(base: Mapping[str, int], extra: Mapping[str, int]) -> dict[str, int]:
    return {**base, **extra}


def lookup(settings: Mapping[str, Any], path: Sequence[str]) -> Any:
    found: Any = settings
    for name in path:
        found = found[name]
    return found


def last(names: Sequence[str]) -> str:
    return names[-1]


def joined(names: Iterable[str]) -> str:
    return ", ".join(names)


def level_number(level: Level) -> int:
    return {"debug": 10, "info": 20, "error": 40}[level]


def is_privileged(port: Annotated[Port, "0..65535"]) -> bool:
    return port < 1024


def read(source: Source, key: str) -> str:
    return source.get(key).strip()


def first_tag(server: Server) -> str:
    tags = server.get("tags", [])
    return tags[0]
