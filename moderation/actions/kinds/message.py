"""Writes to a person in the name of the staff. The message counts against no one."""

from django.utils.translation import gettext_lazy as _

from accounts.models import User
from core.words import Sentence
from moderation import events
from moderation.actions.contract import Order, PersonAction
from moderation.models import LoggedAction

WRITTEN = Sentence("written_to", "Written to.")


class WriteTo(PersonAction):
    label = _("Send a message")
    explanation = _("A question or advice, by inbox and email. It counts against nobody, and it answers no report.")
    reverse_hint = _("What was sent can’t be taken back: write again.")
    order = 75
    tells = True
    cites_rule = False
    settles = False

    def act(self, person: User, order: Order) -> None:
        row = self.log(person, order, what=WRITTEN(), rule="")
        events.person_written_to.send(sender=LoggedAction, logged_id=row.pk)


kind = WriteTo()
