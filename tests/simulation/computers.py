"""Who plays computers in a simulation: players now and then, and guests, who keep their game with an account or do not
come back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import TYPE_CHECKING
from unittest import mock

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from computers import starting, thinking
from engine.contract import Side
from games import events, guests, play
from games.models import Challenge, Game, PlayedRuleset, Seat
from notifications.models import Notice
from tests.simulation.finding import Finding
from tests.simulation.people import HOUR, Person
from tests.simulation.watching import StartedTurn

if TYPE_CHECKING:
    from tests.simulation.world import World

DAY, MINUTE = timedelta(days=1), timedelta(minutes=1)
A_DAY = 0.004
"""How often, a day, somebody begins a game against a computer."""
GUEST_EVERY = timedelta(hours=36)
MOST_TURNS = 8
"""Of a guest, who then signs up or stays away."""
STAY_AWAY = 30 * DAY
"""So long, as pages tell guests, their games are kept without a turn."""
IDLE = 2 * HOUR
"""So long, as they tell, too, where a guest never plays one."""
LOST = 0.1
"""How often a task is lost on the way to the worker: the sweep asks again."""
ANSWERED = 15 * MINUTE
"""Within so long, while the site is up, also where a task was lost."""


@dataclass
class Guest:
    """What the simulation knows of a guest: their game, how many turns they still play, when the last turn began."""

    game: int
    turns: int
    seen: datetime
    keeper: int = 0
    """The player who has the game now, if anybody: they had played it without an account."""
    kept_at: datetime | None = None
    played: bool = False
    """Whether they have played a turn."""


class Computers:
    """Draws lots of its own, as others do. The worker does what it is told of, or what the sweep tells it again."""

    def __init__(self, world: World) -> None:
        self.world, self.rng, self.guests = world, Random(f"computers {world.seed}"), world.guests

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """One player begins at once; guests come one after another. A computer chooses alike whatever its game's id."""
        choose = thinking.playing.choose
        with ExitStack() as stack:
            stack.enter_context(mock.patch("core.waker.send", self.tell_worker))
            stack.enter_context(mock.patch.object(starting, "CHANCE", self.rng))
            stack.enter_context(mock.patch.object(guests.secrets, "randbelow", self.rng.randrange))
            stack.enter_context(
                mock.patch.object(thinking.playing, "choose", lambda *a, **more: choose(*a, **{**more, "seed": 0}))
            )
            self.world.plan(timezone.now() + HOUR, partial(self.begin, next(iter(self.world.people.values()))))
            self.world.plan(timezone.now() + 2 * HOUR, self.come)
            yield

    def live_a_day(self, person: Person) -> None:
        if self.rng.random() < A_DAY:
            self.begin(person)

    def begin(self, person: Person) -> None:
        with self.world.asking():
            starting.start(person.user, slug="mastery", level="newcomer")

    def come(self) -> None:
        """A visitor plays as a guest."""
        self.world.plan(timezone.now() + GUEST_EVERY, self.come)
        guest, game = starting.start_as_guest(None, slug="mastery", level="newcomer", origin=("somewhere",))
        self.guests[guest.pk] = Guest(game.pk, self.rng.randint(1, MOST_TURNS), timezone.now())

    def tell_worker(self, task: str, *calls: list[int]) -> None:
        for arguments in calls:
            if task.endswith(".think") and self.rng.random() >= LOST:
                self.world.plan(timezone.now(), partial(thinking.think, *arguments))

    # --- Turns --------------------------------------------------------------------------------------------------
    def on_turn_started(self, turn: events.StartedTurn) -> None:
        """Of a game without a limit of time: the mover is a computer, or plays one."""
        for guest in self.guests.values():
            if guest.game == turn.game_id:
                guest.seen = timezone.now()
        if not turn.by_computer:
            delay = HOUR * self.rng.uniform(1, 20 if turn.mover_id in self.world.people else 3)
            self.world.plan(timezone.now() + delay, partial(self.answer, turn.game_id, turn.ply))

    def answer(self, game_id: int, ply: int) -> None:
        """Plays any turn, or now and then asks to take one back, or resigns."""
        game = Game.objects.filter(pk=game_id).first()
        if game is None or game.is_over or game.ply != ply:
            return  # a guest who is too late for a first turn finds no game
        side = Side(game.side_to_move)
        mover = Seat.objects.get(game=game, side=side).user_id
        if (guest := self.guests.get(mover)) and not self.stays(mover, guest):
            return
        with self.world.asking():
            match self.rng.random():
                case lot if lot < 0.03:
                    play.resign(game_id, side=side)
                case lot if lot < 0.08 and ply > 1:
                    play.offers.propose(game_id, "takeback", side=side)
                case _:
                    text = self.rng.choice(sorted(game.position.legal_moves()))
                    play.play_move(game_id, side=side, expected_revision=game.revision, text=text)
                    self.world.rating_diary.see(mover)
                    if guest:
                        guest.played = True

    def stays(self, guest_id: int, guest: Guest) -> bool:
        """Whether a guest plays on; else half of them sign up, as one of the players, who keeps the game."""
        guest.turns -= 1
        if guest.turns < 0 and self.rng.random() < 0.5:
            person = self.rng.choice(list(self.world.people.values()))
            self.world.visit(person)
            if play.hand_over(guest_id, user=person.user):
                guest.keeper, guest.kept_at = person.user.pk, timezone.now()
        return guest.turns >= 0


# --- What must hold ----------------------------------------------------------------------------------------------
def check_computers(world: World) -> list[Finding]:
    return [find_unanswered(world), find_guests_wronged(world)]


def find_unanswered(world: World) -> Finding:
    """After each turn of a computer that began comes the next, or one that was taken back, or the end."""
    computers = set(User.objects.filter(kind=User.Kind.COMPUTER).values_list("pk", flat=True))
    games: dict[int, list[StartedTurn]] = defaultdict(list)
    for turn in world.watcher.turns:
        games[turn.game].append(turn)
    broken, asked = [], 0
    for pk, turns in games.items():
        for turn, following in zip(turns, [*turns[1:], None], strict=True):
            if turn.user not in computers:
                continue
            asked += 1
            if following is not None and following.ply > turn.ply + 1:
                broken.append(f"in game {pk} a computer played {following.ply - turn.ply} turns at {turn.at}")
            if following is None and not world.watcher.ended[pk] and is_long_ago(turn, world):
                broken.append(f"in game {pk} a computer has not answered since {turn.at}")
    return Finding("A computer answers each turn once", asked, broken)


def is_long_ago(turn: StartedTurn, world: World) -> bool:
    begins, ends = world.site_down
    since = ends if begins - ANSWERED <= turn.at < ends else turn.at
    return world.ends - since > ANSWERED


def find_guests_wronged(world: World) -> Finding:
    broken = []
    if Notice.objects.filter(Q(recipient__kind=User.Kind.GUEST) | Q(address__endswith="@guests.invalid")).exists():
        broken.append("something was told to a guest")
    if Challenge.objects.filter(Q(challenger__kind=User.Kind.GUEST) | Q(opponent__kind=User.Kind.GUEST)).exists():
        broken.append("a guest stands in a challenge")
    if PlayedRuleset.objects.filter(user__kind=User.Kind.GUEST) or User.objects.listed().filter(kind=User.Kind.GUEST):
        broken.append("a guest is among the people")
    for pk, guest in world.guests.items():
        sits = Seat.objects.filter(game=guest.game, user=guest.keeper or pk).exists()
        if guest.keeper and not sits:
            broken.append(f"player {guest.keeper} has lost game {guest.game}, which they had kept")
        idle, away = world.ends - guest.seen, STAY_AWAY if guest.played else IDLE
        if not guest.keeper and (idle > away + 2 * DAY if sits else idle < away):
            broken.append(f"the game of guest {pk}, {idle} after its last turn, is {'there' if sits else 'gone'}")
    return Finding("Guests are told nothing, and have their games until they stay away", len(world.guests), broken)
