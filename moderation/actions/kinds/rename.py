"""Removes an offensive name. The person has to choose another."""

from django.utils.translation import gettext_lazy as _

from accounts.models import Restriction, User
from accounts.people import renaming
from moderation.actions.contract import Order
from moderation.actions.restricting import Restricting
from moderation.models import LoggedAction


class Rename(Restricting):
    kind_of = Restriction.Kind.RENAMED
    label = _("Force a new name")
    explanation = _(
        "The name is gone at once, and a neutral one stands in until the person has chosen another. They log in by"
        " either, and are asked for a new one then."
    )
    reverse = _("Give the name back")
    reverse_hint = _("As long as the person has not chosen another: that stays.")
    order = 70

    def act(self, person: User, order: Order) -> None:
        before = renaming.take_name(person, now=order.now)
        self.impose(person, order, until=None, before={"username": before})

    def undo(self, person: User, logged: LoggedAction, order: Order) -> None:
        if logged.restriction is not None and logged.restriction.close == Restriction.Close.DONE:
            raise renaming.chosen_since(person)
        renaming.give_back(person, name=logged.before["username"])
        super().undo(person, logged, order)


kind = Rename()
