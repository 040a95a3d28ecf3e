"""An account of all ladders beside the site: who stands where by what was done and announced, by no row of theirs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.utils import timezone

from competition import events as competition_events
from competition import ladder
from competition.events import Leaving
from competition.ladder.sweeping import UNPLAYED, UNSEEN
from competition.models import LadderMember
from core.refusal import Refusal
from engine import registry
from games import events
from games.models import WITHOUT_RESULT, Game, Seat, StaffAction
from moderation.models import LoggedAction
from tests.competition.ladder.naive import Moment, Naive, Played

DAY = 86400.0
OF_LADDER = ("not_on", "gone", "below", "too_high", "playing", "too_soon", "most_out", "most_in")
"""Refusals of a ladder alone; others come of what is written down elsewhere, such as a vacation."""


class Ladders:
    """One naive ladder a ruleset; players are known by their numbers as text."""

    def __init__(self) -> None:
        self.of: defaultdict[str, Naive] = defaultdict(Naive)
        self.games: dict[int, tuple[str, Played]] = {}
        self.seen: dict[str, datetime] = {}
        """When each was here last, or signed up."""
        self.moments: dict[tuple[int, int], Moment] = {}
        """What staff’s end of a game found, by its number and the revision that the end made."""
        self.suspended: dict[tuple[int, int], int] = {}
        """The revision at which a suspension ended a game."""
        self.dropped: defaultdict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
        """Who stood right above and below somebody when they were suspended, each time, by ladder and player."""
        self.by_hand = False
        self.faults: list[str] = []

    # --- What players do -------------------------------------------------------------------------------------
    def join(self, user: Any, slug: str, *, now: datetime) -> None:
        """Raises what the site refuses."""
        ladder.join(user, slug, now=now)
        if code := self.of[slug].join(str(user.pk), count(now)):
            self.faults.append(f"{user} joined the ladder of {slug}, which {code} forbids")

    def leave(self, user: Any, slug: str, *, now: datetime) -> None:
        ladder.leave(user, slug, now=now)
        self.of[slug].leave(str(user.pk))

    def challenge(self, slug: str, *, challenger: Any, other: Any, now: datetime) -> Game:
        """Raises what the site refuses."""
        by, of, naive = str(challenger.pk), str(other.pk), self.of[slug]
        expected = naive.refuse(by, of, count(now))
        try:
            game = ladder.challenge(slug, challenger=challenger, other=other, now=now)
        except Refusal as refusal:
            if not expected and refusal.code in OF_LADDER:
                self.faults.append(f"{challenger} may challenge {other} on the ladder of {slug}: {refusal.code}")
            raise
        if expected and "away" not in expected:  # vacations are written down elsewhere
            self.faults.append(f"{challenger} challenged {other} on the ladder of {slug}, which {expected} forbids")
        played = Played(by, of, count(now), naive.repeats(by, of, count(now)))
        naive.games.append(played)
        naive.played[by] = naive.played[of] = count(now)
        self.games[game.pk] = (slug, played)
        return game

    def set_place(self, user: Any, slug: str, *, place: int, do: Callable[[], None]) -> None:
        """What staff do by hand. Raises what the site refuses."""
        self.by_hand = True
        try:
            do()
        finally:
            self.by_hand = False
        naive, who = self.of[slug], str(user.pk)
        if who in naive.order:
            naive.order.remove(who)
        else:
            naive.leaving.discard(who)
            naive.rejoin.pop(who, None)
            naive.played[who] = naive.joined[who] = count(timezone.now())
        naive.order.insert(place - 1, who)

    # --- What is announced -----------------------------------------------------------------------------------
    @contextmanager
    def listening(self) -> Iterator[None]:
        events.result_changed.connect(self.on_result_changed)
        events.staff_acted.connect(self.on_staff_acted)
        competition_events.ladder_left.connect(self.on_ladder_left)
        competition_events.place_set.connect(self.on_place_set)
        try:
            yield
        finally:
            events.result_changed.disconnect(self.on_result_changed)
            events.staff_acted.disconnect(self.on_staff_acted)
            competition_events.ladder_left.disconnect(self.on_ladder_left)
            competition_events.place_set.disconnect(self.on_place_set)

    def on_result_changed(
        self, *, game_id: int, revision: int, after: events.Result | None, by_staff: bool = False, **_: Any
    ) -> None:
        if game_id not in self.games:
            return
        slug, played = self.games[game_id]
        if after is None:
            played.ended = None
            return
        winner = ""
        if after.winner is not None and after.termination not in WITHOUT_RESULT:
            winner = str(Seat.objects.get(game=game_id, side=after.winner).user_id)
        on_time, naive = after.termination == "time", self.of[slug]
        found = None if played.settled or not by_staff else naive.note(played, count(after.ended_at))
        naive.end(played, winner=winner, on_time=on_time, now=count(after.ended_at))
        if found is not None:
            self.moments[game_id, revision] = replace(found, left=tuple(naive.order))

    def on_staff_acted(self, *, staff_action_id: int, after: dict[str, Any], details: dict[str, Any], **_: Any) -> None:
        """Staff have undone what ended a game, by hand or by lifting a suspension, and it goes on."""
        game_id = StaffAction.objects.values_list("game_id", flat=True).get(pk=staff_action_id)
        suspension, reverses = details.get("restriction"), details.get("reverses")
        if after["ended_at"]:
            if suspension:
                self.suspended[game_id, suspension] = after["revision"]
            return
        revision = self.suspended.get((game_id, suspension)) if suspension else None
        if reverses:
            revision = LoggedAction.objects.get(pk=reverses).after["revision"]
        if revision is not None and (found := self.moments.pop((game_id, revision), None)):
            self.of[self.games[game_id][0]].undo(found)

    def on_ladder_left(self, *, user_id: int, ruleset_slug: str, why: str, now: datetime, **_: Any) -> None:
        """Who was suspended, closes the account, or has neither played nor been here for long: whether that is so for
        the last of them is looked at here."""
        naive, who = self.of[ruleset_slug], str(user_id)
        if why == Leaving.LOST_ON_TIME:
            return  # the end of the game says so by itself
        played = (count(now) - naive.played.get(who, count(now))) * DAY
        seen = self.seen.get(who)
        if why == Leaving.UNSEEN and (played < UNPLAYED.total_seconds() or (seen is not None and now - seen < UNSEEN)):
            self.faults.append(f"player {who} lost their place on the ladder of {ruleset_slug} too early")
        if why == Leaving.SUSPENDED and who in naive.order:
            self.dropped[ruleset_slug, who].append(naive.find_neighbours(who))
        naive.drop(who)

    def on_place_set(self, *, user_id: int, ruleset_slug: str, place: int | None, **_: Any) -> None:
        """Who is suspended no more stands between those between whom they stood; by hand it is written elsewhere."""
        if self.by_hand or place is None:
            return
        naive, who = self.of[ruleset_slug], str(user_id)
        naive.order.insert(place - 1, who)
        if naive.find_neighbours(who) not in self.dropped[ruleset_slug, who]:
            self.faults.append(f"player {who} was given place {place} of the ladder of {ruleset_slug}, never theirs")


def count(at: datetime) -> float:
    """Days since 1970, in which the naive ladder counts."""
    return at.timestamp() / DAY


def find_wrong_places(ladders: Ladders) -> Iterator[str]:
    """Where the order of a ladder is not that of the account."""
    yield from ladders.faults
    for ruleset in registry.all_rulesets():
        found = list(map(str, LadderMember.objects.on(ruleset.slug).values_list("user", flat=True)))
        if found != (expected := ladders.of[ruleset.slug].order):
            yield f"on the ladder of {ruleset.slug} stand {found} in place of {expected}"
