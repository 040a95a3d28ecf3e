"""The ladder and a plain list agree on any history, and what must hold of places and games holds after each step.

`FAULT_ROUNDS_LADDER=2000` looks at so many histories.
"""

import os
from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.db import transaction

from accounts.models import User, Vacation
from accounts.time_off.away import find_away
from competition import ladder
from competition.models import LadderGame, LadderMember
from core.refusal import Refusal
from games.models import VOID
from games.play.act import Act
from games.play.ending import undoing_end
from games.play.locking import lock, save_change
from tests.competition.ladder.conftest import NOON, SLUG, Rungs
from tests.competition.ladder.naive import Naive

HISTORIES = int(os.environ.get("FAULT_ROUNDS_LADDER", "36"))
SHARES = 6
"""The tests among which they are shared."""
STEPS = 24
ENDS = [*["resignation"] * 4, "time", "time", "agreement", "adjudication", VOID]


class History:
    """One random history, done to the ladder of the site and to the list."""

    def __init__(self, rungs: Rungs, rng: Random) -> None:
        self.rungs, self.rng, self.naive, self.day, self.games = rungs, rng, Naive(), 0.0, []
        self.letters = "ABCDEFGH"[: rng.randint(4, 8)]
        self.started: list[tuple[dict, dict]] = []
        for letter in self.letters:
            self.visit(letter)
            self.join(letter)

    @property
    def now(self):
        return NOON + timedelta(days=self.day)

    def take_step(self) -> None:
        acts = [self.challenge] * 8 + [self.end] * 6 + [self.join, self.leave, self.sweep, self.reopen, self.go_away]
        self.day += self.rng.choice([0, 0, 0.25, 1, 1, 3, 8, 25])
        act, letter = self.rng.choice(acts), self.rng.choice(self.letters)
        if self.rng.random() < 0.3:
            self.visit(self.rng.choice(self.letters))
        act(letter)

    def visit(self, letter: str) -> None:
        User.objects.filter(pk=self.rungs.people[letter].pk).update(last_visit_at=self.now)
        self.naive.seen[letter] = self.day

    def join(self, letter: str) -> None:
        assert self.ask(self.rungs.join, letter) == self.naive.join(letter, self.day)

    def leave(self, letter: str) -> None:
        self.rungs.leave(letter, now=self.now)
        self.naive.leave(letter)

    def sweep(self, letter: str) -> None:
        ladder.sweep(now=self.now)
        self.naive.sweep(self.day)

    def go_away(self, letter: str) -> None:
        length = self.rng.choice([2, 10])
        span = {"from_at": self.now, "until_at": self.now + timedelta(days=length), "booked_at": self.now}
        Vacation.objects.create(user=self.rungs.people[letter], **span)
        self.naive.away[letter] = max(self.naive.away.get(letter, 0), self.day + length)

    def challenge(self, letter: str) -> None:
        others = self.naive.order[: self.naive.order.index(letter)] if letter in self.naive.order else []
        other = self.rng.choice(others if others and self.rng.random() < 0.9 else self.letters)
        assert self.ask(self.start, letter, other) == self.naive.start(letter, other, self.day), (letter, other)

    def start(self, by: str, of: str, *, now) -> None:
        self.games.append(self.rungs.start(by, of, now=now))
        check_at_start(now)

    def ask(self, act, *given) -> str:
        """The code of the refusal, if there is one."""
        try:
            act(*given, now=self.now)
        except Refusal as refusal:
            return refusal.code
        return ""

    def find(self, *, over: bool) -> int | None:
        found = [at for at, each in enumerate(self.naive.games) if (each.ended is not None) == over]
        return self.rng.choice(found) if found else None

    def end(self, letter: str) -> None:
        if (at := self.find(over=False)) is None:
            return
        played, termination = self.naive.games[at], self.rng.choice(ENDS)
        winner = "" if termination in ("agreement", VOID) else self.rng.choice([played.by, played.by, played.of])
        self.rungs.end(self.games[at], winner=winner, termination=termination, now=self.now)
        self.naive.end(played, winner=winner, on_time=termination == "time", now=self.day)

    def reopen(self, letter: str) -> None:
        if (at := self.find(over=True)) is None:
            return
        (game,) = lock(self.games[at].pk)
        with undoing_end(Act(game, self.now)):
            save_change(game)
        self.naive.games[at].ended = None


def check_at_start(now) -> None:
    """As a game starts, nobody has more than three that they started, or three that others started."""
    rows = list(LadderGame.objects.filter(running=True).values_list("challenger", "challenged", "game"))
    away = find_away({user_id for row in rows for user_id in row[:2]}, now=now)
    by, of, _ = max(rows, key=lambda row: row[2])
    counting = [row for row in rows if row[0] not in away and row[1] not in away]
    here = set(LadderMember.objects.on(SLUG).filter(leaving_at=None).values_list("user", flat=True))
    lately = set(LadderGame.objects.filter(started_at__gt=now - timedelta(days=30)).values_list("game", flat=True))
    assert Counter(row[0] for row in counting if row[1] in here and not left_since(*row[1:]))[by] <= 3
    assert Counter(row[1] for row in counting if row[2] in lately)[of] <= 3
    pairs = Counter(frozenset(row[:2]) for row in rows)
    assert pairs[frozenset((by, of))] == 1
    assert not {by, of} & set(away)


def left_since(user_id: int, game_id: int) -> bool:
    """Whether somebody has joined anew since a game began."""
    joined_at = LadderMember.objects.values_list("joined_at", flat=True).get(user=user_id, ruleset_slug=SLUG)
    return joined_at > LadderGame.objects.values_list("started_at", flat=True).get(game=game_id)


def check_places() -> None:
    """The places are 1 … n, each once, as each row tells its own."""
    members = list(LadderMember.objects.on(SLUG))
    assert [ladder.place_of(each) for each in members] == list(range(1, len(members) + 1))
    rows = ladder.read_places(SLUG, start=0, most=99)
    assert [(row.user_id, row.place) for row in rows] == [(each.user_id, at) for at, each in enumerate(members, 1)]


@pytest.mark.parametrize("share", range(SHARES))
def test_the_ladder_and_a_plain_list_agree_on_any_history(rungs, share):
    rungs.join("ABCDEFGH")
    LadderMember.objects.all().delete()
    for number in range(share, HISTORIES, SHARES):
        with transaction.atomic():
            history = History(rungs, Random(number))
            for step in range(STEPS):
                history.take_step()
                assert rungs.read() == "".join(history.naive.order), (number, step)
                leaving = (
                    LadderMember.objects.on(SLUG).exclude(leaving_at=None).values_list("user__username", flat=True)
                )
                assert {name[-1] for name in leaving} == history.naive.leaving, (number, step)
            check_places()
            transaction.set_rollback(True)
