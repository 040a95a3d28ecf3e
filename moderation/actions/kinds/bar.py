"""Bars a person from all challenges or only from open ones, and withdraws their pending challenges."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Restriction, User
from core.words import Said
from games import challenges
from games.models import Challenge
from moderation.actions.contract import Order
from moderation.actions.restricting import Restricting, ask_length, read_end
from moderation.models import Report
from moderation.words import acting as words

Kind = Restriction.Kind
SHOWN = 80
"""The most characters of a challenge's message that the rehearsal shows."""


class Bar(Restricting):
    kind_of = Kind.BARRED
    label = _("Bar from challenges")
    explanation = _(
        "The person finishes their games and starts no new ones; or none that are open to anyone. What they have"
        " offered and nobody has answered is withdrawn, and nobody else reads what they wrote with it."
    )
    reverse = _("Let challenges be sent again")
    reverse_hint = _("New challenges can be sent, and the person is told. Those that were withdrawn stay withdrawn.")
    order = 40
    goes_along = True

    def list_fields(self, thing: User) -> dict[str, forms.Field]:
        which = [(Kind.BARRED, _("All challenges")), (Kind.BARRED_OPEN, _("Open challenges alone"))]
        return {"which": forms.ChoiceField(label=_("Which"), choices=which, initial=Kind.BARRED), **ask_length()}

    def fit_to(self, report: Report, fields: dict[str, forms.Field]) -> dict[str, forms.Field]:
        if report.thing == "challenge" and report.thing_id is not None:
            open_one = Challenge.objects.filter(pk=report.thing_id, audience=Challenge.Audience.ANYONE)
            fields["which"].initial = Kind.BARRED_OPEN if open_one.exists() else Kind.BARRED
        return fields

    def choose_kind(self, order: Order) -> Restriction.Kind:
        return Kind(order.answers.get("which", Kind.BARRED))

    def is_of_open_ones(self, order: Order) -> bool:
        return self.choose_kind(order) == Kind.BARRED_OPEN

    def foresee(self, person: User, order: Order) -> list[Said]:
        pending = challenges.list_pending_by(person.pk, only_open=self.is_of_open_ones(order), now=order.now)
        return [*super().foresee(person, order), *(tell(each) for each in pending)]

    def act(self, person: User, order: Order) -> None:
        withdrawn = challenges.withdraw_by_staff(person.pk, only_open=self.is_of_open_ones(order), now=order.now)
        self.impose(person, order, until=read_end(order), before={"withdrawn": withdrawn} if withdrawn else {})


def tell(challenge: Challenge) -> Said:
    """Says that the challenge is withdrawn, and quotes its message if it has one."""
    about: dict[str, object] = {"number": challenge.pk, "ruleset": challenge.ruleset.name}
    if challenge.note:
        return words.WITHDRAWN_WITH_NOTE(**about, note=challenge.note[:SHOWN])
    return words.WITHDRAWN(**about)


kind = Bar()
