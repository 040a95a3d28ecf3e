"""Logs a person out everywhere."""

from accounts.models import User
from accounts.signing_in.sessions import end_all
from moderation.actions.contract import Order, PersonAction


class EndSessions(PersonAction):
    label = "End sessions"
    explanation = "The person is logged out everywhere, and can log in again at once."
    reverse_hint = "There is nothing to undo: the person can log in again at once."
    order = 80

    def act(self, person: User, order: Order) -> None:
        ended = end_all(person)
        self.log(person, order, what=f"{ended} session{'' if ended == 1 else 's'} ended.")


kind = EndSessions()
