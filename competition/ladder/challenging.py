"""Challenges a player on a ladder, which starts the game at once. The page and the post share one function that
decides."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.conduct import blocks
from accounts.limiting.limits import MOST_LADDER_GAMES
from accounts.limiting.spending import spend
from accounts.models import User
from accounts.words import refusals as account_refusals
from competition import events
from competition.ladder.figures import PAUSE, REPEATS_WITHIN, Figures, read_figures
from competition.ladder.order import Place, count_members, find_places, lock_ladder
from competition.models import LadderGame, LadderMember
from competition.words import ladder as words
from core.refusal import Refusal
from core.words import DAY_OF_YEAR, tell_day
from engine import registry
from engine.contract import Side
from games import clock, play
from games.challenges import lock_people
from games.models import Game, Seat
from games.play import rated_pairs
from games.words import refusals

MOST_OUT = MOST_LADDER_GAMES
"""The most running games that a player has started."""
MOST_IN = MOST_LADDER_GAMES
"""The most running games with a player that others started."""
MOST_REPEATS = 1
"""Of those, the most games by challengers who had challenged the same player not long before."""
CONTROL = clock.Days(3)
VACATION_DAYS = 14


# --- Who may challenge whom --------------------------------------------------------------------------------------
def find_refusal(figures: Figures, place: Place | None, *, other: User) -> Refusal | None:
    """Returns why this player may not be challenged now, whether or not they are still on the ladder. Returns None if
    they may."""
    if figures.own is None or figures.own.is_leaving:
        return Refusal(words.NOT_ON())
    if other.pk == figures.challenger.pk:
        return Refusal(words.SELF())
    if place is None or place.is_leaving or not other.is_active:
        return Refusal(words.GONE(name=other.username))
    if place.place > figures.own.place:
        return Refusal(words.BELOW())
    if not figures.is_in_reach(place):
        return Refusal(words.TOO_HIGH(most=figures.reach, highest=figures.own.place - figures.reach))
    return _find_forbidden(figures, other) or _find_away(figures, other) or _find_too_many(figures, other)


def _find_forbidden(figures: Figures, other: User) -> Refusal | None:
    """Returns what staff or a block forbids."""
    if figures.own_refusal is not None:
        return figures.own_refusal
    if refusal := blocks.find_refusal(figures.ties.get(other.pk, blocks.Tie()), other, what=blocks.CHALLENGE):
        return refusal
    if other.pk in figures.restricted:
        return Refusal(account_refusals.CHALLENGER_RESTRICTED(name=other.username))
    return None


def _find_away(figures: Figures, other: User) -> Refusal | None:
    if figures.challenger.pk in figures.away:
        return Refusal(words.YOU_AWAY())
    if until := figures.away.get(other.pk):
        return Refusal(words.AWAY(name=other.username, until=_tell(until)), again_at=until)
    return None


def _find_too_many(figures: Figures, other: User) -> Refusal | None:
    """Returns what is forbidden because of the games that the two players have now, or have had with each other."""
    name, theirs = other.username, figures.games_in.get(other.pk, [])
    if other.pk in figures.playing:
        return Refusal(words.PLAYING(name=name))
    ended = figures.ended.get(other.pk)
    if ended is not None and figures.now < ended + PAUSE:
        return _too_soon(name, ended=ended, again=ended + PAUSE)
    if figures.games_out >= MOST_OUT:
        return Refusal(words.MOST_OUT())
    if len(theirs) >= MOST_IN:
        return Refusal(words.MOST_IN(name=name))
    if ended is not None and repeats(figures, other.pk) and sum(theirs) >= MOST_REPEATS:
        return _too_soon(name, ended=ended, again=figures.challenged[other.pk] + REPEATS_WITHIN)
    if until := figures.free_at.get(other.pk):
        ruleset = registry.get(figures.slug).name
        told = {"ruleset": ruleset, "most": rated_pairs.MOST, "within": rated_pairs.WITHIN, "until": _tell(until)}
        return Refusal(words.MANY_RATED(**told), again_at=until)
    return None


def repeats(figures: Figures, user_id: int) -> bool:
    """Whether the challenger has challenged this player not long ago."""
    last = figures.challenged.get(user_id)
    return last is not None and figures.now < last + REPEATS_WITHIN


def _too_soon(name: str, *, ended: datetime, again: datetime) -> Refusal:
    return Refusal(words.TOO_SOON(name=name, ended=_tell(ended), again=_tell(again)), again_at=again)


def _tell(at: datetime) -> str:
    return tell_day(at, form=DAY_OF_YEAR)


# --- Challenging -------------------------------------------------------------------------------------------------
def challenge(slug: str, *, challenger: User, other: User, now: datetime | None = None) -> Game:
    """Starts a ladder game of a player with a player above them.

    Raises Refusal: not_on, self, gone, below, too_high, away, you_away, playing, too_soon, most_out, most_in,
    many_rated, blocked, challenger_restricted, closed, closed_to_new, too_often, and those of restrictions.
    """
    with transaction.atomic():
        challenger, other = lock_people(challenger.pk, other.pk)
        now = now or timezone.now()
        if not challenger.is_active:
            raise Refusal(refusals.CLOSED(), status=403)
        figures, place = read_for_one(slug, challenger=challenger, other=other, now=now)
        if refusal := find_refusal(figures, place, other=other):
            raise refusal
        spend("ladder_challenge", now=now, sender=challenger.pk)
        game = _start(slug, challenger, other, now=now)
        lock_ladder(slug)
        _look_again(figures, other)
        both = {"challenger": challenger, "challenged": other, "repeats": repeats(figures, other.pk)}
        LadderGame.objects.create(game=game, ruleset_slug=slug, started_at=now, **both)
        LadderMember.objects.on(slug).filter(user__in=(challenger, other)).update(played_at=now)
        events.game_found.send(sender=LadderGame, game_id=game.pk, user_ids=[other.pk])
    return game


def read_for_one(slug: str, *, challenger: User, other: User, now: datetime) -> tuple[Figures, Place | None]:
    """Reads what decides about one challenge, and the other player's place if they have one."""
    places = find_places(slug, [challenger.pk, other.pk])
    own, theirs = places.get(challenger.pk), places.get(other.pk)
    rows, people = [theirs] if theirs else [], {other.pk: other}
    size = count_members(slug)
    return read_figures(slug, challenger=challenger, own=own, size=size, places=rows, people=people, now=now), theirs


def _look_again(figures: Figures, other: User) -> None:
    """Refuses what the end of another game has made impossible since the places were read. They could change until the
    ladder was locked, which happens after the game and its ratings are made."""
    places = find_places(figures.slug, [figures.challenger.pk, other.pk])
    now = replace(figures, own=places.get(figures.challenger.pk), size=count_members(figures.slug))
    if refusal := find_refusal(now, places.get(other.pk), other=other):
        raise refusal


def _start(slug: str, challenger: User, other: User, *, now: datetime) -> Game:
    first, second = (challenger, other) if _find_side(slug, challenger, other) == Side.FIRST else (other, challenger)
    return play.start_game(
        ruleset_slug=slug,
        options={},
        control=CONTROL,
        vacation_days=VACATION_DAYS,
        rated=True,
        first=first,
        second=second,
        arranged=Game.Arranged.LADDER,
        seated=True,
        told=[other.pk],
        now=now,
    )


def _find_side(slug: str, challenger: User, other: User) -> Side:
    """Returns the side that the challenger did not have in the last ladder game of the two. In their first game the
    side is random."""
    between = LadderGame.objects.filter(challenger__in=(challenger, other), challenged__in=(challenger, other))
    last = between.filter(ruleset_slug=slug).order_by("-started_at", "-game").values_list("game", flat=True)[:1]
    side = Seat.objects.filter(game__in=list(last), user=challenger).values_list("side", flat=True).first()
    return secrets.choice(list(Side)) if side is None else Side(side).other
