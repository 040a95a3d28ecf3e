"""Mutes a person: other players see nothing that they write from then on."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Restriction, User
from moderation.actions.contract import Order
from moderation.actions.restricting import DAY, LENGTHS, Restricting, ask_length, read_end


class Mute(Restricting):
    kind_of = Restriction.Kind.MUTED
    label = _("Mute")
    explanation = _(
        "The person writes nothing that other players read: chat, remarks, shared analyses, messages with challenges,"
        " profile. They still read all of it, and can write to staff."
    )
    reverse = _("Unmute")
    order = 30
    goes_along = True
    gives_first_aid = True

    def is_first_aid(self, order: Order) -> bool:
        until = read_end(order)
        return until is not None and until <= order.now + DAY

    def limit_to_first_aid(self, fields: dict[str, forms.Field]) -> dict[str, forms.Field]:
        length = forms.ChoiceField(label=fields["length"].label, choices=[("1", LENGTHS["1"])], initial="1")
        return {"length": length}

    def list_fields(self, thing: User) -> dict[str, forms.Field]:
        return ask_length()


kind = Mute()
