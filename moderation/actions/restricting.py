"""What the actions that restrict a person share."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.conduct import restrictions
from accounts.models import Restriction, User
from core.refusal import Refusal
from core.words import Said, say_all
from games import challenges
from moderation.actions.contract import Order, ReversiblePersonAction
from moderation.models import LoggedAction
from moderation.words import acting as words
from moderation.words import log as log_words
from moderation.words import refusals

DAY = timedelta(days=1)
GOOD = "good"
LENGTHS = {
    "1": _("1 day"),
    "3": _("3 days"),
    "7": _("1 week"),
    "30": _("30 days"),
    "90": _("90 days"),
    "365": _("1 year"),
}


def ask_length(*, first: str = "7", for_good: bool = True) -> dict[str, forms.Field]:
    """Returns the fields for how long: one of a few lengths, or until a time."""
    choices = [*LENGTHS.items(), *([(GOOD, _("For good"))] if for_good else [])]
    widget = forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return {
        "length": forms.ChoiceField(label=_("How long"), choices=choices, initial=first),
        "until": forms.DateTimeField(
            label=_("Or until"), required=False, widget=widget, help_text=_("In your time zone.")
        ),
    }


def read_end(order: Order) -> datetime | None:
    """Reads when the restriction ends from what was filled in. None means for good."""
    if until := order.answers.get("until"):
        return until
    length = order.answers.get("length", GOOD)
    return None if length == GOOD else order.now + int(length) * DAY


class Restricting(ReversiblePersonAction):
    """Imposes a restriction of its kind on the person. Undoing it lifts the restriction."""

    kind_of: ClassVar[Restriction.Kind]
    reverse_hint = _("It no longer stands from then on, and the person is told.")
    tells = True
    takes_others = True

    def choose_kind(self, order: Order) -> Restriction.Kind:
        return self.kind_of

    def foresee(self, person: User, order: Order) -> list[Said]:
        until = read_end(order) if "length" in self.list_fields(person) else None
        kind = self.choose_kind(order)
        said = {"reason": order.told, "rule": order.rule, "scope": restrictions.scope_of(kind)}
        planned = Restriction(kind=kind, until_at=until, **said)
        return [words.PERSON_READS(text=restrictions.tell(planned))]

    def act(self, person: User, order: Order) -> None:
        self.impose(person, order, until=read_end(order))

    def impose(self, person: User, order: Order, *, until: datetime | None, **more: Any) -> Restriction:
        if order.everybody:  # in the order of a game's end: after games and ratings
            challenges.lock_standing(*order.everybody)
        games, before = more.pop("games", ""), more.pop("before", {})
        made = restrictions.impose(
            person,
            self.choose_kind(order),
            until=until,
            games=games,
            reason=order.told,
            rule=order.rule,
            by=order.staff,
            now=order.now,
        )
        self.log(person, order, what=log_words.tell_imposed(made.kind, made.until_at), restriction=made, before=before)
        return made

    def undo(self, person: User, logged: LoggedAction, order: Order) -> None:
        if logged.restriction is None:
            raise Refusal(refusals.NOTHING_TO_LIFT())
        restrictions.close(logged.restriction.pk, how=Restriction.Close.LIFTED, now=order.now)
        lifted = log_words.LIFTED(kind=logged.restriction.get_kind_display())
        what = say_all(lifted, *self.tell_lifted(person, logged, order))
        self.log(person, order, what=what, restriction=logged.restriction, reverses=logged)

    def tell_lifted(self, person: User, logged: LoggedAction, order: Order) -> list[Said]:
        """Undoes what else has to be undone once the restriction is lifted, and says what that was."""
        return []
