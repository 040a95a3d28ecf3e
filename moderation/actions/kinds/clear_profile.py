"""Removes what a person wrote about themselves."""

from django.utils.translation import gettext_lazy as _

from accounts.models import Restriction, User
from core.refusal import Refusal
from moderation.actions.contract import Order
from moderation.actions.restricting import Restricting
from moderation.models import LoggedAction
from moderation.words import refusals


class ClearProfile(Restricting):
    kind_of = Restriction.Kind.PROFILE_CLEARED
    label = _("Clear profile text")
    explanation = _("The text on the profile is removed; the log keeps it.")
    reverse = _("Put the text back")
    order = 65
    gives_first_aid = True

    def is_first_aid(self, order: Order) -> bool:
        return True

    def offers(self, person: User) -> bool:
        return bool(person.about)

    def act(self, person: User, order: Order) -> None:
        if not person.about:
            raise Refusal(refusals.NO_PROFILE_TEXT())
        before, person.about = person.about, ""
        person.save(update_fields=["about"])
        self.impose(person, order, until=None, before={"about": before})

    def undo(self, person: User, logged: LoggedAction, order: Order) -> None:
        if person.about:
            raise Refusal(refusals.TEXT_CHANGED_SINCE())
        person.about = logged.before["about"]
        person.save(update_fields=["about"])
        super().undo(person, logged, order)


kind = ClearProfile()
