"""A test that a player asked for on the page of switches, to see whether a channel works."""

from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from core.words import Sentence
from notifications.contract import Kind
from notifications.models import Notice
from notifications.timing import Urgency
from notifications.wording.games import show_instant


class Test(Kind):
    label = _("A test I asked for")
    urgency = Urgency.EXEMPT
    is_switchable = has_many_ways = False
    mends_channel = True
    sentence = Sentence("test", "A test you asked for")
    page = "notice_switches"

    def describe(self, notice: Notice, *, now: datetime) -> dict[str, Any]:
        return {"asked_at": show_instant(notice.created_at), "sent_at": show_instant(now)}


kind = Test()
