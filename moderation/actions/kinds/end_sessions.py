"""Logs a person out everywhere."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.signing_in.sessions import end_all
from core.words import Sentence
from moderation.actions.contract import Order, PersonAction

ENDED = Sentence("sessions_ended", "{n} session ended.", "{n} sessions ended.", "n")


class EndSessions(PersonAction):
    label = _("End sessions")
    explanation = _("The person is logged out everywhere, and can log in again at once.")
    reverse_hint = _("There is nothing to undo: the person can log in again at once.")
    order = 80

    def act(self, person: User, order: Order) -> None:
        ended = end_all(person)
        self.log(person, order, what=ENDED(n=ended))


kind = EndSessions()
