"""Bars a person from rated games until a day."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Restriction, User
from moderation.actions.restricting import Restricting, ask_length


class BarRated(Restricting):
    kind_of = Restriction.Kind.BARRED_RATED
    label = _("Bar from rated games")
    explanation = _(
        "The person starts no new rated games until then. Unrated ones can be started, and rated ones that are going on"
        " count as usual."
    )
    reverse = _("Let rated games be started again")
    order = 42
    goes_along = True

    def list_fields(self, thing: User) -> dict[str, forms.Field]:
        return ask_length(first="30", for_good=False)


kind = BarRated()
