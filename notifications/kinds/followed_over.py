"""A game is over that the reader follows, or one of a player whom they follow."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import events
from games.events import Result
from notifications.contract import Kind, Known, Line, Way
from notifications.faults import Dropped
from notifications.models import INBOX, Notice
from notifications.routing.writing import make, write
from notifications.wording.followed import describe_followed, load_followed, tell_line
from notifications.words import followed as words
from records import following


class FollowedOver(Kind):
    """Digests tell it, too. It is sent separately only if the reader has switched that on."""

    label = _("A game I follow is over")
    order = 151
    ways = {INBOX: Way.ON}
    other_ways = Way.OFF
    in_digest = True
    sentence = words.OVER

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        game = load_followed(notice)
        if not game.is_over:
            raise Dropped("The game goes on.")
        return describe_followed(game)

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        return tell_line(notice, known, sentence=words.OVER, label=self.label, with_result=True)


kind = FollowedOver()


@receiver(events.result_changed)
def on_result_changed(*, game_id: int, before: Result | None, after: Result | None, revision: int, **_: Any) -> None:
    """Writes when a game ends. What staff later decide about a finished game is only on its page. Makes one query if
    the game has no followers."""
    if before is not None or after is None:
        return
    key, payload = f"followed_over:{game_id}:{revision}", {"game": game_id}
    followers = following.find_followers(game_id)
    write(*(make(kind.name, key=key, recipient_id=follower, payload=payload) for follower in followers))
