"""Writes a note about a person for other staff."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.words import Sentence
from moderation.actions.contract import Order, ReversiblePersonAction
from moderation.models import LoggedAction

NOTED = Sentence("noted", "Noted.")
STRUCK_OUT = Sentence("struck_out", "Note struck out.")


class Note(ReversiblePersonAction):
    label = _("Note")
    explanation = _("For other staff alone. The person isn’t told.")
    reverse = _("Strike out")
    reverse_hint = _("The note stays in the log, struck out.")
    order = 10
    needs_person = False
    decides = False

    def act(self, person: User, order: Order) -> None:
        self.log(person, order, what=NOTED())

    def undo(self, person: User, logged: LoggedAction, order: Order) -> None:
        self.log(person, order, what=STRUCK_OUT(), reverses=logged)


kind = Note()
