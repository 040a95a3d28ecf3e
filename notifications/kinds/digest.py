"""A digest of the games that wait for the reader. `scheduling.digests` writes it at the hour that the reader chose."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from notifications.contract import Kind, Way
from notifications.faults import Dropped
from notifications.models import EMAIL, Notice
from notifications.timing import Urgency
from notifications.wording.followed import list_news, tell_news
from notifications.wording.several import list_games
from notifications.wording.waiting import list_waiting


class Digest(Kind):
    """Has no switch, since digests are a mode. It never appears in the inbox: the games themselves are on the site's
    pages."""

    takes_replies = True
    label = _("A digest of my games")
    urgency = Urgency.DIGEST
    is_switchable = False
    ways = {EMAIL: Way.ON}
    other_ways = Way.NEVER
    stands_in_inbox = False

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        """Describes every game that waits for the reader at `now`, and news of what they follow."""
        if notice.recipient is None:
            raise Dropped("There is nobody to list games for.")
        later = Notice.objects.filter(recipient=notice.recipient, kind=notice.kind, channel=notice.channel)
        good = (Notice.State.WAITING, Notice.State.SENT)
        if later.filter(pk__gt=notice.pk, state__in=good).exists():  # email was away when this one was due
            raise Dropped("A later digest says the same.")
        waiting = list_waiting(notice.recipient)
        news = list_news(notice, notice.recipient, now=now)
        if not waiting and not news:
            raise Dropped("No game waits for them.")
        return {**list_games(waiting, notice, now=now, leave_out=True), "news": tell_news(news)}


kind = Digest()
