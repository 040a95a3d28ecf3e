"""Suspends a person until a day or for good. Staff choose what happens to the running games, and see it first."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Restriction, User
from competition import ladder
from core.refusal import Refusal
from core.words import Said
from engine import registry
from games import play
from games.models import Game
from games.play.suspension import SUSPENDED
from games.reading.seats import read_seats
from moderation.actions.contract import Order
from moderation.actions.ladder import OFF_LADDER, tell_given
from moderation.actions.restricting import Restricting, ask_length, read_end
from moderation.models import LoggedAction
from moderation.words import acting as words
from moderation.words import refusals

Games = Restriction.Games


class Suspend(Restricting):
    done_as = (SUSPENDED,)
    kind_of = Restriction.Kind.SUSPENDED
    label = _("Suspend")
    done = _("Your opponent is suspended, which settles this game")
    explanation = _(
        "The person starts no games and writes nothing; unless running games go on, they can’t log in either."
    )
    reverse = _("Lift the suspension")
    reverse_hint = _(
        "The person can log in again. Games that it paused, lost or voided go on from where they were. Places on"
        " ladders are given back where nobody has moved since."
    )
    order = 90
    goes_along = True
    is_grave = True

    def list_fields(self, thing: User) -> dict[str, forms.Field]:
        widget, choices = forms.RadioSelect, Games.choices
        games = forms.ChoiceField(label=_("Running games"), choices=choices, widget=widget, initial=Games.GO_ON)
        return {**ask_length(first="30"), "games": games}

    def foresee(self, person: User, order: Order) -> list[Said]:
        running, chosen = Game.objects.active().of(person).count(), Games(order.answers["games"])
        games = words.RUNNING(n=running, fate=chosen.label)
        return [*super().foresee(person, order), games, *self.list_ends(person, chosen), *self.list_places(person)]

    def list_ends(self, person: User, chosen: Games) -> list[Said]:
        """Lists the first running games."""
        if chosen == Games.GO_ON:
            return []
        found = Game.objects.active().of(person).order_by("pk").prefetch_related("seats__user")[:10]
        named = ((game, read_seats(game).usernames) for game in found)
        return [words.GAME_OF_TWO(game=game, one=one, other=other) for game, (one, other) in named]

    def list_places(self, person: User) -> list[Said]:
        """Lists the places on ladders that the person loses."""
        return [
            OFF_LADDER(ruleset=registry.get(slug).name, place=state["place"])
            for slug, state in ladder.describe_standing(person.pk).items()
        ]

    def act(self, person: User, order: Order) -> None:
        until, games = read_end(order), Games(order.answers["games"])
        if games == Games.PAUSED and until is None:
            raise Refusal(refusals.NO_END(), status=422)
        ours = Game.objects.active().of(person).filter(pk__in=Game.objects.of(order.staff).values("pk"))
        if games != Games.GO_ON and ours.exists() and not order.is_concerned:
            raise Refusal(refusals.OWN_GAME(), status=403)
        before = {"ladders": standing} if (standing := ladder.describe_standing(person.pk)) else {}
        self.impose(person, order, until=until, games=games, before=before)

    def tell_lifted(self, person: User, logged: LoggedAction, order: Order) -> list[Said]:
        given = ladder.give_back_places(person, logged.before.get("ladders", {}), now=order.now)
        return [*tell_given(given)]

    def after(self, person: User, order: Order) -> None:
        play.settle_suspensions()


kind = Suspend()
