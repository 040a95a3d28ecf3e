"""Bars a person from challenges, or from open ones alone."""

from django import forms

from accounts.models import Restriction, User
from moderation.actions.contract import Order
from moderation.actions.restricting import Restricting, ask_length

Kind = Restriction.Kind


class Bar(Restricting):
    kind_of = Kind.BARRED
    label = "Bar from challenges"
    explanation = "The person finishes their games and starts no new ones; or none that are open to anyone."
    reverse = "Let challenges be sent again"
    order = 40

    def list_fields(self, thing: User) -> dict[str, forms.Field]:
        which = [(Kind.BARRED, "All challenges"), (Kind.BARRED_OPEN, "Open challenges alone")]
        return {"which": forms.ChoiceField(label="Which", choices=which, initial=Kind.BARRED), **ask_length()}

    def choose_kind(self, order: Order) -> Restriction.Kind:
        return Kind(order.answers.get("which", Kind.BARRED))


kind = Bar()
