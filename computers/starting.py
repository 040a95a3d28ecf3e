"""Starts games against computers, and makes their accounts."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from random import SystemRandom

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.conduct.restrictions import Activity, refuse
from accounts.emails.unreachable import write_unreachable
from accounts.limiting.limits import MOST_AGAINST_COMPUTERS, MOST_OF_A_GUEST
from accounts.limiting.spending import spend
from accounts.models import User
from accounts.profile.names import FORMER_LEVELS, call_computer
from computers.models import Computer
from computers.words import refusals
from computers.words.playing import ABOUT
from core.refusal import Refusal
from core.words import Said
from engine import registry
from engine.contract import Ruleset
from engine.search.playing import find_offered, list_levels
from games import clock, guests, play
from games.models import Game
from games.terms import all_house_draws
from games.words.refusals import FORMER_LEVEL

CHANCE = SystemRandom()


def start(user: User, *, slug: str, level: str, now: datetime | None = None) -> Game:
    """Starts a game against a computer, without a time limit and with random sides.

    Raises Refusal: no_level, off, too_many, too_often, and those of restrictions.
    """
    ruleset = registry.get(slug)
    computer = choose_computer(ruleset, level=level)
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        now = now or timezone.now()
        refuse(user, Activity.CHALLENGE, now=now)
        refuse_obstacle(user, computer=computer)
        spend("computer_game", now=now, sender=user.pk)
        return begin(ruleset, user=user, computer=computer, now=now)


def start_as_guest(
    known: User | None, *, slug: str, level: str, origin: tuple[str, ...], now: datetime | None = None
) -> tuple[User, Game]:
    """Starts a game for somebody who is not logged in; returns the guest, a new one if none is known, and the game.

    Nobody else can see it. Raises Refusal: no_level, members_only, off, too_many, too_often, full.
    """
    ruleset = registry.get(slug)
    computer = choose_computer(ruleset, level=level)
    if level not in list_open_levels(ruleset):
        raise Refusal(refusals.MEMBERS_ONLY(), status=403)
    with transaction.atomic():
        guest = User.objects.select_for_update(no_key=True).filter(pk=known.pk).first() if known else None
        now = now or timezone.now()
        if guest is None:
            spend("guest", now=now, origin=origin)
            guest = guests.make()
        refuse_obstacle(guest, computer=computer)
        spend("guest_game", now=now, origin=origin)
        return guest, begin(ruleset, user=guest, computer=computer, now=now)


def begin(ruleset: Ruleset, *, user: User, computer: Computer, now: datetime) -> Game:
    """Starts the game within the caller's transaction."""
    players = [user, computer.user]
    CHANCE.shuffle(players)
    return play.start_game(
        ruleset_slug=ruleset.slug,
        options=all_house_draws(ruleset.slug),
        control=clock.Unlimited(),
        first=players[0],
        second=players[1],
        private=user.is_guest,
        now=now,
    )


def list_open_levels(ruleset: Ruleset) -> list[str]:
    """The names of the levels that guests may play: those that do not think for as long as their time allows."""
    return [level.name for level in list_levels(ruleset) if level.seconds is None]


def choose_computer(ruleset: Ruleset, *, level: str) -> Computer:
    """Raises Refusal: no_level."""
    if find_offered(ruleset, level) is None:
        raise Refusal(refusals.NO_LEVEL(), status=422)
    return find_computer(ruleset, level=level)


def refuse_obstacle(user: User, *, computer: Computer) -> None:
    """Raises Refusal: former_level, off, too_many."""
    if obstacle := find_obstacle(user, computer=computer):
        raise Refusal(obstacle)


def find_obstacle(user: User, *, computer: Computer) -> Said | None:
    """Why this computer does not start a game with a player now, for them; None where it does."""
    if not computer.is_offered:
        return FORMER_LEVEL()
    if not computer.on:
        return refusals.OFF()
    running = Game.objects.of(user).active().filter(seats__user__kind=User.Kind.COMPUTER).count()
    if user.is_guest:
        return refusals.TOO_MANY_AS_GUEST(games=running) if running >= MOST_OF_A_GUEST else None
    return refusals.TOO_MANY_GAMES(games=running) if running >= MOST_AGAINST_COMPUTERS else None


def make_accounts() -> None:
    """Makes the accounts that there are none of yet: all on a new site, and those of a game or level that is new.
    A retired level gets none."""
    name_unnamed()
    for ruleset in registry.all_rulesets():
        for level in list_levels(ruleset):
            find_computer(ruleset, level=level.name)


def name_unnamed() -> None:
    """Names the levels of computers that an older version made after the migration that named all there were."""
    names = dict(enumerate(FORMER_LEVELS, 1))
    for computer in Computer.objects.filter(level_name="", level__in=names):
        with suppress(IntegrityError), transaction.atomic():  # there is another of that name, which goes on instead
            Computer.objects.filter(pk=computer.pk).update(level_name=names[computer.level or 0])


def find_computer(ruleset: Ruleset, *, level: str) -> Computer:
    """The computer of that level, which is made if there is none yet."""
    wanted = Computer.objects.select_related("user").filter(ruleset_slug=ruleset.slug, level_name=level)
    if found := wanted.first():
        return found
    try:
        with transaction.atomic():
            return Computer.objects.create(
                user=make_account(ruleset, level=level), ruleset_slug=ruleset.slug, level_name=level
            )
    except IntegrityError:  # another has just made it
        return wanted.get()


def make_account(ruleset: Ruleset, *, level: str) -> User:
    """An account that nobody can log in to, with an address that receives no email."""
    word = next((each.word for each in list_levels(ruleset) if each.name == level), None)
    about = str(ABOUT(game=ruleset.name, level=word() if word else level))
    address = write_unreachable(f"{ruleset.slug}-{level}", kind="computers")
    user = User(username=find_name(ruleset, level=level), email=address, about=about, kind=User.Kind.COMPUTER)
    user.set_unusable_password()
    user.save(force_insert=True)
    return user


def find_name(ruleset: Ruleset, *, level: str) -> str:
    """`Mastery-newcomer`; with a letter added where that name, or one that looks like it, is taken.

    An account keeps its name: those of older versions are called `Mastery-level-1`."""
    name = call_computer(ruleset.slug, level)
    for end in ("", *"abcdefghjkmnpqrstuvwxyz"):
        try:
            User.objects.refuse_taken(name + end)
        except ValidationError:
            continue
        return name + end
    raise Refusal(refusals.NO_NAME())
