"""The answer to what its reader asked for by answering an email of ours, in the same thread."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from core.said import recall
from notifications.contract import Kind
from notifications.models import Notice
from notifications.timing import Urgency
from notifications.wording.games import describe_game, find_game


class ReplyAnswered(Kind):
    takes_replies = True
    label = _("Answers to what I write by email")
    urgency = Urgency.EXEMPT
    is_switchable = has_many_ways = False

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        answers = [
            {
                **answer,
                "told": str(recall(answer["said"])),
                "shown": describe_game(find_game(answer["game"]), notice, now=now) if answer["game"] else None,
            }
            for answer in notice.payload["answers"]
        ]
        shown = answers[0]["shown"] if len(answers) == 1 and answers[0]["shown"] else {}
        return {**shown, "answers": answers}


kind = ReplyAnswered()
