"""The demonstration on an empty embedded database: four people and real games in several states.

Everything goes through the code that players use (`games.challenges`, `games.play`), with instants in the past. The
notices that this creates are discarded, so that no emails or notifications are sent.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.contrib.auth.models import Group
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.time_off import vacation
from competition import ladder
from competition.standing import keeping
from engine import registry
from engine.contract import Position, Ruleset, Side, does_chance_seat
from games import challenges, chat, clock, play
from games.challenges import Terms
from games.models import Challenge, Game
from games.terms import Limits
from mastery_site.administration.moderators import MODERATORS
from mastery_site.environment.variables import flag
from notifications.channels.inbox import unread
from notifications.delivery import outbox

HAZEL, ROWAN, MALLOW, JUNIPER = "Hazel", "Rowan", "Mallow", "Juniper"
ROLES = {HAZEL: "player", ROWAN: "player", MALLOW: "moderator", JUNIPER: "administrator"}
WORTH = {"M": 60, "O": 20, "P": 8}
"""How many times likelier a capture is than a plain move, by the kind of piece that it takes."""
HASH_ROUNDS = 1000
"""Rounds of hashing for these passwords. Few are enough, since 64 random bits cannot be guessed. The first log-in
hashes the password again with the usual number of rounds."""
LONGEST_PLAN = 60
"""The number of turns after which a plan is given up that should have ended by capture."""


class DemoError(Exception):
    """The database must not get a demonstration; `str(error)` says why."""


@dataclass(frozen=True)
class Contest:
    """A game to show: its terms, its number of turns (None: until it ends), and how long ago the last turn was."""

    first: str
    second: str
    options: Mapping[str, object]
    control: clock.Control
    turns: int | None
    last_turn: timedelta
    slug: str = "mastery"
    weekends: bool = False
    vacation_days: int = 0


WOAG = {"rules": "woag"}
GENEROUS: dict[str, Any] = {"weekends": True, "vacation_days": 14}
CONTESTS = (
    # Hazel's turn
    Contest(ROWAN, HAZEL, {"setup": "imperial"}, clock.Days(3), 21, timedelta(hours=4), **GENEROUS),
    # Rowan's turn
    Contest(HAZEL, ROWAN, {"setup": "draume-crown"}, clock.Bank(), 27, timedelta(hours=9), vacation_days=5),
    # Hazel's turn
    Contest(MALLOW, HAZEL, WOAG | {"draws": ["repetition"]}, clock.Reserve(), 9, timedelta(days=5), **GENEROUS),
    Contest(HAZEL, ROWAN, {"setup": "imperial"}, clock.Days(2), None, timedelta(days=1, hours=3)),
    # this game was lost on time
    Contest(ROWAN, MALLOW, WOAG | {"setup": "draume-crown"}, clock.Days(1), 16, timedelta(days=4)),
    # it is the turn of the player whose throw was higher
    Contest(HAZEL, ROWAN, {}, clock.Days(3), 16, timedelta(hours=6), "master", vacation_days=14),
    # Hazel's turn
    Contest(ROWAN, HAZEL, {}, clock.Bank(), 25, timedelta(hours=2), "masters", vacation_days=14),
)


def wants_demo(environ: Mapping[str, str]) -> bool:
    """Whether to make the demonstration. DEMO=0 in the environment turns it off."""
    return not environ.get("DEMO") or flag(environ, "DEMO")


def make_demo() -> str | None:
    """Makes the demonstration if the database is empty and embedded. Returns what to print, or None if none was
    made."""
    try:
        return make_people_and_games()
    except DemoError:
        return None


@contextmanager
def in_one_transaction() -> Iterator[None]:
    """Opens one transaction around everything by hand, since changes of games refuse to run inside an `atomic`."""
    transaction.set_autocommit(False)
    try:
        yield
        transaction.commit()
    except BaseException:
        transaction.rollback()
        raise
    finally:
        transaction.set_autocommit(True)


@in_one_transaction()
def make_people_and_games(*, now: datetime | None = None) -> str:
    """Makes all people and their games, or none of them. Returns names and passwords to print. Raises DemoError."""
    if not settings.EMBEDDED:
        raise DemoError("The demonstration is for the embedded database alone; DATABASE_URL names another.")
    if User.objects.exclude(kind=User.Kind.COMPUTER).exists() or Game.objects.exists():
        raise DemoError("The demonstration needs an empty database; somebody is in this one already.")
    now = now or timezone.now()
    passwords = {name: "-".join(secrets.token_hex(2) for _ in range(4)) for name in ROLES}
    people = {name: _make_person(name, password=passwords[name], now=now) for name in ROLES}
    for number, contest in enumerate(CONTESTS):
        _play(contest, people=people, seed=number, now=now)
    _agree_on_time(people, now=now)
    _talk(people, now=now)
    _offer(people, now=now)
    _stand(people, now=now)
    _line_up(people, now=now)
    outbox.discard_open()
    for person in people.values():
        unread.mark_all_seen(person, now=now)
    lines = [f"  {name:<9} {passwords[name]}   {role}" for name, role in ROLES.items()]
    return "\n".join(["A demonstration was made. Log in as", *lines, "These passwords are not shown again."])


def _make_person(name: str, *, password: str, now: datetime) -> User:
    person = User.objects.create_user(name, email=f"{name.lower()}@example.org")
    hasher = PBKDF2PasswordHasher()
    person.password = hasher.encode(password, hasher.salt(), iterations=HASH_ROUNDS)
    EmailAddress.objects.create(user=person, email=person.email, verified=True, primary=True)
    vacation.grant(person, now=now - timedelta(days=120))
    person.date_joined, person.last_visit_at = now - timedelta(days=120), now
    person.about = f"{'An' if name == JUNIPER else 'A'} {ROLES[name]} of the demonstration."
    person.is_superuser = name == JUNIPER
    person.is_staff = name in (JUNIPER, MALLOW)
    person.save()
    if name == MALLOW:
        person.groups.add(Group.objects.get(name=MODERATORS))
    return person


def _play(contest: Contest, *, people: Mapping[str, User], seed: int, now: datetime) -> None:
    """Sends and accepts a challenge, then plays. The turns are spread over the days before the last turn."""
    moves = _plan(contest, seed=seed)
    pace = timedelta(hours=7, minutes=13)
    began = now - contest.last_turn - pace * len(moves)
    by_chance = does_chance_seat(registry.get(contest.slug))
    challenge = challenges.send(
        people[contest.first],
        audience=Challenge.Audience.PLAYER,
        opponent=people[contest.second],
        ruleset_slug=contest.slug,
        options=contest.options,
        side=Challenge.SideWanted.RANDOM if by_chance else Challenge.SideWanted.FIRST,
        control=contest.control,
        weekends=contest.weekends,
        vacation_days=contest.vacation_days,
        rated=True,
        now=began - pace,
    )
    game = challenges.accept(challenge.pk, user=people[contest.second], now=began)
    for number, move in enumerate(moves, start=1):
        side, at = Side(game.side_to_move), began + pace * number
        game = play.play_move(game.pk, side=side, expected_revision=game.revision, text=move, now=at).turn.game
    if not game.is_over and game.deadline_at and game.deadline_at < now:
        play.run_out(game.pk, now=game.deadline_at + 2 * clock.GRACE)


def _plan(contest: Contest, *, seed: int) -> list[str]:
    """Tries random games with seeds from this one on. Returns the turns of the first game that is worth showing."""
    ruleset = registry.get(contest.slug)
    weigh = _weigh if contest.slug == "mastery" else partial(_weigh_plainly, ruleset=ruleset)
    while True:
        moves = list(_wander(ruleset.start(**contest.options), rng=Random(seed), turns=contest.turns, weigh=weigh))
        text = " ".join(moves)
        ended = contest.turns is None and len(moves) < LONGEST_PLAN
        if (ended and "+" in text and "~" in text and len(moves) > 24) or len(moves) == contest.turns:
            return moves
        seed += len(CONTESTS)


def _wander(position: Position, *, rng: Random, turns: int | None, weigh: Callable[..., float]) -> Iterator[str]:
    """Yields random turns, captures likelier than moves, until the game ends or `turns` have been played."""
    for _ in range(turns or LONGEST_PLAN):
        moves = position.legal_moves()
        if not moves:
            return
        move = rng.choices(moves, [weigh(move, position=position) for move in moves])[0]
        yield move
        position = position.play(move)


def _weigh(move: str, *, position: Position) -> float:
    """The weight of a turn. A player hardly ever takes a piece of their own; captures that may bring a piece back are
    likely."""
    path, _, back = move.partition("+")
    target = path.partition("x")[2]
    if not target:
        return 0.3 if path.startswith("~") else 1
    victim = next(piece for piece in position.pieces() if piece.square == target)
    mine = victim.side == position.turn
    return 0.01 if mine else WORTH[victim.kind] * (1 if back or victim.kind == "P" else 0.2)


def _weigh_plainly(move: str, *, position: Position, ruleset: Ruleset) -> float:
    """The weight of a turn in any game. Captures and turns of several parts weigh more than others."""
    return (1 if ruleset.is_quiet(move) else 40) * len(ruleset.steps(move))


def _agree_on_time(people: Mapping[str, User], *, now: datetime) -> None:
    """Books vacation: one player is away now, and another will be. Two players agree on more time, which their game
    shows."""
    ago, day = now - timedelta(hours=1), clock.DAY
    vacation.book(people[MALLOW], from_at=ago, until_at=now + 4 * day, now=ago)
    vacation.book(people[ROWAN], from_at=now + day, until_at=now + 3 * day, now=ago)
    game = Game.objects.waiting_for(people[HAZEL]).of(people[ROWAN]).filter(ruleset_slug="mastery").get()
    play.offers.propose(game.pk, "more_time", side=Side.FIRST, days=2, now=ago)
    play.offers.accept(game.pk, "more_time", side=Side.SECOND, now=ago)


def _talk(people: Mapping[str, User], *, now: datetime) -> None:
    """Two players chat during a game. In another game one of them asks to take back a turn."""
    hazel, rowan = people[HAZEL], people[ROWAN]
    mine = Game.objects.waiting_for(hazel).of(rowan).filter(ruleset_slug="mastery").get()
    theirs = Game.objects.waiting_for(rowan).of(hazel).filter(ruleset_slug="mastery").get()
    lines = [
        (rowan, mine, "Good luck! I usually play in the evening."),
        (hazel, mine, "You too. I am away at the weekend, so please bear with me."),
        (rowan, mine, "No hurry at all. That was a clever retreat."),
        (hazel, theirs, "I clicked the wrong square. Would you let me take it back?"),
    ]
    for number, (who, game, text) in enumerate(lines):
        chat.send(who, game_id=game.pk, text=text, now=now - timedelta(hours=8 - 2 * number))
    play.offers.propose(theirs.pk, "takeback", side=Side(theirs.side_to_move).other, now=now - timedelta(hours=1))


def _offer(people: Mapping[str, User], *, now: datetime) -> None:
    """Sends a challenge to anyone, and one to a player who has not answered it yet."""
    send = partial(challenges.send, ruleset_slug="mastery", options={}, side=Challenge.SideWanted.RANDOM, rated=True)
    send(
        people[ROWAN],
        audience=Challenge.Audience.ANYONE,
        control=clock.Reserve(),
        weekends=True,
        vacation_days=14,
        note="New to this; a slow game, please.",
        now=now - timedelta(hours=20),
    )
    send(
        people[MALLOW],
        audience=Challenge.Audience.PLAYER,
        opponent=people[HAZEL],
        control=clock.Bank(),
        now=now - timedelta(hours=2),
    )


def _stand(people: Mapping[str, User], *, now: datetime) -> None:
    """Makes standing challenges that wait because no two of them fit. The one of the player on vacation is paused."""
    limits = Limits(rating_within=400, on_time_least=80)
    standing: tuple[tuple[str, Terms, int], ...] = (
        (HAZEL, Terms("mastery", {"setup": "draume-crown"}, ["days-3", "days-7"], vacation_days=14, limits=limits), 2),
        (ROWAN, Terms("masters", {}, ["days-7", "reserve"], weekends=True, rated=True), 3),
        (JUNIPER, Terms("master", {}, ["days-3"], vacation_days=14, rated=True), 1),
        (MALLOW, Terms("mastery", {}, ["bank"], rated=True), 1),
    )
    for number, (name, terms, keep) in enumerate(standing, start=1):
        keeping.make(people[name], terms=terms, keep=keep, now=now - number * timedelta(minutes=10))


def _line_up(people: Mapping[str, User], *, now: datetime) -> None:
    """Makes a ladder with all four players on it. The last of them challenges the first."""
    for days, name in enumerate((ROWAN, HAZEL, MALLOW, JUNIPER)):
        ladder.join(people[name], "mastery", now=now - timedelta(days=12 - days))
    ladder.challenge("mastery", challenger=people[JUNIPER], other=people[ROWAN], now=now - timedelta(hours=5))
