"""The forms of records, as they are published: a JSON Schema, and the grammar of the text."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


@cache
def read_grammar() -> str:
    """In ABNF (RFC 5234)."""
    return (HERE / "record.abnf").read_text()


def read_schema(*, address: str) -> dict[str, Any]:
    """JSON Schema 2020-12 of format 1, served at `address`."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": address, **_read()}


@cache
def _read() -> dict[str, Any]:
    read: dict[str, Any] = json.loads((HERE / "record-1.json").read_text())
    return read
