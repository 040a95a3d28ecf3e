"""Mutes a person: no chat in any game."""

from django import forms

from accounts.models import Restriction, User
from moderation.actions.contract import Order
from moderation.actions.restricting import DAY, Restricting, ask_length, read_end


class Mute(Restricting):
    kind_of = Restriction.Kind.MUTED
    label = "Mute chat"
    explanation = "The person can’t write in chats, and still reads them."
    reverse = "Unmute"
    order = 30

    def is_first_aid(self, order: Order) -> bool:
        until = read_end(order)
        return until is not None and until <= order.now + DAY

    def list_fields(self, thing: User) -> dict[str, forms.Field]:
        return ask_length()


kind = Mute()
