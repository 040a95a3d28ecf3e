"""Thanks a person, which the log remembers."""

from accounts.models import User
from core.words import Sentence
from moderation.actions.contract import Order, ReversiblePersonAction
from moderation.models import LoggedAction

THANKED = Sentence("thanked", "Thanked.")
TAKEN_BACK = Sentence("thanks_taken_back", "Thanks taken back.")


class Thank(ReversiblePersonAction):
    label = "Thank"
    explanation = "For a report that helped."
    reverse = "Take the thanks back"

    def act(self, person: User, order: Order) -> None:
        self.log(person, order, what=THANKED())

    def undo(self, person: User, logged: LoggedAction, order: Order) -> None:
        self.log(person, order, what=TAKEN_BACK(), reverses=logged)


kind = Thank()
