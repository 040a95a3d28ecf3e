"""Ladders of players named by letters, who beat each other by any end of a game."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import transaction

from accounts.models import User, Vacation
from accounts.profile.names import look_of
from competition import ladder
from competition.ladder import order
from competition.models import LadderMember
from core.refusal import Refusal
from engine.contract import Side
from games.models import Game
from games.play.act import Act
from games.play.ending import end_game
from games.play.locking import lock
from tests.factories import UserFactory

NOON = datetime(2026, 5, 3, 12, tzinfo=UTC)
DAY = timedelta(days=1)
SLUG = "mastery"


class Rungs:
    """A ladder as its players see it: `ABC`, the highest first."""

    def __init__(self) -> None:
        self.people: dict[str, User] = {}

    def join(self, letters: str, *, now: datetime = NOON) -> None:
        for letter in letters:
            if letter not in self.people:
                self.people[letter] = UserFactory(username=f"Player{letter}", last_visit_at=now)
            ladder.join(self.people[letter], SLUG, now=now)

    def leave(self, letter: str, *, now: datetime = NOON) -> bool:
        return ladder.leave(self.people[letter], SLUG, now=now)

    def start(self, by: str, of: str, *, now: datetime = NOON) -> Game:
        return ladder.challenge(SLUG, challenger=self.people[by], other=self.people[of], now=now)

    def end(self, game: Game, *, winner: str = "", termination: str = "resignation", now: datetime = NOON) -> None:
        """Ends a game by whatever; without a winner it is a draw."""
        seats = dict(game.seats.values_list("user", "side"))
        side = Side(seats[self.people[winner].pk]) if winner else None
        with transaction.atomic():
            (found,) = lock(game.pk)
            end_game(Act(found, now), winner=side, termination=termination)

    def play(self, by: str, of: str, *, winner: str = "", termination: str = "resignation", now=NOON) -> Game:
        game = self.start(by, of, now=now)
        self.end(game, winner=winner, termination=termination, now=now)
        return game

    def read(self) -> str:
        letters = {user.pk: letter for letter, user in self.people.items()}
        return "".join(letters[pk] for pk in LadderMember.objects.on(SLUG).values_list("user", flat=True))

    def member(self, letter: str) -> LadderMember:
        return LadderMember.objects.get(user=self.people[letter], ruleset_slug=SLUG)


@pytest.fixture
def rungs(db) -> Rungs:
    return Rungs()


@pytest.fixture
def eight(rungs) -> Rungs:
    rungs.join("ABCDEFGH")
    return rungs


def fill_in(people: list[User], *, slug: str = SLUG, now: datetime = NOON) -> None:
    """Puts so many on a ladder at once, in their order."""
    rows = [
        LadderMember(user=person, ruleset_slug=slug, rank=at * order.STEP, joined_at=now)
        for at, person in enumerate(people, 1)
    ]
    LadderMember.objects.bulk_create(rows)


def make_people(number: int, *, prefix: str = "Climber") -> list[User]:
    """So many players, in one statement."""
    names = [f"{prefix}{at:05}" for at in range(number)]
    rows = [User(username=name, look=look_of(name), email=f"{name}@example.org", password="!") for name in names]
    return User.objects.bulk_create(rows)


def refuse(rungs, by: str, of: str, *, now=NOON) -> Refusal:
    """The refusal to the post, which is also what the page shows."""
    with pytest.raises(Refusal) as refused:
        rungs.start(by, of, now=now)
    figures, place = ladder.read_for_one(SLUG, challenger=rungs.people[by], other=rungs.people[of], now=now)
    shown = ladder.find_refusal(figures, place, other=rungs.people[of])
    assert shown is not None
    assert (shown.code, shown.sentence) == (refused.value.code, refused.value.sentence)
    return refused.value


def read(refusal: Refusal) -> tuple[str, str]:
    return refusal.code, refusal.sentence


def be_away(user, *, until=NOON + 9 * DAY) -> None:
    Vacation.objects.create(user=user, from_at=NOON - DAY, until_at=until, automatic=False, booked_at=NOON)
