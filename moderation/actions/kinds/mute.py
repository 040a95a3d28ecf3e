"""Mutes a person: no chat in any game."""

from django import forms

from accounts.models import Restriction, User
from moderation.actions.restricting import Restricting, ask_length


class Mute(Restricting):
    kind_of = Restriction.Kind.MUTED
    label = "Mute chat"
    explanation = "The person can’t write in chats, and still reads them."
    reverse = "Unmute"
    order = 30

    def list_fields(self, thing: User) -> dict[str, forms.Field]:
        return ask_length()


kind = Mute()
