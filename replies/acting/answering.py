"""Writes the email that answers an answer: a notice like every other, to the account's address alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core import said
from notifications.routing.writing import make, write
from replies.acting.contract import Answer
from replies.models import Reply

KIND = "reply_answered"


def write_answer(reply: Reply, answers: Sequence[Answer], *, message_id: str) -> None:
    """In the transaction that marks the reply as done."""
    payload: dict[str, Any] = {"in_reply_to": message_id, "answers": [keep(answer) for answer in answers]}
    if len(answers) == 1 and answers[0].game_id:
        payload["game"] = answers[0].game_id
    write(make(KIND, key=f"reply:{reply.pk}", recipient_id=reply.user_id, payload=payload))


def keep(answer: Answer) -> dict[str, Any]:
    return {
        "game": answer.game_id,
        "said": said.keep(answer.said),
        "is_refusal": answer.is_refusal,
        "line": answer.line[:200],
        "link": answer.link,
    }
