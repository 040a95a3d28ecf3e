"""The answer to what the reader asked for by replying to an email of ours. It belongs to the same thread."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from core.said import recall
from games.telling import result_of
from notifications.contract import Kind
from notifications.models import Notice
from notifications.timing import Urgency
from notifications.wording.clean import clean_line
from notifications.wording.games import describe_game, load_game_of
from notifications.wording.several import PICTURED


class ReplyAnswered(Kind):
    takes_replies = is_in_thread = True
    label = _("Answers to what I write by email")
    urgency = Urgency.EXEMPT
    is_switchable = has_many_ways = False

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """Describes the result of each line, with the present board. If there are several games, describes each of
        them."""
        told = [
            self.tell(answer, notice, place=place, now=now) for place, answer in enumerate(notice.payload["answers"])
        ]
        shown = [answer["shown"] for answer in told if answer["shown"]]
        for place, game in enumerate(shown, start=1):  # a reply names the game by it
            game["number"] = game["place"] or place
        thread, last = clean_line(notice.payload["subject"]), notice.payload.get("last")
        if len(shown) == 1 and not thread.endswith(f"#{shown[0]['game'].pk})"):
            thread = ""  # the reader has changed the subject
        told_last = {"last": str(recall(last)) if last else ""}
        if len(told) == 1:
            answer = told[0]
            again = {
                "reply_asks": answer["asks"],
                "listed_id": answer["listed_id"],
                "is_reply_shown": not answer["link"],
                "reply_teaches": answer["is_turn"],
            }
            return {**(shown[0] if shown else {}), "told": told, "thread": thread, **told_last, **again}
        listed = {"listed_turns": notice.payload.get("listed", ())}
        return {"told": told, "thread": thread, **told_last, **({"games": shown, **listed} if shown else {})}

    def tell(self, answer: dict[str, Any], notice: Notice, *, place: int, now: datetime) -> dict[str, Any]:
        hint, shown = answer["hint"], None
        if answer["game"]:
            game = load_game_of(answer["game"], notice)
            described = describe_game(game, notice, now=now, pictured=place < PICTURED)
            shown = {
                **described,
                "picture_cid": f"board-{game.pk}",
                "place": answer.get("place", 0),
                "result": result_of(game) if game.is_over else "",
            }
        return {
            "said": str(recall(answer["said"])),
            "hint": str(recall(hint)) if hint else "",
            "line": clean_line(answer["line"]),
            "is_refusal": answer["is_refusal"],
            "is_turn": answer.get("is_turn", True),
            "link": answer["link"],
            "asks": answer["asks"],
            "listed_id": answer["listed_id"],
            "shown": shown,
        }


kind = ReplyAnswered()
