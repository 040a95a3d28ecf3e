"""Bars a person from reporting others."""

from django import forms

from accounts.models import Restriction, User
from moderation.actions.restricting import Restricting, ask_length


class BarReports(Restricting):
    kind_of = Restriction.Kind.BARRED_REPORTS
    label = "Bar from reporting"
    explanation = "For false reports made on purpose. Reports that wait stay."
    reverse = "Let reports be sent again"
    order = 60

    def list_fields(self, thing: User) -> dict[str, forms.Field]:
        return ask_length(first="30")


kind = BarReports()
