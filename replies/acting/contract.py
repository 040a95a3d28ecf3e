"""What is asked for by an answer, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass

from core.words import Said
from notifications.reply_tokens import Addressed
from replies.models import Reply


@dataclass(frozen=True, slots=True)
class Asked:
    """An answer by email, after its writer and its token were found good."""

    reply: Reply
    """Its `user` asks, and its `arrived_at` is the instant that counts; its `key` is that of the turn."""
    addressed: Addressed
    lines: tuple[str, ...]
    """What was written, line by line, without quotes; one at least."""
    is_proven: bool
    """Whether the sender was proven; else nothing is played, and the answer is a link."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of what was asked for in one game."""

    code: str
    said: Said
    game_id: int | None = None
    is_refusal: bool = False
    line: str = ""
    """What was asked for, as it was read."""
    link: str = ""
    """Where it can be confirmed, if it was not done."""
