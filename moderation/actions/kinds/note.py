"""Writes a note about a person for other staff."""

from accounts.models import User
from moderation.actions.contract import Order, ReversiblePersonAction
from moderation.models import LoggedAction


class Note(ReversiblePersonAction):
    label = "Note"
    explanation = "For other staff alone. The person isn’t told."
    reverse = "Strike out"
    reverse_hint = "The note stays in the log, struck out."
    order = 10
    needs_person = False
    decides = False

    def act(self, person: User, order: Order) -> None:
        self.log(person, order, what="Noted.")

    def undo(self, person: User, logged: LoggedAction, order: Order) -> None:
        self.log(person, order, what="Note struck out.", reverses=logged)


kind = Note()
