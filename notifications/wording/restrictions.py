"""What kinds about a restriction have in common: a line of the inbox that leads to its page, without a query."""

from typing import Any

from accounts.models import Restriction
from core.words import Said
from notifications.contract import Kind, Known, Line
from notifications.models import Notice
from notifications.timing import Urgency


class OfRestriction(Kind):
    """A kind about a restriction of the reader, whose id is in the payload."""

    urgency = Urgency.EXEMPT
    is_switchable = False
    is_about_account = True

    def say(self, notice: Notice) -> Said:
        """Returns what the inbox says."""
        assert self.sentence is not None  # each kind about a restriction has one
        return self.sentence()

    def tell_inbox(self, notice: Notice, *, user: Any, known: Known) -> Line:
        """Makes no query, since it builds the link from the id."""
        number = notice.id_of("restriction")
        if number is None:
            return Line(self.say(notice))
        return Line(self.say(notice), link=Restriction(pk=number).appeal_path)
