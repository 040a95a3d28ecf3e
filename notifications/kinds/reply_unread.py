"""The site did not act on an email to the address for replies. This goes to the account's own address, so that its
owner does not believe that they have played."""

from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from core.said import recall
from games.reading.seats import read_seats
from notifications.contract import Kind
from notifications.faults import Dropped
from notifications.models import Notice
from notifications.timing import Urgency
from notifications.wording import links
from notifications.wording.games import find_game


class ReplyUnread(Kind):
    label = _("Emails of mine that you didn’t act on")
    urgency = Urgency.EXEMPT
    is_in_thread = True
    is_switchable = has_many_ways = False

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """Describes it, with a link to the game that it was about, or to all games. It takes no reply, to prevent loops
        of emails."""
        told = {"said": str(recall(notice.payload["said"]))}
        if pk := notice.payload["game"]:
            game = find_game(pk)
            other = read_seats(game, reader_id=notice.recipient_id).other
            if other is None:
                raise Dropped("It is not their game.")
            about = {"about": game, "ruleset": game.ruleset, "opponent": other.user.shown_name}
            return {**told, **about, "link": links.absolute(game.get_absolute_url())}
        return {**told, "link": links.absolute(reverse("home"))}


kind = ReplyUnread()
