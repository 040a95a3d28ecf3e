"""Thanks a person, which the log remembers."""

from accounts.models import User
from moderation.actions.contract import Order, ReversiblePersonAction
from moderation.models import LoggedAction


class Thank(ReversiblePersonAction):
    label = "Thank"
    explanation = "For a report that helped."
    reverse = "Take the thanks back"

    def act(self, person: User, order: Order) -> None:
        self.log(person, order, what="Thanked.")

    def undo(self, person: User, logged: LoggedAction, order: Order) -> None:
        self.log(person, order, what="Thanks taken back.", reverses=logged)


kind = Thank()
