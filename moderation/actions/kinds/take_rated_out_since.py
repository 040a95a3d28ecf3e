"""Takes all rated games of a person since a day out of the ratings. It is one row of the log, and is undone as a
whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.conduct import restrictions
from accounts.models import Restriction, User
from core.refusal import Refusal
from core.said import AS_TOLD
from core.words import LONG_DAY, Said, say_all, tell_day
from engine import registry
from games.events import Correcting
from games.models import Game, Seat
from games.play import rated_by_staff
from games.play.rated_by_staff import TakenOut, Which
from games.rating import Correction, announce
from games.reading.seats import read_seats
from moderation.actions.contract import ConcerningOthers, Order
from moderation.actions.restricting import Restricting
from moderation.actions.since import ask_since, read_since
from moderation.actions.unticking import LeftOutField
from moderation.models import LoggedAction
from moderation.words import acting as words
from moderation.words import refusals

SHOWN = 100
"""The most ratings that the rehearsal shows. These are the ones that change most."""
OFFERED = 400
"""The most games that can be unticked. These are the newest ones."""


class TakeRatedOutSince(Restricting, ConcerningOthers):
    kind_of = Restriction.Kind.WARNED
    label = _("Take out rated games since a day")
    explanation = _(
        "None of the person’s rated games that ended since then, or are still going on, counts for anybody’s rating."
        " The ratings of their opponents are computed again without these games, each of them is told why and may"
        " appeal, and the person is warned. Results and records stay."
    )
    reverse = _("Put these games back into the ratings")
    reverse_hint = _("All that this took out count again, everybody is told once, and the warning is withdrawn.")
    done_to_others = _("Staff have taken games of yours out of the ratings")
    order = 69

    def list_fields(self, thing: User) -> dict[str, forms.Field]:
        opponent = forms.CharField(label=_("Only against"), required=False, max_length=20)
        games = LeftOutField(label=_("These games"), required=False, help_text=_("Untick those that should count."))
        others = forms.CharField(
            label=_("What the others read whose ratings change"),
            required=False,
            max_length=500,
            initial=words.REASON_FOR_OTHERS,
            widget=forms.Textarea({"rows": 2}),
            help_text=_("Nothing about the person that isn’t public."),
        )
        return {"since": ask_since(), "opponent": opponent, "without": games, "others": others}

    def show_more(self, person: User, order: Order, fields: Mapping[str, forms.Field]) -> None:
        field = fields["without"]
        assert isinstance(field, LeftOutField)
        which = read_which(order)._replace(without=frozenset())
        found = rated_by_staff.list_rated_since(person.pk, since=read_since(order), which=which)
        field.show(name_games(found))

    def foresee(self, person: User, order: Order) -> list[Said]:
        since = read_since(order)
        found = rated_by_staff.foresee_out_since(
            person.pk, since=since, which=read_which(order), staff=order.staff, now=order.now
        )
        planned = Restriction(kind=self.kind_of, reason=self.tell_person(found, order), rule=order.rule)
        games = [words.GAMES_OUT(n=len(found.game_ids))]
        games += [words.RUNNING_OUT(n=found.running)] if found.running else []
        return [words.PERSON_READS(text=restrictions.tell(planned)), *games, *tell_ratings(found.corrections)]

    def list_locked(self, person: User, order: Order) -> set[int]:
        game_ids = rated_by_staff.list_rated_since(person.pk, since=read_since(order), which=read_which(order))
        return {person.pk, *Seat.objects.filter(game__in=game_ids).values_list("user_id", flat=True)}

    def lock(self, person: User, order: Order) -> User:
        """Locks all who play in the games, since players are locked before any game. Returns the person."""
        game_ids = rated_by_staff.list_rated_since(person.pk, since=read_since(order), which=read_which(order))
        rated_by_staff.lock_players(game_ids, also=person.pk)
        return super().lock(person, order)

    def act(self, person: User, order: Order) -> None:
        found = rated_by_staff.take_out_since(
            person.pk,
            since=read_since(order),
            which=read_which(order),
            staff=order.staff,
            also_own=order.is_concerned,
            now=order.now,
        )
        told = self.tell_person(found, order)
        others = (order.answers.get("others") or "").strip() or str(words.REASON_FOR_OTHERS())
        before = {"games": found.game_ids, "others": others}
        made = self.impose(person, replace(order, told=told), until=None, before=before)
        logged = made.logged_actions.get()
        for each in found.corrections:  # the person appeals against the warning
            decision = logged.pk if each.user_id != person.pk else None
            announce([each], game_id=None, cause=Correcting.TAKEN_OUT, decision=decision)

    def lock_to_undo(self, person_id: int, logged: LoggedAction) -> User:
        rated_by_staff.lock_players(logged.before["games"], also=person_id)
        return super().lock_to_undo(person_id, logged)

    def foresee_undo(self, person: User, logged: LoggedAction, order: Order) -> list[Said]:
        found = rated_by_staff.foresee_all_back(logged.before["games"])
        return [words.GAMES_BACK(n=len(found.game_ids)), *tell_ratings(found.corrections)]

    def undo(self, person: User, logged: LoggedAction, order: Order) -> None:
        """Puts back what this action has taken out, whatever others have taken out before or since."""
        rated_by_staff.put_all_back(logged.before["games"])
        super().undo(person, logged, order)

    def list_games_of(self, user_id: int, logged: LoggedAction) -> list[int]:
        if user_id == logged.person_id:
            return []
        theirs = Seat.objects.filter(user=user_id, game__in=logged.before["games"])
        return list(theirs.order_by("game_id").values_list("game_id", flat=True))

    def read_reason(self, logged: LoggedAction) -> str:
        return str(logged.before.get("others", ""))

    def foresee_undo_for(self, user_id: int, logged: LoggedAction) -> list[Said]:
        found = rated_by_staff.foresee_all_back(self.list_games_of(user_id, logged))
        return [words.GAMES_BACK(n=len(found.game_ids)), *tell_ratings(found.corrections)]

    def undo_for(self, user_id: int, logged: LoggedAction) -> None:
        rated_by_staff.put_all_back(self.list_games_of(user_id, logged))

    def tell_person(self, found: TakenOut, order: Order) -> str:
        """Writes the message to the person: how many games are taken out, and then what staff wrote. Raises Refusal:
        nothing."""
        if not found.game_ids:
            raise Refusal(refusals.NOTHING_RATED_SINCE(), status=422)
        day = tell_day(order.answers["since"], form=LONG_DAY)
        return str(say_all(words.OUT_SINCE(n=len(found.game_ids), day=day), AS_TOLD(text=order.told)))


def read_which(order: Order) -> Which:
    """Reads which games are meant from what was filled in. Raises Refusal: no_person."""
    name = order.answers.get("opponent") or ""
    opponent = User.objects.named(name.strip()).first() if name.strip() else None
    if name.strip() and opponent is None:
        raise Refusal(refusals.NO_PERSON(name=name.strip()), status=422)
    return Which(opponent.pk if opponent else None, order.answers.get("without") or frozenset())


def name_games(game_ids: list[int]) -> list[tuple[int, Said]]:
    """Returns the numbers and names of the games, newest first, so that some can be unticked."""
    found = Game.objects.filter(pk__in=game_ids).order_by("-pk").prefetch_related("seats__user")[:OFFERED]
    named = ((game, read_seats(game).usernames) for game in found)
    return [(game.pk, words.GAME_OF_TWO(game=game, one=one, other=other)) for game, (one, other) in named]


def tell_ratings(corrections: list[Correction]) -> list[Said]:
    """Says whose ratings change, with the largest changes first."""
    names = dict(User.objects.filter(pk__in=[each.user_id for each in corrections]).values_list("pk", "username"))
    ranked = sorted(corrections, key=lambda each: (-abs(each.after - each.before), names[each.user_id]))
    said: list[Said] = [
        words.RATING_OF(
            name=names[each.user_id],
            ruleset=registry.get(each.slug).name,
            before=each.before,
            after=each.after,
        )
        for each in ranked[:SHOWN]
    ]
    return said + ([words.MORE_RATINGS(n=len(ranked) - SHOWN)] if len(ranked) > SHOWN else [])


kind = TakeRatedOutSince()
