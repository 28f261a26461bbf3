"""Payloads: what comes in as JSON and what goes out."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import date, datetime
from decimal import Decimal


@dataclass
class Order:
    id: int
    amount: Decimal
    placed: date
    notes: list[str]


def user_id(payload: dict[str, int]) -> int:
    return payload["id"]


def names(rows: list[dict[str, str]]) -> list[str]:
    return [row["name"] for row in rows]


def encoded(values: list[int]) -> str:
    return json.dumps(values)


def encoded_order(order: Order) -> str:
    return json.dumps(asdict(order))


def decoded_count(text: str) -> int:
    return len(json.loads(text))


def page(items: list[int], number: int, size: int) -> list[int]:
    pages = len(items) // size
    if number > pages:
        return []
    return items[number * size : (number + 1) * size]


def flattened(payload: dict[str, list[int]]) -> list[int]:
    return [item for items in payload.values() for item in items]


def status_text(code: int) -> str:
    kinds = {1: "info", 2: "ok", 3: "moved", 4: "client", 5: "server"}
    return kinds[code // 100]


def timestamp(moment: datetime) -> str:
    return moment.isoformat()


def note(order: Order, at: int) -> str:
    return order.notes[at].upper()


def public(order: Order) -> dict[str, str]:
    return {"id": str(order.id), "amount": str(order.amount), "placed": order.placed.isoformat()}
