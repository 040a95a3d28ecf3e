"""Names of games whose titles could be mistaken for another's."""

from __future__ import annotations


def entitle(title: str, subtitle: str) -> str:
    """The whole name: “MASTER · dice”."""
    return f"{title} · {subtitle}"
