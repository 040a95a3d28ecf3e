"""Whatever happens: a standing challenge is listed exactly while it has room and is not paused."""

from datetime import timedelta
from random import Random

import pytest
import time_machine
from django.utils import timezone

from accounts.conduct import restrictions
from accounts.limiting.limits import DAY, HOUR
from accounts.models import Restriction, User, Vacation
from accounts.time_off import vacation
from competition.models import StandingChallenge, StandingGame
from competition.standing import keeping
from competition.standing.pausing import UNSEEN
from competition.standing.room import refresh_due
from core.refusal import Refusal
from engine.contract import Side
from games import challenges, play
from games.challenges import Terms
from games.models import Challenge, Game
from games.play.undoing import undo
from games.rating import was_here
from tests.competition.standing.conftest import NOON, see
from tests.factories import StandingFactory, UserFactory, give_vacation

STEPS = 60
BARRED = ("barred", "barred_open", "suspended")


class World:
    """Three players with two standing challenges each, and what may happen to them."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.staff = UserFactory(is_staff=True, is_superuser=True)
        self.players = [give_vacation(UserFactory(last_visit_at=NOON), days=30, now=NOON) for _ in range(3)]
        for owner in self.players:
            StandingFactory(owner=owner, keep=1)
            StandingFactory(owner=owner, keep=2, presets=["days-7"], rated=True)

    def act(self) -> str:
        happens = [
            *[self.accept] * 6,
            self.play,
            self.undo,
            self.resign,
            self.void,
            self.reopen,
            self.change,
            self.pause,
            self.resume,
        ]
        happens += [self.go_away, self.come_back, self.bar, self.lift, *[self.visit] * 3, self.wait, self.withdraw]
        act = self.chance.choice(happens)
        try:
            act()
        except Refusal as refusal:
            return f"{act.__name__}: {refusal}"
        return act.__name__

    def one(self) -> StandingChallenge:
        return self.chance.choice(StandingChallenge.objects.select_related("owner", "challenge").order_by("pk"))

    def player(self) -> User:
        return User.objects.get(pk=self.chance.choice(self.players).pk)

    def game(self, **which) -> Game | None:
        found = list(Game.objects.filter(**which).order_by("pk"))
        return self.chance.choice(found) if found else None

    def accept(self) -> None:
        one = self.one()
        challenges.accept(
            one.challenge_id, user=self.chance.choice([each for each in self.players if each != one.owner])
        )

    def resign(self) -> None:
        if game := self.game(ended_at=None):
            play.resign(game.pk, side=game.side_to_move, expected_revision=game.revision)

    def play(self) -> None:
        """Their first turn, or their second."""
        if (game := self.game(ended_at=None, ply__lt=3)) is not None:
            text = ("Md1-c1", "Me8-f8", "Mc1-d1")[game.ply]
            play.play_move(game.pk, side=game.side_to_move, expected_revision=game.revision, text=text)

    def undo(self) -> None:
        if (game := self.game(ended_at=None, ply__gt=0)) is not None:
            undo(game.pk, side=Side(game.side_to_move).other, expected_revision=game.revision)

    def void(self) -> None:
        if game := self.game():
            play.void(game.pk, staff=self.staff, reason="A fault.")

    def reopen(self) -> None:
        if game := self.game(ended_at__isnull=False):
            play.reopen(game.pk, staff=self.staff, reason="A fault.")

    def change(self) -> None:
        one = self.one()
        preset = "days-7" if one.challenge.rated else "days-3"
        terms = Terms("mastery", {}, [preset], rated=one.challenge.rated)
        keeping.change(one.pk, owner=one.owner, terms=terms, keep=self.chance.randint(1, 3), pairs=True)

    def pause(self) -> None:
        keeping.pause((one := self.one()).pk, owner=one.owner)

    def resume(self) -> None:
        keeping.resume((one := self.one()).pk, owner=one.owner)

    def withdraw(self) -> None:
        if self.chance.random() < 0.3:
            challenges.withdraw((one := self.one()).challenge_id, user=one.owner)

    def go_away(self) -> None:
        since = timezone.now() + self.chance.choice([timedelta(), DAY])
        vacation.book(self.player(), from_at=since, until_at=since + 2 * DAY)

    def come_back(self) -> None:
        if booked := Vacation.objects.order_by("-pk").first():
            vacation.end(booked.user, vacation_id=booked.pk)

    def bar(self) -> None:
        kind = self.chance.choice([*BARRED, "barred_rated"])
        games, until = "go_on" if kind == "suspended" else "", timezone.now() + 2 * DAY
        restrictions.impose(self.player(), kind, reason="R.", by=self.staff, games=games, until=until)

    def lift(self) -> None:
        if laid := Restriction.objects.order_by("-pk").first():
            restrictions.close(laid.pk, how="lifted")

    def visit(self) -> None:
        see(self.player(), timezone.now())

    def wait(self) -> None:
        self.clock.shift(self.chance.choice([HOUR, DAY, DAY, 7 * DAY]))


def may_be_listed(standing: StandingChallenge, *, now) -> bool:
    """As the issue says it, from what is stored of games, vacations, restrictions and visits alone."""
    owner, forbids = standing.owner, BARRED + (("barred_rated",) if standing.challenge.rated else ())
    running = Game.objects.filter(challenge=standing.challenge, ended_at=None).count()
    spans = Vacation.objects.filter(user=owner, automatic=False, from_at__lte=now, until_at__gt=now)
    barred = Restriction.objects.filter(user=owner, kind__in=forbids, closed_at=None, until_at__gt=now)
    is_seen = now - owner.last_visit_at < UNSEEN
    is_paused = standing.paused == "hand" or spans.exists() or barred.exists() or not is_seen or is_absent(owner)
    is_full = running >= standing.keep or holds_the_only_one(owner)
    return standing.ended_at is None and not is_full and not is_paused


def is_absent(owner: User) -> bool:
    """Whether they lost such a game on time without having been here since it began, nor since it ended."""
    theirs = Game.objects.filter(arranged="standing", seats__user=owner, termination="time")
    lost = [game for game in theirs if game.seats.get(user=owner).side != game.winner]
    return any(owner.last_visit_at <= game.ended_at and not was_here(owner.pk, since=game.started_at) for game in lost)


def holds_the_only_one(owner: User) -> bool:
    """Whether somebody plays who has played no turn in any such game."""
    theirs = Game.objects.filter(arranged="standing", seats__user=owner)
    played = any(game.turns.filter(side=game.seats.get(user=owner).side, undone=False).exists() for game in theirs)
    return theirs.filter(ended_at=None).exists() and not played


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.django_db
def test_it_is_listed_exactly_while_it_has_room_and_is_not_paused(seed):
    with time_machine.travel(NOON, tick=False) as clock:
        world = World(Random(seed))
        world.clock = clock
        story = []
        for _ in range(STEPS):
            story.append(world.act())
            now = timezone.now()
            restrictions.end_due(now=now)
            refresh_due(now)
            listed = set(Challenge.objects.listed(now).values_list("pk", flat=True))
            for standing in StandingChallenge.objects.select_related("owner", "challenge"):
                is_listed = standing.challenge_id in listed
                assert is_listed == may_be_listed(standing, now=now), (standing.pk, standing.paused, story)
                assert (standing.look_at is not None) == is_listed, story
            for noted in StandingGame.objects.select_related("game"):
                assert noted.running != noted.game.is_over, story
        assert Game.objects.exists(), story
