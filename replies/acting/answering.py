"""Writes the email that answers an answer: a notice like every other, to the account's address alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from core import said
from notifications.kind_names import ANSWER
from notifications.models import ListedTurns
from notifications.routing.writing import make, write
from replies.acting.contract import ILLEGAL, NOTHING_FOUND, Answer
from replies.mails.proof import Verdict
from replies.models import Reply
from replies.words import answers as words


@dataclass(frozen=True, slots=True)
class Thread:
    """What a mail says of the thread that it stands in."""

    message_id: str
    answered: str
    """The Message-ID of the email of ours that it answers."""
    subject: str
    """Without “Re:” and its like; empty where its sender was not proven."""


def write_answer(reply: Reply, answers: Sequence[Answer], *, thread: Thread, is_last: bool = False) -> None:
    """In the transaction that marks the reply as done. `is_last` says that another refusal would not be answered."""
    references = [each for each in (thread.answered, thread.message_id) if each]
    payload: dict[str, Any] = {
        "in_reply_to": thread.message_id,
        "references": references,
        "subject": thread.subject,
        "answers": [keep(answer, is_proven=reply.verdict == Verdict.PROVEN) for answer in answers],
    }
    if any(answer.place for answer in answers):
        row = ListedTurns.objects.filter(pk=reply.about, user=reply.user_id).first()
        payload["listed"] = row.turns if row else []
    if is_last:
        payload["last"] = said.keep(words.LAST())
    if len(answers) == 1 and answers[0].game_id:
        payload["game"] = answers[0].game_id
    write(make(ANSWER, key=f"reply:{reply.pk}", recipient_id=reply.user_id, payload=payload))


def keep(answer: Answer, *, is_proven: bool) -> dict[str, Any]:
    """What was written is repeated to a proven sender alone."""
    return {
        "game": answer.game_id,
        "said": said.keep(answer.said),
        "hint": said.keep(answer.hint) if answer.hint else None,
        "is_refusal": answer.is_refusal,
        "is_turn": not answer.is_refusal or answer.code in (ILLEGAL, NOTHING_FOUND),
        "line": answer.line[:200] if is_proven else "",
        "link": answer.link,
        "asks": answer.asks,
        "listed_id": answer.listed_id,
        "place": answer.place,
    }
