"""A player whom the reader follows has started a game."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import events
from games.events import StartedTurn
from notifications.contract import Kind, Known, Line, Way
from notifications.models import INBOX, Notice
from notifications.routing.writing import make, write
from notifications.wording.followed import describe_followed, load_followed, tell_line
from notifications.words import followed as words
from records import following


class FollowedStarted(Kind):
    """Digests tell it, too. It is sent separately only if the reader has switched that on."""

    label = _("Someone I follow starts a game")
    order = 150
    ways = {INBOX: Way.ON}
    other_ways = Way.OFF
    in_digest = True
    sentence = words.STARTED

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        return describe_followed(load_followed(notice))

    def tell_inbox(self, notice: Notice, *, user: User, known: Known) -> Line:
        return tell_line(notice, known, sentence=words.STARTED, label=self.label, with_result=False)


kind = FollowedStarted()
FIRST = 1
"""The revision at which a game starts."""


@receiver(events.turn_started)
def on_turn_started(*, turn: StartedTurn, revision: int, **_: Any) -> None:
    """Writes once for each game, whatever is taken back later. Makes one query if there are no followers."""
    if revision != FIRST:
        return
    key, payload = f"followed_started:{turn.game_id}", {"game": turn.game_id}
    followers = following.find_followers(turn.game_id)
    write(*(make(kind.name, key=key, recipient_id=follower, payload=payload) for follower in followers))
