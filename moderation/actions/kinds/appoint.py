"""Makes a person a member of staff, or ends that. Only administrators may do it."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.conduct import appointing, rights
from accounts.models import User
from core.refusal import Refusal
from core.words import Said, Sentence
from moderation.actions.contract import Order, ReversiblePersonAction
from moderation.models import LoggedAction
from moderation.words import acting as words
from moderation.words import refusals

CHANGED = Sentence("rights_changed", "Rights: {before} → {after}.")
GIVEN_BACK = Sentence("rights_given_back", "The former rights given back.")


class Appoint(ReversiblePersonAction):
    label = _("Change rights")
    explanation = _("What the person may do on the site from then on, in place of whatever rights they have.")
    reverse = _("Give the former rights back")
    reverse_hint = _("Exactly those that the person had before.")
    order = 95
    is_grave = True

    def require(self, staff: User, person: User) -> None:
        rights.require_appoint(staff, person)

    def offers(self, person: User) -> bool:
        return person.is_active and person.is_person

    def list_fields(self, thing: User) -> dict[str, forms.Field]:
        held = appointing.read_rank(thing)
        ranks = forms.ChoiceField(
            label=_("Makes them"), choices=appointing.list_ranks, initial=held, widget=forms.RadioSelect
        )
        return {"rank": ranks}

    def foresee(self, person: User, order: Order) -> list[Said]:
        return [words.RIGHTS(**self.tell_change(person, order.answers["rank"]))]

    def tell_change(self, person: User, rank: str) -> dict[str, object]:
        """Returns the labels of the rank before and after."""
        labels = dict(appointing.list_ranks())
        return {"before": labels[appointing.read_rank(person)], "after": labels[rank]}

    def act(self, person: User, order: Order) -> None:
        if not self.offers(person):
            raise Refusal(refusals.NO_RIGHTS())
        before, change = appointing.read_rights(person), self.tell_change(person, order.answers["rank"])
        appointing.appoint(person, order.answers["rank"])
        after = appointing.read_rights(person)
        self.log(person, order, what=CHANGED(**change), before=before, after=after)

    def undo(self, person: User, logged: LoggedAction, order: Order) -> None:
        if appointing.read_rights(person) != logged.after:
            raise Refusal(refusals.RIGHTS_CHANGED_SINCE())
        appointing.write_rights(person, logged.before)
        self.log(person, order, what=GIVEN_BACK(), reverses=logged)


kind = Appoint()
