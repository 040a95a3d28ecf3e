"""Bars a person from reporting others."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Restriction, User
from moderation.actions.restricting import Restricting, ask_length


class BarReports(Restricting):
    kind_of = Restriction.Kind.BARRED_REPORTS
    label = _("Bar from reporting")
    explanation = _("For false reports made on purpose. Reports that wait stay.")
    reverse = _("Let reports be sent again")
    order = 60
    goes_along = True

    def list_fields(self, thing: User) -> dict[str, forms.Field]:
        return ask_length(first="30")


kind = BarReports()
