"""Pauses, vacation, turns and more time in any order: the deadline agrees with a clock counted by the minute."""

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from accounts.time_off import vacation
from core.refusal import Refusal
from engine.contract import Side
from games import clock, play
from games.play.pause import is_paused
from tests.factories import UserFactory, give_vacation, play_turns

pytestmark = pytest.mark.long

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
START = datetime(2027, 3, 26, 12, tzinfo=UTC)
"""On Friday; in Berlin the night to Sunday loses an hour."""
DAYS = 3


@dataclass
class Watch:
    """A clock as a person would keep it who looks at it every minute, and knows nothing of how the site does."""

    allowed: list[int]
    """Minutes of vacation that the game still allows, by side."""
    weekends: list[str]
    left: int = DAYS * 1440
    mover: int = 0
    at: datetime = START
    pauses: list[list[datetime]] = field(default_factory=list)
    away: list[dict[int, tuple[datetime, datetime]]] = field(default_factory=lambda: [{}, {}])
    began: tuple[int, int] = (0, 0)
    """What both were allowed when the turn began."""
    left_at: list[int] = field(default_factory=list)
    """What was left at each turn when it was played."""

    def tick(self):
        local = self.at.astimezone(ZoneInfo("Europe/Berlin"))
        stopped = str(local.isoweekday()) in self.weekends[self.mover]
        if stopped or any(begins <= self.at < ends for begins, ends in self.pauses):
            pass
        elif self.allowed[self.mover] and any(a <= self.at < b for a, b in self.away[self.mover].values()):
            self.allowed[self.mover] -= 1
        else:
            self.left -= 1
        self.at += MINUTE

    def find_deadline(self):
        """Where it gets if nothing more happens."""
        seen = Watch([*self.allowed], self.weekends, self.left, self.mover, self.at, self.pauses, self.away)
        while seen.left:
            seen.tick()
        return seen.at


def act(game, watch, action):
    """Does it to the game; and to the watch, unless the site refuses."""
    kind, _, side, ahead, length = action
    now, side = watch.at, Side(side)
    if kind == "pause" and not is_paused(game, now=now):
        until = now + length * MINUTE
        play.offers.propose(game.pk, "pause", side=side, until=until, now=now)
        play.offers.accept(game.pk, "pause", side=side.other, now=now)
        watch.pauses.append([now, until])
    elif kind == "pause":
        play.offers.propose(game.pk, "resume", side=side, now=now)
        play.offers.accept(game.pk, "resume", side=side.other, now=now)
        watch.pauses[-1][1] = now
    elif kind == "book":
        begins = now + ahead * MINUTE
        user = game.seats.get(side=side).user
        found = vacation.book(user, from_at=begins, until_at=begins + length * MINUTE, now=now)
        watch.away[side][found.pk] = (found.from_at, found.until_at)
    elif kind == "end" and (booked := vacation.booked(game.seats.get(side=side).user, now=now).first()):
        found = vacation.end(booked.user, vacation_id=booked.pk, now=now)
        watch.away[side][found.pk] = (found.from_at, found.until_at)
    elif kind == "more":
        play.offers.propose(game.pk, "more_time", side=side, days=1, now=now)
        play.offers.accept(game.pk, "more_time", side=side.other, now=now)
        watch.left += 1440
    elif kind == "turn":
        play_turns(game, game.position.legal_moves()[0], now=now)
        watch.left_at.append(watch.left)
        watch.left, watch.mover, watch.began = DAYS * 1440, 1 - watch.mover, tuple(watch.allowed)
    elif kind == "takeback" and game.ply:
        play.offers.propose(game.pk, "takeback", side=Side(game.side_to_move).other, now=now)
        play.offers.accept(game.pk, "takeback", side=Side(game.side_to_move), now=now)
        watch.allowed[watch.mover] = watch.began[watch.mover]
        watch.left, watch.mover, watch.began = watch.left_at.pop(), 1 - watch.mover, tuple(watch.allowed)


kinds = st.sampled_from(["pause", "pause", "pause", "book", "book", "end", "more", "turn", "takeback"])
minutes = st.integers(0, 4 * 1440)
actions = st.tuples(kinds, st.integers(1, 1440), st.integers(0, 1), minutes, st.integers(1, 5 * 1440))
SECOND_PAUSE = [("book", 1, 0, 0, 4 * 1440), ("pause", 1, 0, 0, 2 * 1440), ("pause", 2 * 1440 + 60, 0, 0, 180)]
"""Vacation within the first pause costs nothing. A second of three hours once moved the deadline 45 hours back."""


@settings(deadline=None, max_examples=12, suppress_health_check=list(HealthCheck))
@example(SECOND_PAUSE, 2, ["", ""])
@example([*SECOND_PAUSE, ("turn", 60, 0, 0, 1), ("takeback", 30, 0, 0, 1), ("pause", 60, 0, 0, 600)], 2, ["67", "1"])
@given(
    st.lists(actions, max_size=10),
    st.integers(0, 6),
    st.lists(st.sampled_from(["", "67", "1"]), min_size=2, max_size=2),
)
def test_the_deadline_is_where_the_clock_gets_and_no_pause_moves_it_earlier(db, actions, allowed, weekends):
    people = [
        give_vacation(UserFactory(time_zone="Europe/Berlin", weekend=days), days=25, now=START) for days in weekends
    ]
    game = play.start_game(
        ruleset_slug="mastery",
        options={},
        control=clock.Days(DAYS),
        first=people[0],
        second=people[1],
        weekends=True,
        vacation_days=allowed,
        now=START,
    )
    watch = Watch([allowed * 1440] * 2, weekends, began=(allowed * 1440,) * 2)
    for action in actions:
        for _ in range(action[1]):
            watch.tick() if watch.left else None
        game.refresh_from_db()
        if not watch.left:
            return
        paused, before = is_paused(game, now=watch.at), game.deadline_at
        with suppress(Refusal):
            act(game, watch, action)
        game.refresh_from_db()
        assert game.deadline_at == watch.find_deadline(), action
        assert action[0] != "pause" or paused or game.deadline_at >= before
