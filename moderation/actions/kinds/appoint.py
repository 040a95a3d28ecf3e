"""Makes a person a member of staff, or ends that; only administrators may."""

from django import forms

from accounts.conduct import appointing, rights
from accounts.models import User
from core.refusal import Refusal
from moderation.actions.contract import Order, ReversiblePersonAction
from moderation.models import LoggedAction
from moderation.words import refusals


class Appoint(ReversiblePersonAction):
    label = "Change rights"
    explanation = "What the person may do on the site from then on, in place of whatever rights they have."
    reverse = "Give the former rights back"
    reverse_hint = "Exactly those that the person had before."
    order = 95
    is_grave = True

    def require(self, staff: User, person: User) -> None:
        rights.require_appoint(staff, person)

    def offers(self, person: User) -> bool:
        return person.is_active and person.is_person

    def list_fields(self, thing: User) -> dict[str, forms.Field]:
        held = appointing.read_rank(thing)
        ranks = forms.ChoiceField(
            label="Makes them", choices=appointing.list_ranks, initial=held, widget=forms.RadioSelect
        )
        return {"rank": ranks}

    def foresee(self, person: User, order: Order) -> list[str]:
        return [f"Rights: {self.tell_change(person, order.answers['rank'])}"]

    def tell_change(self, person: User, rank: str) -> str:
        labels = dict(appointing.list_ranks())
        return f"{labels[appointing.read_rank(person)]} → {labels[rank]}"

    def act(self, person: User, order: Order) -> None:
        if not self.offers(person):
            raise Refusal(refusals.NO_RIGHTS())
        before, change = appointing.read_rights(person), self.tell_change(person, order.answers["rank"])
        appointing.appoint(person, order.answers["rank"])
        after = appointing.read_rights(person)
        self.log(person, order, what=f"Rights: {change}.", before=before, after=after)

    def undo(self, person: User, logged: LoggedAction, order: Order) -> None:
        if appointing.read_rights(person) != logged.after:
            raise Refusal(refusals.CHANGED_SINCE())
        appointing.write_rights(person, logged.before)
        self.log(person, order, what="The former rights given back.", reverses=logged)


kind = Appoint()
