"""Starts games against computers, whose accounts are made when they are first wanted."""

from __future__ import annotations

from datetime import datetime
from random import SystemRandom
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.limits import MOST_AGAINST_COMPUTERS
from accounts.models import User
from accounts.restrictions import Deed, refuse
from accounts.spending import spend
from computers.models import Computer
from core.refusal import Refusal
from games import clock, play
from games.engine import registry
from games.engine.contract import HOUSE_DRAWS, Ruleset
from games.engine.search.playing import list_levels
from games.models import Game

CHANCE = SystemRandom()
OFF = "The computers are switched off at the moment. Please try again later."
ENOUGH = (
    f"You already have {MOST_AGAINST_COMPUTERS} games against computers going on. Finish or resign one of them first."
)


def start(user: User, *, slug: str, level: int, now: datetime | None = None) -> Game:
    """A game against a computer, without a limit of time; chance says who begins.

    Raises Refusal: no_level, off, too_many, too_often, and what restrictions refuse.
    """
    ruleset = registry.get(slug)
    if not 1 <= level <= len(list_levels(ruleset)):
        raise Refusal("Choose one of the levels offered.", code="no_level", status=422)
    computer = find_computer(ruleset, level=level)
    with transaction.atomic():
        user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        now = now or timezone.now()
        refuse(user, Deed.CHALLENGE, now=now)
        if obstacle := find_obstacle(user, computer=computer):
            raise Refusal(obstacle, code="too_many" if computer.on else "off")
        spend("computer_game", now=now, sender=user.pk)
        players = [user, computer.user]
        CHANCE.shuffle(players)
        return play.start_game(
            ruleset_slug=slug,
            options=choose_options(ruleset),
            control=clock.Unlimited(),
            first=players[0],
            second=players[1],
            now=now,
        )


def find_obstacle(user: User, *, computer: Computer) -> str:
    """Why this computer begins no game with a player now, in a sentence for them; empty where it does."""
    if not computer.on:
        return OFF
    running = Game.objects.of(user).active().filter(seats__user__is_computer=True)
    return ENOUGH if running.count() >= MOST_AGAINST_COMPUTERS else ""


def choose_options(ruleset: Ruleset) -> dict[str, Any]:
    """Every house draw that the game knows, so that it ends also where neither side gets anywhere."""
    draws = next((option for option in ruleset.options if option.name == HOUSE_DRAWS.name), None)
    return {draws.name: [choice.value for choice in draws.choices]} if draws else {}


def find_computer(ruleset: Ruleset, *, level: int) -> Computer:
    """The computer of that level, made where there is none yet."""
    wanted = Computer.objects.select_related("user").filter(ruleset_slug=ruleset.slug, level=level)
    if found := wanted.first():
        return found
    try:
        with transaction.atomic():
            return Computer.objects.create(
                user=make_account(ruleset, level=level), ruleset_slug=ruleset.slug, level=level
            )
    except IntegrityError:  # another has just made it
        return wanted.get()


def make_account(ruleset: Ruleset, *, level: int) -> User:
    """An account that nobody can log in as, with an address that leads nowhere."""
    about = f"I’m a computer. I play {ruleset.name} at level {level} of {len(list_levels(ruleset))}."
    address = f"{ruleset.slug}-{level}@computers.invalid"
    user = User(username=find_name(ruleset, level=level), email=address, about=about, is_computer=True)
    user.set_unusable_password()
    user.save(force_insert=True)
    return user


def find_name(ruleset: Ruleset, *, level: int) -> str:
    """`Mastery-level-1`, or where that is taken, or looks like a name that is, one with a letter behind it."""
    name = f"{ruleset.slug[:9].capitalize()}-level-{level}"
    for end in ("", *"abcdefghjkmnpqrstuvwxyz"):
        try:
            User.objects.refuse_taken(name + end)
        except ValidationError:
            continue
        return name + end
    raise Refusal("This computer can’t be set up.", code="no_name")
