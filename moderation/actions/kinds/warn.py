"""Warns a person, who reads it on every page until they confirm."""

from django.utils.translation import gettext_lazy as _

from accounts.models import Restriction, User
from moderation.actions.contract import Order
from moderation.actions.restricting import Restricting


class Warn(Restricting):
    kind_of = Restriction.Kind.WARNED
    label = _("Warn")
    explanation = _("Stands on every page until the person has read it, and goes by email. Nothing is forbidden.")
    reverse = _("Withdraw the warning")
    order = 20
    goes_along = True

    def act(self, person: User, order: Order) -> None:
        self.impose(person, order, until=None)


kind = Warn()
